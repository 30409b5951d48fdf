import { missingForWindows, which } from '../../tools/machine.ts'

const missing = [...missingForWindows(), ...(which('i686-w64-mingw32-gcc') ? [] : ['mingw'])]

/** Whether Windows programs can be built and run here; tools/test.ts names what is missing. */
export const canRunWindows = missing.length === 0
