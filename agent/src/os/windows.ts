import koffi from 'koffi'

const kernel32 = () => koffi.load('kernel32.dll')

const SEM_FAILCRITICALERRORS = 0x0001
const SEM_NOGPFAULTERRORBOX = 0x0002
const SEM_NOOPENFILEERRORBOX = 0x8000

/** See process.ts. */
export const noCrashDialogs = () => {
  const setErrorMode = kernel32().func('uint32_t __stdcall SetErrorMode(uint32_t mode)')
  setErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX)
}

/** PROCESS_MEMORY_COUNTERS: its size, and where the bytes stand that the process has had promised (PagefileUsage). */
const memoryCounters = process.arch === 'ia32' ? { bytes: 40, held: 32 } : { bytes: 72, held: 56 }

let askForMemory: ReturnType<ReturnType<typeof koffi.load>['func']> | undefined

/** See process.ts: what the desk's job counts. */
export const memoryHeld = (): number => {
  askForMemory ??= kernel32().func(
    'bool __stdcall K32GetProcessMemoryInfo(intptr_t process, void *counters, uint32_t bytes)',
  )
  const counters = Buffer.alloc(memoryCounters.bytes)
  counters.writeUInt32LE(memoryCounters.bytes, 0)
  // -1 is this process.
  if (!askForMemory(-1, counters, memoryCounters.bytes)) return 0
  return process.arch === 'ia32'
    ? counters.readUInt32LE(memoryCounters.held)
    : Number(counters.readBigUInt64LE(memoryCounters.held))
}

const LOAD_LIBRARY_SEARCH_DEFAULT_DIRS = 0x1000

/** See process.ts. `folders` are absolute. */
export const onlyTheseFolders = (folders: string[]) => {
  const library = kernel32()
  const setDllDirectory = library.func('bool __stdcall SetDllDirectoryW(str16 path)')
  const setDefaults = library.func('bool __stdcall SetDefaultDllDirectories(uint32_t flags)')
  const add = library.func('void * __stdcall AddDllDirectory(str16 path)')
  setDllDirectory('')
  setDefaults(LOAD_LIBRARY_SEARCH_DEFAULT_DIRS)
  for (const folder of folders) add(folder)
}
