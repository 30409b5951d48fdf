import { createHash } from 'node:crypto'
import { win32 } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { patiently } from '../files/disk.ts'
import { type Ownership, type Seen, windowsOwner } from '../os/windows-owner.ts'
import { productName } from './layout.ts'

/** The identity of the service `name`: Windows makes it of the upper-cased name. */
export const serviceSid = (name: string): string => {
  const hash = createHash('sha1').update(Buffer.from(name.toUpperCase(), 'utf16le')).digest()
  return `S-1-5-80-${[0, 4, 8, 12, 16].map((at) => hash.readUInt32LE(at)).join('-')}`
}

/** Accounts for the gateway: one of its own, which owns what it is given; where Windows knows none, the least there is. */
export const accounts = [
  { name: `NT SERVICE\\${productName}`, sid: serviceSid(productName) },
  { name: 'NT AUTHORITY\\LocalService', sid: 'S-1-5-19' },
] as const

/** The identity that may start the updater. */
export const starterOf = (account: string): string => (accounts.find(({ name }) => name === account) ?? accounts[0]).sid

const system = 'S-1-5-18'
const administrators = 'S-1-5-32-544'
const loggedOn = 'S-1-5-4'
/** Whose Windows says everything is on a disk that keeps no owners. */
const everyone = 'S-1-1-0'

/** Folders below the data that the logged-on users' desks read; the rest (keys, policy, jobs) is not theirs to see. */
const readByDesks = ['door', 'agent\\drivers', 'agent\\packages']

// %ProgramData% lets every user make a folder, and an owner may always give himself rights again: whose the folder is
// counts before what may be done in it. A handle that somebody opened while it was his outlives all rights that are set
// later, so what a stranger made is not begun with at all.

const said = (data: string, what: string, then: string) =>
  new CannotStart(`没有装上：数据文件夹 ${data} ${what}。${then}，然后重新运行安装程序`)

/** `kept`: what it leads to is this installation's (binding, bills that were not sent), which followed links once. */
const isLink = (data: string, link: string, kept: boolean) =>
  said(
    data,
    `${link === data ? '' : `里的 ${link} `}是一个链接，绑定、密钥和读卡驱动会写到别的地方去`,
    kept
      ? `绑定和没有送出的单据在它指向的文件夹里：请管理员停止医保云本机助手的服务，删除这个链接（只删链接），把它指向的内容移回 ${link}`
      : '请管理员查看它指向哪里，把这个链接删除（只删链接，不删它指向的内容）',
  )

const isFile = (data: string, path: string) =>
  said(
    data,
    `${path === data ? '' : `里的 ${path} `}是一个文件，这里应当是文件夹`,
    '请管理员看过它的内容后把它改名或删除',
  )

const isGone = (data: string, path: string) =>
  said(data, `里的 ${path} 建好后又不见了，多半被清理或杀毒软件删除`, '请把数据文件夹加入它的信任名单')

const isSomebodys = (data: string, owner: string) =>
  said(
    data,
    `在安装之前已由「${owner}」建立，里面的内容不能信任（他随时可以换掉读卡驱动）`,
    '请管理员查看里面有什么：确定是医保云自己的数据（卸载时保留、由备份恢复或由另一位管理员建立）的，把文件夹的所有者改为 Administrators；不能确定的，把整个文件夹改名或删除',
  )

const keepsNoRights = (data: string) =>
  said(
    data,
    '所在的磁盘不保存权限（FAT、exFAT），任何人都可以换掉里面的密钥和读卡驱动',
    '请管理员把它放到 NTFS 格式的磁盘上',
  )

/** Another program has it open in a way that lets nobody in: often a virus scanner, for a moment. */
const isHeld = ({ message }: Error) => /Windows error (5|32|33)$/.test(message)
/** ms between tries at such a file. */
const pauses = [200, 400, 600, 800]

const staysHeld = (data: string, path: string, { message }: Error) =>
  said(
    data,
    `里的 ${path} 打不开（Windows 错误 ${/\d+$/.exec(message)}），多半正被杀毒软件占用`,
    '请在杀毒软件里放行这个文件，或重启电脑',
  )

/** Who may own it; whoever runs the installation is one, for what an administrator makes may be his own, not his group's. */
const trustedBy = (own: string) => [system, administrators, ...accounts.map(({ sid }) => sid), own]

/** The service may be taken over by what it reads; where a link of its own leads, setup and the updater do not go. */
const leadsAstray = ({ link, owner }: Seen, own: string) => link && ![system, administrators, own].includes(owner)

const sddl = (owners: readonly string[], readers: readonly string[], folder: boolean) => {
  const on = folder ? 'OICI' : ''
  const all = owners.map((sid) => `(A;${on};FA;;;${sid})`)
  return `O:${administrators}D:PAI${[...all, ...readers.map((sid) => `(A;${on};FRFX;;;${sid})`)].join('')}`
}

/**
 * Looks whether the data folder may be this installation's, and makes it where it is not there: its administrators' from
 * its first moment on. `known`: an installation kept its data there before. Throws CannotStart for one that a stranger
 * made, that leads elsewhere or whose disk keeps no rights; nothing was changed then.
 */
export const claimFolder = (data: string, known: boolean, os: Ownership = windowsOwner): void => {
  const make = () => {
    if (!os.make(data, sddl([system, administrators], [], true))) return false
    if (os.see(data)?.owner !== everyone) return true
    os.removeEmpty(data)
    throw keepsNoRights(data)
  }
  const found = os.see(data)
  if (!found) {
    // Somebody was quicker: what he made is looked at as what was there.
    if (!make()) claimFolder(data, known, os)
    return
  }
  if (found.link) throw isLink(data, data, known)
  if (!found.folder) throw isFile(data, data)
  if (found.owner === everyone) throw keepsNoRights(data)
  if (known || trustedBy(os.account()).includes(found.owner)) return
  try {
    os.removeEmpty(data)
  } catch {
    throw isSomebodys(data, os.nameOf(found.owner))
  }
  if (!make()) throw isSomebodys(data, os.nameOf(os.see(data)?.owner ?? found.owner))
}

const mayOnlyRead = (rights: string) =>
  rights.startsWith('0x') ? (Number(rights) & ~0x1200a9) === 0 : /^(FR|FX|GR|GX)*$/.test(rights)

/** Whether nobody but these may change anything at a place, by what Windows says of it afterwards. */
const isOnly = ({ owner, rights }: Seen, trusted: readonly string[]) =>
  trusted.includes(owner) &&
  [...rights.matchAll(/\(A;[^;]*;([^;]*);[^;]*;[^;]*;([^;)]*)/g)].every(
    ([, may = '', who = '']) => ['SY', 'BA', 'LS', ...trusted].includes(who) || mayOnlyRead(may),
  )

/**
 * Gives the data folder with everything in it to the system, administrators and the service, and what desks need of it to
 * them to read; whatever anybody else was given there before is gone. Links are not followed. Throws CannotStart where
 * one leads elsewhere, Windows did not do it, or somebody holds a file through all of `waits` (ms).
 */
export const giveFolders = (
  data: string,
  account: string,
  os: Ownership = windowsOwner,
  waits: readonly number[] = pauses,
): void => {
  const owners = [system, administrators, starterOf(account)]
  const own = os.account()
  const trusted = trustedBy(own)
  const desks = readByDesks.map((part) => win32.join(data, part))
  const readersOf = (path: string) =>
    desks.some((desk) => path === desk || path.startsWith(`${desk}\\`)) ? [loggedOn] : []
  const reach = <T>(path: string, work: () => T): T => {
    try {
      return patiently(work, isHeld, waits)
    } catch (error) {
      throw isHeld(error as Error) ? staysHeld(data, path, error as Error) : error
    }
  }
  const give = (path: string) => {
    const found = reach(path, () => os.see(path))
    if (!found) return // gone meanwhile
    if (leadsAstray(found, own)) throw isLink(data, path, false)
    if (found.link) return
    reach(path, () => os.seal(path, sddl(owners, readersOf(path), found.folder)))
    const now = reach(path, () => os.see(path))
    if (now && (now.link || !isOnly(now, trusted)))
      throw said(
        data,
        `里的 ${path} 没有收回权限（所有者 ${os.nameOf(now.owner)}）`,
        '请管理员检查它的权限和所在的磁盘',
      )
    // From the top down: what nobody else may change any more cannot be exchanged below either.
    if (found.folder) for (const one of os.inside(path)) give(one)
  }
  give(data)
  for (const part of ['agent', ...readByDesks]) {
    const path = win32.join(data, part)
    os.make(path, sddl(owners, readersOf(path), true))
    const place = os.see(path)
    // An administrator's own: what the desks use was kept behind it.
    if (place?.link) throw isLink(data, path, true)
    if (!place?.folder) throw place ? isFile(data, path) : isGone(data, path)
  }
}
