import { mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { dirname, join, toNamespacedPath } from 'node:path'
import koffi from 'koffi'

// Whose a folder is on Windows, and who may do what there. By handles that follow no link: a name may be led elsewhere
// between two calls, what was opened stays what it is.

const library = () => {
  const [advapi, kernel] = [koffi.load('advapi32.dll'), koffi.load('kernel32.dll')]
  return {
    open: kernel.func(
      'void * __stdcall CreateFileW(str16 path, uint32_t access, uint32_t share, void *security, uint32_t how, uint32_t flags, void *like)',
    ),
    about: kernel.func('bool __stdcall GetFileInformationByHandle(void *file, void *info)'),
    close: kernel.func('bool __stdcall CloseHandle(void *handle)'),
    make: kernel.func('bool __stdcall CreateDirectoryW(str16 path, void *security)'),
    self: kernel.func('void * __stdcall GetCurrentProcess()'),
    free: kernel.func('void * __stdcall LocalFree(void *memory)'),
    lastError: kernel.func('uint32_t __stdcall GetLastError()'),
    security: advapi.func(
      'bool __stdcall GetKernelObjectSecurity(void *file, uint32_t what, void *descriptor, uint32_t bytes, _Out_ uint32_t *needed)',
    ),
    setSecurity: advapi.func('bool __stdcall SetKernelObjectSecurity(void *file, uint32_t what, void *descriptor)'),
    ownerOf: advapi.func(
      'bool __stdcall GetSecurityDescriptorOwner(void *descriptor, _Out_ void **sid, _Out_ int *byDefault)',
    ),
    sidText: advapi.func('bool __stdcall ConvertSidToStringSidW(void *sid, _Out_ void **text)'),
    sidFrom: advapi.func('bool __stdcall ConvertStringSidToSidW(str16 text, _Out_ void **sid)'),
    toText: advapi.func(
      'bool __stdcall ConvertSecurityDescriptorToStringSecurityDescriptorW(void *descriptor, uint32_t revision, uint32_t what, _Out_ void **text, void *length)',
    ),
    toDescriptor: advapi.func(
      'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32_t revision, _Out_ void **descriptor, void *size)',
    ),
    nameOf: advapi.func(
      'bool __stdcall LookupAccountSidW(str16 machine, void *sid, void *name, _Inout_ uint32_t *length, void *domain, _Inout_ uint32_t *domainLength, _Out_ int *kind)',
    ),
    token: advapi.func('bool __stdcall OpenProcessToken(void *process, uint32_t access, _Out_ void **token)'),
    tokenSays: advapi.func(
      'bool __stdcall GetTokenInformation(void *token, int kind, void *info, uint32_t bytes, _Out_ uint32_t *needed)',
    ),
    privilege: advapi.func('bool __stdcall LookupPrivilegeValueW(str16 machine, str16 name, void *number)'),
    adjust: advapi.func(
      'bool __stdcall AdjustTokenPrivileges(void *token, bool none, void *wanted, uint32_t bytes, void *before, void *needed)',
    ),
  }
}
let loaded: ReturnType<typeof library> | undefined

const failed = (what: string): never => {
  throw new Error(`${what}: Windows error ${loaded?.lastError()}`)
}

/** What lets an administrator's program have a folder whose owner shut everybody out. */
const privileges = ['SeTakeOwnershipPrivilege', 'SeRestorePrivilege', 'SeBackupPrivilege']

const withToken = <T>(work: (token: unknown) => T): T => {
  const { self, token, close } = loaded!
  const out: unknown[] = [null]
  if (!token(self(), 0x28, out)) failed('OpenProcessToken')
  try {
    return work(out[0])
  } finally {
    close(out[0])
  }
}

/** A privilege that this account does not have is none of an administrator's: what needs it will be refused by its own word. */
const takePrivileges = () =>
  withToken((token) => {
    for (const name of privileges) {
      const wanted = Buffer.alloc(16)
      wanted.writeUInt32LE(1, 0)
      wanted.writeUInt32LE(2, 12) // enabled
      const number = Buffer.alloc(8)
      if (!loaded!.privilege(null, name, number)) continue
      number.copy(wanted, 4)
      loaded!.adjust(token, false, wanted, wanted.length, null, null)
    }
  })

const api = () => {
  if (loaded) return loaded
  loaded = library()
  takePrivileges()
  return loaded
}

/** A text that Windows made for us, which is given back. */
const textAt = (out: unknown[]): string => {
  const text = koffi.decode(out[0], 'char16_t', -1) as string
  loaded!.free(out[0])
  return text
}

const textOfSid = (sid: unknown): string => {
  const out: unknown[] = [null]
  if (!api().sidText(sid, out)) failed('ConvertSidToStringSid')
  return textAt(out)
}

const readRights = 0x20000 | 0x80
const changeRights = readRights | 0x40000 | 0x80000
const [openExisting, shareAll] = [3, 7]
/** A folder may be opened, and a link is opened itself. */
const noFollow = 0x02000000 | 0x00200000
const nothingThere = [2, 3]
const invalid = 0xffffffffffffffffn

// As node's own calls, by the name that Windows takes as it is: others end at 260 characters, and lose a dot or a space at
// their end. What was listed by one and is not there by the other would be taken for gone.
const withFile = <T>(path: string, access: number, work: (file: unknown) => T): T | undefined => {
  const { open, close, lastError } = api()
  const file = open(toNamespacedPath(path), access, shareAll, null, openExisting, noFollow, null)
  if (file === null || BigInt.asUintN(64, BigInt(koffi.address(file))) === invalid) {
    const error = lastError()
    if (nothingThere.includes(error)) return undefined
    throw new Error(`CreateFile ${path}: Windows error ${error}`)
  }
  try {
    return work(file)
  } finally {
    close(file)
  }
}

const [ownerPart, daclPart, protectedDacl] = [1, 4, 0x80000000]
/** BY_HANDLE_FILE_INFORMATION: what it is, and how many names it has. */
const aboutAt = { bytes: 52, attributes: 0, names: 40 } as const
const [isFolder, isReparse] = [0x10, 0x400]

/** What stands at a path. */
export interface Seen {
  /** SID of its owner */
  owner: string
  /** Who may what there, as Windows writes it (the D: part of SDDL) */
  rights: string
  folder: boolean
  /** It leads elsewhere: a junction, a symbolic link, or a file that has another name too. */
  link: boolean
}

const seen = (file: unknown): Seen => {
  const { about, security, ownerOf, toText } = api()
  const info = Buffer.alloc(aboutAt.bytes)
  if (!about(file, info)) failed('GetFileInformationByHandle')
  const attributes = info.readUInt32LE(aboutAt.attributes)
  const folder = (attributes & isFolder) !== 0
  const needed = [0]
  security(file, ownerPart | daclPart, null, 0, needed)
  const descriptor = Buffer.alloc(needed[0]!)
  if (!security(file, ownerPart | daclPart, descriptor, descriptor.length, needed)) failed('GetKernelObjectSecurity')
  const owner: unknown[] = [null]
  if (!ownerOf(descriptor, owner, [0])) failed('GetSecurityDescriptorOwner')
  // It lies inside of the descriptor, which is in use until the rights were read from it.
  const ownerText = textOfSid(owner[0])
  const rights: unknown[] = [null]
  if (!toText(descriptor, 1, daclPart, rights, null)) failed('security descriptor')
  const link = (attributes & isReparse) !== 0 || (!folder && info.readUInt32LE(aboutAt.names) > 1)
  return { owner: ownerText, rights: textAt(rights), folder, link }
}

const withDescriptor = <T>(sddl: string, work: (descriptor: unknown) => T): T => {
  const { toDescriptor, free } = api()
  const out: unknown[] = [null]
  if (!toDescriptor(sddl, 1, out, null)) failed('security descriptor')
  try {
    return work(out[0])
  } finally {
    free(out[0])
  }
}

const alreadyThere = 183

/** What an installation asks of Windows about a folder that others may have made before it. */
export const windowsOwner = {
  /** SID of the account that runs this program. */
  account: (): string => {
    api()
    return withToken((token) => {
      const info = Buffer.alloc(256)
      if (!loaded!.tokenSays(token, 1, info, info.length, [0])) failed('GetTokenInformation')
      // TOKEN_USER names its SID by address, which is in the very same memory.
      return textOfSid(info.subarray(Number(info.readBigUInt64LE(0) - BigInt(koffi.address(info)))))
    })
  },
  /** What stands at a path; undefined when nothing does. */
  see: (path: string): Seen | undefined => withFile(path, readRights, seen),
  /** Makes a folder that is nobody's else from its first moment on; false when something has that name already. */
  make: (path: string, sddl: string): boolean =>
    withDescriptor(sddl, (descriptor) => {
      const security = Buffer.alloc(24)
      security.writeUInt32LE(security.length, 0)
      security.writeBigUInt64LE(BigInt(koffi.address(descriptor)), 8)
      mkdirSync(dirname(path), { recursive: true })
      if (api().make(toNamespacedPath(path), security)) return true
      const error = loaded!.lastError()
      if (error === alreadyThere) return false
      throw new Error(`CreateDirectory ${path}: Windows error ${error}`)
    }),
  /** Gives what stands at a path, itself and not what it leads to, this owner and exactly these rights. */
  seal: (path: string, sddl: string): void => {
    withFile(path, changeRights, (file) =>
      withDescriptor(sddl, (descriptor) => {
        if (!api().setSecurity(file, ownerPart | daclPart | protectedDacl, descriptor))
          throw new Error(`SetKernelObjectSecurity ${path}: Windows error ${loaded!.lastError()}`)
      }),
    )
  },
  /** Paths of what is in a folder. */
  inside: (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name)),
  /** Removes a folder with nothing in it; throws where there is something, or somebody has it open. */
  removeEmpty: (folder: string): void => rmdirSync(folder),
  /** An account as an administrator knows it; its SID where Windows knows no name. */
  nameOf: (sid: string): string => {
    const { sidFrom, nameOf, free } = api()
    const out: unknown[] = [null]
    if (!sidFrom(sid, out)) return sid
    const [name, domain] = [Buffer.alloc(512), Buffer.alloc(512)]
    const [length, domainLength] = [[256], [256]]
    const known = nameOf(null, out[0], name, length, domain, domainLength, [0])
    free(out[0])
    if (!known) return sid
    const [group, own] = [[domain, domainLength] as const, [name, length] as const].map(([text, chars]) =>
      text.toString('utf16le', 0, chars[0]! * 2),
    )
    return group ? `${group}\\${own}` : own!
  },
}
export type Ownership = typeof windowsOwner
