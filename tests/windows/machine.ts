import { missingForWindows } from '../../tools/machine.ts'

/** Whether Windows programs can be built and run here; tools/test.ts names what is missing. */
export const canRunWindows = missingForWindows().length === 0
