import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type InstallOptions, install } from './install.ts'
import { linuxSetup } from './linux.ts'
import type { Setup } from './platform.ts'
import { readPointer } from './pointer.ts'
import { readSettings } from './settings.ts'

// An installation in which something goes wrong leaves the counter with the agent that it had.

let folder = ''
/** What was asked of the platform, in its order. */
let asked: string[] = []
let said: string[] = []
const at = (...names: string[]) => join(folder, ...names)

const setupWith = (faults: Partial<Setup>, data: string): Setup => ({
  ...linuxSetup({
    ...{ root: at('root'), data, scope: 'user', units: at('units') },
    systemctl: async (...args) => {
      asked.push(args[0]!)
      return ''
    },
  }),
  endAll: async () => void asked.push('end all'),
  startDesk: async () => void asked.push('desk'),
  ...faults,
})
const made = (version: string, text = version) => {
  mkdirSync(at('dist', version), { recursive: true })
  writeFileSync(at('dist', version, 'agent'), text)
  return at('dist', version)
}
const run = (version: string, faults: Partial<Setup> = {}, more: Partial<InstallOptions> = {}) =>
  install({
    ...{ home: at('dist', version), version, root: at('root'), data: at('data'), scope: 'user' },
    setup: async ({ data }) => setupWith(faults, data),
    begin: (setup) => setup.start(),
    deskCame: async () => true,
    say: (text) => said.push(text),
    policies: { add: async () => {}, remove: async () => {} },
    ...more,
  })
const program = () => readFileSync(at('root', 'versions', readPointer(at('root'))!, 'agent'), 'utf8')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yb-refused-'))
  made('1.0.0')
  await run('1.0.0', {}, { server: 'https://yibao.example.cn' })
  asked = []
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const refuses = () => Promise.reject(new Error('Windows error 5'))

test.each<[string, Partial<Setup>]>([
  ['a service that does not stop', { stop: refuses }],
  ['a registration that is refused', { register: refuses }],
])('%s ends with the former version, as it was, running', async (_, faults) => {
  made('1.1.0')
  await expect(run('1.1.0', faults, { server: 'https://other.example.cn' })).rejects.toThrow(
    /需要管理员权限.*已换回原来的版本 1\.0\.0，它已重新运行，收银电脑可以照常读卡和打印/,
  )
  expect([readPointer(at('root')), readSettings(at('root'))?.server]).toEqual(['1.0.0', 'https://yibao.example.cn'])
  expect(readFileSync(at('units', 'yibao-agent.service'), 'utf8')).toContain('versions/1.0.0/agent')
  expect(asked.slice(-2)).toEqual(['start', 'desk'])
})

test('a version that does not answer ends with the former one, as it was, running', async () => {
  mkdirSync(at('root', 'versions', '0.9.0'))
  made('1.1.0')
  const silent = async (setup: Setup, _: unknown, version: string) => {
    await setup.start()
    if (version === '1.0.0') return
    expect(readFileSync(at('moved', 'enrol-code'), 'utf8')).toBe('code-2')
    asked.push('silent')
    throw new Error('没有应答')
  }
  const moved = { data: at('moved'), server: 'https://other.example.cn', enrol: 'code-2', begin: silent }
  const told = await run('1.1.0', {}, moved).catch((error: Error) => error.message)
  expect([readPointer(at('root')), readSettings(at('root'))]).toMatchObject([
    '1.0.0',
    { server: 'https://yibao.example.cn', data: at('data') },
  ])
  for (const name of ['yibao-agent.service', 'yibao-agent-update.service']) {
    expect(readFileSync(at('units', name), 'utf8')).toContain('versions/1.0.0/agent')
    expect(readFileSync(at('units', name), 'utf8')).not.toContain(at('moved'))
  }
  // What hangs is ended, or the former one would find its port taken.
  const after = asked.slice(asked.indexOf('silent') + 1)
  expect([after.slice(0, 2), after.slice(-2)]).toEqual([
    ['stop', 'end all'],
    ['start', 'desk'],
  ])
  expect(existsSync(at('moved', 'enrol-code'))).toBe(false)
  expect(told).toContain('没有应答。已换回原来的版本 1.0.0，它已重新运行')
  expect(told).toContain(`1.1.0 的文件已清理；运行记录在 ${at('moved', 'agent', 'logs')}`)
  expect(said).toEqual([expect.stringContaining('1.1.0 的文件已清理')])
  // What explains it is not among the files of the version.
  expect([readdirSync(at('root', 'versions')).sort(), existsSync(at('moved'))]).toEqual([['0.9.0', '1.0.0'], true])
})

test('where the former version does not answer either nobody is told that it runs', async () => {
  made('1.1.0')
  const begin = async (_: unknown, __: unknown, version: string) => Promise.reject(new Error(`${version} 没有应答`))
  await expect(run('1.1.0', {}, { begin })).rejects.toThrow(
    /1\.1\.0 没有应答。已换回原来的版本 1\.0\.0，但它没有应答（没有完成：1\.0\.0 没有应答），请重启电脑/,
  )
})

test('who reads that it runs reads too whether its desk has come', async () => {
  made('1.1.0')
  await expect(run('1.1.0', { register: refuses }, { deskCame: async () => false })).rejects.toThrow(
    /1\.0\.0，它已重新运行，有人登录后就可以读卡和打印/,
  )
})

test('a version that the service may still name is not taken away from under it', async () => {
  made('1.1.0')
  const setup = async ({ data }: { data: string }) => {
    const own = setupWith({ register: refuses }, data)
    // The pointer is moved, and what the service starts is not.
    const point = async (version: string) => {
      await own.point(version)
      if (version === '1.0.0') throw new Error('Windows error 1055')
    }
    return { ...own, point }
  }
  const begin = async () => Promise.reject(new Error('没有应答'))
  await expect(run('1.1.0', {}, { setup, begin })).rejects.toThrow('但它没有应答')
  expect(readdirSync(at('root', 'versions')).sort()).toEqual(['1.0.0', '1.1.0'])
})

test('a first installation that is refused leaves nothing registered; one that does not answer stays', async () => {
  for (const there of ['root', 'units']) rmSync(at(there), { recursive: true })
  made('1.1.0')
  const unregister = async () => {
    asked.push('unregister')
    rmSync(at('units'), { recursive: true })
  }
  for (const _ of ['refused', 'refused again']) {
    await expect(run('1.1.0', { register: refuses, unregister })).rejects.toThrow('Windows error 5')
    expect([asked.at(-1), existsSync(at('root'))]).toEqual(['unregister', false])
    asked = []
  }
  const begin = async () => Promise.reject(new Error('没有应答'))
  await expect(run('1.1.0', { unregister }, { begin })).rejects.toThrow('没有应答')
  expect([asked.includes('unregister'), readPointer(at('root'))]).toEqual([false, '1.1.0'])
})

test('a first installation that does not even begin leaves nothing of its files, and other files alone', async () => {
  rmSync(at('root'), { recursive: true })
  made('1.1.0')
  await expect(run('1.1.0', { state: refuses })).rejects.toThrow('Windows error 5')
  expect(existsSync(at('root'))).toBe(false)
  mkdirSync(at('root'))
  writeFileSync(at('root', 'uninstall.exe'), 'setup’s own')
  await expect(run('1.1.0', { stop: refuses })).rejects.toThrow('Windows error 5')
  expect(readdirSync(at('root'))).toEqual(['uninstall.exe'])
})

test('what this PC has registered out of another folder is not taken away for a first installation that is refused', async () => {
  rmSync(at('root'), { recursive: true })
  made('1.1.0')
  const unregister = async () => void asked.push('unregister')
  await expect(run('1.1.0', { register: refuses, unregister })).rejects.toThrow('Windows error 5')
  expect(asked).not.toContain('unregister')
})

test('files of which something still runs are left whole, and it is said', async () => {
  made('1.1.0')
  // The setup itself: it was started from there, as a repair by hand is.
  cpSync(at('dist', '1.1.0'), at('root', 'versions', '1.1.0'), { recursive: true })
  await expect(run('1.1.0', { register: refuses }, { home: at('root', 'versions', '1.1.0') })).rejects.toThrow(
    '1.1.0 的文件仍被占用，留到下次安装时清理',
  )
  expect(readdirSync(at('root', 'versions')).sort()).toEqual(['1.0.0', '1.1.0'])
})

test('a repair that is refused leaves no half of the version', async () => {
  made('1.0.0', 'repaired')
  await expect(run('1.0.0', { register: refuses })).rejects.toThrow(
    /需要管理员权限.*原来的版本 1\.0\.0 还在，它已重新运行/,
  )
  expect([program(), asked.slice(-2)]).toEqual(['repaired', ['start', 'desk']])
  expect(readdirSync(at('root', 'versions'))).toEqual(['1.0.0'])
})

test('a data folder that somebody else made stops nothing, and none is begun beside it', async () => {
  const known: boolean[] = []
  const claimData = async (before: boolean) => {
    known.push(before)
    throw new Error('不能信任')
  }
  made('1.1.0')
  await expect(run('1.1.0', { claimData })).rejects.toThrow('不能信任')
  await expect(run('1.1.0', { claimData }, { data: at('other') })).rejects.toThrow('不能信任')
  expect([known, asked, readdirSync(at('root', 'versions')), existsSync(at('other'))]).toEqual([
    ...[[true, false], [], ['1.0.0'], false],
  ])
})

test('files that cannot be copied stop nothing', async () => {
  await expect(run('1.2.0')).rejects.toThrow(/找不到文件.*原来的版本 1\.0\.0 没有动过/)
  expect([asked, readdirSync(at('root', 'versions'))]).toEqual([[], ['1.0.0']])
})

test('browser policies that this machine refuses are said, and the agent is installed', async () => {
  const denied = async () => Promise.reject(Object.assign(new Error('reg'), { stderr: 'Access is denied.' }))
  made('1.1.0')
  await run('1.1.0', {}, { policies: { add: denied, remove: async () => {} } })
  expect([readPointer(at('root')), existsSync(at('root', 'versions', '1.1.0', 'agent'))]).toEqual(['1.1.0', true])
  expect(said).toEqual([expect.stringContaining('浏览器策略没有写入'), '已从 1.0.0 换为 1.1.0'])
})

test('an icon on the desktop that this machine refuses is said, and the agent is installed', async () => {
  made('1.1.0')
  const asked: unknown[] = []
  await run(
    '1.1.0',
    {},
    {
      appWindow: async (...of) => {
        asked.push(of[1], readPointer(of[0]), of[2].server)
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      },
    },
  )
  expect(asked).toEqual(['1.1.0', '1.1.0', 'https://yibao.example.cn'])
  expect(said).toEqual([
    expect.stringMatching(/「医保云」图标没有做好，可以先用浏览器打开医保云.*管理员/),
    '已从 1.0.0 换为 1.1.0',
  ])
})
