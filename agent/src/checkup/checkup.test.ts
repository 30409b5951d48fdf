import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linuxSetup } from '../install/linux.ts'
import type { Settings } from '../install/settings.ts'
import { checkup } from './checkup.ts'

// What an installed agent finds of itself, on a Linux whose systemd answers what the test says.

let folder = ''
const at = (...names: string[]) => join(folder, ...names)
const place = (...names: string[]) => at('root', 'versions', '1.0.0', ...names)
let systemd: Record<string, string | Error | Promise<string>> = {}

const look = (patience?: number) => {
  const settings: Settings = {
    ...{ scope: 'user', data: at('data'), server: 'https://yibao.example.cn', simulate: false },
    consoleOrigins: ['http://shop.example.cn'],
  }
  const systemctl = async (verb = '') => {
    const said = systemd[verb] ?? ''
    if (said instanceof Error) throw said
    return said
  }
  const setup = linuxSetup({ root: at('root'), data: at('data'), scope: 'user', units: at('units'), systemctl })
  return checkup({ root: at('root'), settings, setup }, patience)
}
const found = async (part: string) => (await look()).filter((one) => one.part === part)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-checkup-'))
  mkdirSync(place(), { recursive: true })
  mkdirSync(at('units'))
  writeFileSync(at('units', 'yibao-agent.service'), '')
  writeFileSync(at('root', 'current'), '1.0.0\n')
  writeFileSync(place('agent'), 'program')
  const sha256 = createHash('sha256').update('program').digest('hex')
  writeFileSync(place('version.json'), JSON.stringify({ version: '1.0.0', files: [{ path: 'agent', sha256 }] }))
  systemd = { show: 'active\n', 'is-enabled': 'enabled\n' }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('whole, running and started with the machine: each part says so, and what a browser refuses is cured by a person', async () => {
  expect(await look()).toEqual([
    { part: 'files', level: 'ok', text: expect.stringContaining('版本 1.0.0') },
    { part: 'service', level: 'ok', text: '服务正在运行' },
    {
      part: 'browser',
      level: 'bad',
      text: expect.stringContaining('不是 https'),
      cure: expect.stringContaining('/app/'),
    },
  ])
})

test('a file that is not what it was, or not there, is named', async () => {
  writeFileSync(place('agent'), 'somebody else’s')
  expect(await found('files')).toMatchObject([{ level: 'bad', text: expect.stringContaining('（agent）') }])
  rmSync(place('agent'))
  expect(await found('files')).toMatchObject([{ level: 'bad', cure: expect.stringContaining('杀毒软件') }])
})

test('a service that runs today and not after a restart of the PC is told', async () => {
  systemd['is-enabled'] = new Error('disabled')
  expect(await found('service')).toEqual([
    {
      ...{ part: 'service', level: 'bad', text: '服务正在运行，但重启电脑后不会自己启动' },
      cure: '重新运行安装程序（修复）',
    },
  ])
  systemd.show = 'inactive\n'
  expect(await found('service')).toMatchObject([{ level: 'bad', text: '服务已停止' }])
})

test('a look that itself fails is a finding, and the others still tell', async () => {
  systemd.show = new Error('the bus is gone')
  expect((await look()).map(({ part, level }) => `${part} ${level}`)).toEqual([
    'files ok',
    'service bad',
    'browser bad',
  ])
})

test('what takes too long is not waited for, and said', async () => {
  systemd.show = new Promise<string>(() => {})
  const told = await look(50)
  expect(told.filter(({ part }) => part === 'service')).toEqual([
    {
      ...{ part: 'service', level: 'note', text: '这一项还没有检查完' },
      cure: expect.stringContaining('重新检查'),
    },
  ])
})
