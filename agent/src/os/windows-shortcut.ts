import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import koffi from 'koffi'

// Shortcuts, as Windows itself writes them (IShellLink): what a .lnk needs to be followed is more than its documented part.

const library = () => {
  const [ole, shell] = [koffi.load('ole32.dll'), koffi.load('shell32.dll')]
  return {
    begin: ole.func('int32_t __stdcall CoInitializeEx(void *reserved, uint32_t how)'),
    end: ole.func('void __stdcall CoUninitialize()'),
    make: ole.func(
      'int32_t __stdcall CoCreateInstance(void *kind, void *outer, uint32_t where, void *face, _Out_ void **made)',
    ),
    folder: shell.func(
      'int32_t __stdcall SHGetFolderPathW(void *window, int which, void *token, uint32_t flags, void *path)',
    ),
    bare: koffi.proto('int32_t YibaoComBare(void *self)'),
    face: koffi.proto('int32_t YibaoComFace(void *self, void *face, _Out_ void **made)'),
    text: koffi.proto('int32_t YibaoComText(void *self, str16 text)'),
    textAndNumber: koffi.proto('int32_t YibaoComTextAndNumber(void *self, str16 text, int number)'),
  }
}
let loaded: ReturnType<typeof library> | undefined
const api = () => {
  loaded ??= library()
  return loaded
}

/** {xxxxxxxx-0000-0000-C000-000000000046} */
const guid = (first: string) => Buffer.from(`${first}00000000c000000000000046`, 'hex')
const [shellLink, shellLinkFace, fileFace] = [guid('01140200'), guid('f9140200'), guid('0b010000')]
const [apartment, inThisProcess] = [2, 1]
/** Places in the tables of IUnknown, IShellLinkW and IPersistFile. */
const at = { queryInterface: 0, release: 2, description: 7, arguments: 11, icon: 17, path: 20, save: 6 } as const
const pointerBytes = 8

const checked = (what: string, result: number) => {
  if (result < 0) throw new Error(`${what}: Windows error 0x${(result >>> 0).toString(16)}`)
}

const call = (object: unknown, place: number, type: ReturnType<typeof koffi.proto>, ...args: unknown[]): number => {
  const table = koffi.decode(object, 'void *')
  return koffi.call(koffi.decode(table, place * pointerBytes, 'void *'), type, object, ...args) as number
}

export interface Shortcut {
  program: string
  args: string
  icon: string
  description: string
}

/** Writes a shortcut over whatever has that name; its folder is made where it is not there. */
export const writeShortcut = (file: string, { program, args, icon, description }: Shortcut): void => {
  const { begin, end, make, bare, face, text, textAndNumber } = api()
  mkdirSync(dirname(file), { recursive: true })
  const began = begin(null, apartment) >= 0
  const made: unknown[] = []
  const keep = (what: string, work: (out: unknown[]) => number) => {
    const out: unknown[] = [null]
    checked(what, work(out))
    made.push(out[0])
    return out[0]
  }
  try {
    const link = keep('ShellLink', (out) => make(shellLink, null, inThisProcess, shellLinkFace, out))
    checked('SetPath', call(link, at.path, text, program))
    checked('SetArguments', call(link, at.arguments, text, args))
    checked('SetIconLocation', call(link, at.icon, textAndNumber, icon, 0))
    checked('SetDescription', call(link, at.description, text, description))
    const asFile = keep('IPersistFile', (out) => call(link, at.queryInterface, face, fileFace, out))
    checked(`Save ${file}`, call(asFile, at.save, textAndNumber, file, 1))
  } finally {
    for (const one of made.reverse()) call(one, at.release, bare)
    if (began) end()
  }
}

/** Folders of all users: CSIDL_COMMON_DESKTOPDIRECTORY, CSIDL_COMMON_PROGRAMS. */
const common = { desktop: 0x19, programs: 0x17 } as const

/** Where all users of this PC have their desktop, or the programs of the start menu. */
export const commonFolder = (which: keyof typeof common): string => {
  const path = Buffer.alloc(2 * 260)
  checked('SHGetFolderPath', api().folder(null, common[which], null, 0, path))
  const text = path.toString('utf16le')
  return text.slice(0, text.indexOf('\0'))
}
