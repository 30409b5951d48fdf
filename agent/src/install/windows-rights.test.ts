import { win32 } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Ownership, Seen } from '../os/windows-owner.ts'
import { accounts, claimFolder, giveFolders, starterOf } from './windows-rights.ts'

// What is made of a data folder that somebody else was quicker to make. The calls themselves run under Wine
// (dll/windows.test.ts), which keeps no owner of a file and knows no junction.

const data = 'C:\\ProgramData\\YibaoAgent'
const [administrators, system, mallory, installer] = [
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-21-1-1-1-1002',
  'S-1-5-21-9-9-9-500',
]
const service = starterOf(accounts[0].name)
const his = `D:(A;OICI;FA;;;${mallory})`

let places: Map<string, Seen>
let asked: string[]
const belowOf = (folder: string) => [...places.keys()].filter((path) => win32.dirname(path) === folder)
const os: Ownership = {
  account: () => installer,
  see: (path) => places.get(path),
  make: (path, sddl) => {
    if (places.has(path)) return false
    places.set(path, { owner: administrators, rights: `D:${sddl.split('D:')[1]}`, folder: true, link: false })
    return true
  },
  seal: (path, sddl) => {
    asked.push(path)
    places.set(path, { ...places.get(path)!, owner: sddl.slice(2).split('D:')[0]!, rights: `D:${sddl.split('D:')[1]}` })
  },
  inside: (folder) => {
    if (places.get(folder)!.link) throw new Error(`followed ${folder}`)
    return belowOf(folder)
  },
  removeEmpty: (folder) => {
    if (belowOf(folder).length > 0) throw new Error('ENOTEMPTY')
    places.delete(folder)
  },
  nameOf: (sid) => (sid === mallory ? 'PC\\䶮𠮷' : sid),
}
const put = (name: string, more: Partial<Seen> = {}) =>
  places.set(win32.join(data, name), { owner: mallory, rights: his, folder: true, link: false, ...more })
const everybodyNamed = () => [...places.values()].map(({ owner, rights }) => owner + rights).join()

beforeEach(() => {
  places = new Map()
  asked = []
})

test('a folder that is not there is the administrators’ from its first moment on', () => {
  claimFolder(data, false, os)
  expect(places.get(data)).toMatchObject({ owner: administrators })
  expect(places.get(data)?.rights).toBe(`D:PAI(A;OICI;FA;;;${system})(A;OICI;FA;;;${administrators})`)
})

test('one that a user of this PC made and filled is not begun with: he is named, and what to do', () => {
  put('')
  put('agent')
  expect(() => claimFolder(data, false, os)).toThrow(/没有装上.*PC\\䶮𠮷.*不能信任.*改名或删除.*重新运行安装程序/)
  expect([places.get(data)?.owner, asked]).toEqual([mallory, []])
})

test('an empty one is replaced, for what he has open of it would outlive its rights', () => {
  put('')
  claimFolder(data, false, os)
  expect(everybodyNamed()).not.toContain(mallory)
})

test.each([administrators, system, service, installer])(
  'one of %s, kept when it was uninstalled, is gone on with',
  (owner) => {
    put('', { owner })
    put('agent', { owner })
    claimFolder(data, false, os)
    expect(places.has(`${data}\\agent`)).toBe(true)
  },
)

test.each([
  [true, administrators, /是一个链接.*停止医保云本机助手的服务.*只删链接.*内容移回 .*YibaoAgent.*重新运行安装程序/],
  [false, mallory, /是一个链接.*只删链接，不删它指向的内容/],
])(
  'a link in its place is followed by nobody; what an installation kept behind it (%s) is moved back first',
  (known, owner, words) => {
    put('', { link: true, owner })
    expect(() => claimFolder(data, known, os)).toThrow(words)
    expect(asked).toEqual([])
  },
)

test('who made a folder that is right all the same (kept, restored, another administrator’s) reads how it is let in', () => {
  put('')
  put('agent')
  expect(() => claimFolder(data, false, os)).toThrow(/卸载时保留.*备份恢复.*另一位管理员.*所有者改为 Administrators/)
})

test.each([true, false])('a disk that keeps no rights is refused before anything is stopped (known: %s)', (known) => {
  const everyone = 'S-1-1-0'
  put('', { owner: everyone })
  put('agent', { owner: everyone })
  expect(() => claimFolder(data, known, os)).toThrow(/FAT.*任何人.*NTFS.*重新运行安装程序/)
  expect([places.size, asked]).toEqual([2, []])
})

test('a folder that was made on such a disk is taken away again', () => {
  const fat = {
    ...os,
    make: (path: string, sddl: string) => os.make(path, sddl) && Boolean(put('', { owner: 'S-1-1-0' })),
  }
  expect(() => claimFolder(data, false, fat)).toThrow('FAT')
  expect(places.size).toBe(0)
})

/** One file whose rights Windows does not change the first `times` times that it is asked. */
const held = (times: number, name: string) => {
  let left = times
  return {
    ...os,
    seal: (path: string, sddl: string) => {
      if (path.endsWith(name) && left-- > 0) throw new Error(`CreateFile ${path}: Windows error 5`)
      os.seal(path, sddl)
    },
  }
}

test('a file that a scanner holds for a moment is sealed a moment later; one that it keeps is named', () => {
  put('', { owner: administrators })
  put('䶮.dll', { folder: false })
  giveFolders(data, accounts[0].name, held(2, '䶮.dll'), [0, 0])
  expect(everybodyNamed()).not.toContain(mallory)
  expect(() => giveFolders(data, accounts[0].name, held(99, '䶮.dll'), [0, 0])).toThrow(
    /里的 .*䶮\.dll 打不开（Windows 错误 5）.*杀毒软件.*重新运行安装程序/,
  )
})

test('a file in its place is told', () => {
  put('', { folder: false, owner: administrators })
  expect(() => claimFolder(data, false, os)).toThrow('是一个文件')
})

test('an upgrade takes everything back from him who made it, himself included; desks only read, and only what is theirs', () => {
  put('')
  put('agent')
  put('agent\\drivers')
  put('agent\\drivers\\reader.dll', { folder: false })
  put('agent\\policy.json', { folder: false, owner: service })
  claimFolder(data, true, os)
  giveFolders(data, accounts[0].name, os)
  expect(everybodyNamed()).not.toContain(mallory)
  expect([...places.values()].map(({ owner }) => owner)).toEqual([...places].map(() => administrators))
  const readable = [...places].filter(([, { rights }]) => rights.includes('S-1-5-4)')).map(([path]) => path)
  const desks = ['agent\\drivers', 'agent\\drivers\\reader.dll', 'agent\\packages', 'door']
  expect(readable.sort()).toEqual(desks.map((name) => win32.join(data, name)))
  for (const { rights } of places.values()) expect(rights).toContain(`FA;;;${service})`)
  expect(asked[0]).toBe(data)
})

test.each(['update', 'agent\\drivers', 'agent\\logs'])(
  'a link that the service or a stranger left at %s leads nobody',
  (name) => {
    for (const owner of [service, mallory]) {
      places.clear()
      put('', { owner: administrators })
      put('agent', { owner: administrators })
      put(name, { owner, link: true })
      expect(() => giveFolders(data, accounts[0].name, os)).toThrow(
        new RegExp(`${name.replaceAll('\\', '\\\\')} 是一个链接`),
      )
      expect(asked).not.toContain(win32.join(data, name))
    }
  },
)

test('a link of an administrator’s own is left alone, but where the desks’ drivers stand', () => {
  put('', { owner: administrators })
  put('agent', { owner: administrators })
  put('agent\\logs', { owner: administrators, link: true })
  giveFolders(data, accounts[0].name, os)
  expect(asked).not.toContain(`${data}\\agent\\logs`)
  put('agent\\drivers', { owner: administrators, link: true })
  expect(() => giveFolders(data, accounts[0].name, os)).toThrow('是一个链接')
})

test.each([
  ['an owner that stays', { owner: mallory }],
  ['a right that stays', { rights: `D:(A;;0x1301bf;;;${mallory})` }],
])('%s is noticed and said', (_, stays) => {
  put('', { owner: administrators })
  put('agent')
  const stubborn = {
    ...os,
    see: (path: string) => (path.endsWith('agent') ? { ...places.get(path)!, ...stays } : places.get(path)),
  }
  expect(() => giveFolders(data, accounts[0].name, stubborn)).toThrow(/没有收回权限.*请管理员/)
})

test('what everybody may read and nobody change is no reason to refuse', () => {
  put('', { owner: installer })
  const wine = {
    ...os,
    see: (path: string) => ({ ...places.get(path)!, owner: installer, rights: 'D:(A;OICI;0x1200a9;;;WD)' }),
  }
  expect(() => giveFolders(data, accounts[0].name, wine)).not.toThrow()
})

test('a file in the place of a folder of the desks is called a file, one that is taken away again is said to be', () => {
  put('', { owner: administrators, rights: 'D:' })
  put('agent', { owner: administrators, rights: 'D:' })
  put('agent\\drivers', { owner: administrators, rights: 'D:', folder: false })
  expect(() => giveFolders(data, accounts[0].name, os)).toThrow(
    /agent\\drivers 是一个文件，这里应当是文件夹.*改名或删除/,
  )
  const swept = { ...os, make: (path: string) => !path.endsWith('packages'), see: (path: string) => places.get(path) }
  put('agent\\drivers', { owner: administrators, rights: 'D:' })
  put('door', { owner: administrators, rights: 'D:' })
  expect(() => giveFolders(data, accounts[0].name, swept)).toThrow(/agent\\packages 建好后又不见了.*信任名单/)
})
