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
