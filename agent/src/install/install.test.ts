import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type InstallOptions, install, uninstall } from './install.ts'
import { linuxSetup } from './linux.ts'
import { readPointer } from './pointer.ts'
import { remainsIn } from './remains.ts'
import { environmentOf, readSettings, settle } from './settings.ts'

// A person's own installation on Linux, with a systemd that only notes what it was asked for.

let folder = ''
let asked: string[] = []
let said: string[] = []
const at = (...names: string[]) => join(folder, ...names)
const root = () => at('root')
const data = () => at('data')
const setupOf = (systemd: boolean) =>
  linuxSetup({
    ...{ root: root(), data: data(), scope: 'user', units: at('units') },
    systemctl: systemd
      ? async (...args) => {
          asked.push(args.join(' '))
          return args[0] === 'show' ? 'active\n' : ''
        }
      : undefined,
    say: (text) => said.push(text),
  })
/** A folder as the build leaves it. */
const made = (version: string) => {
  const home = at('dist', version)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'agent'), version)
  writeFileSync(join(home, 'version.json'), JSON.stringify({ version, files: [] }))
  return home
}
const run = (version: string, more: Partial<InstallOptions> = {}, systemd = true) =>
  install({
    ...{ home: made(version), version, root: root(), data: data(), scope: 'user' },
    setup: async () => setupOf(systemd),
    begin: async () => {},
    deskCame: async () => true,
    say: (text) => said.push(text),
    ...more,
  })
const unit = (name = 'yibao-agent.service') => readFileSync(at('units', name), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-install-'))
  asked = []
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the first installation copies the version, points at it and enables its unit', async () => {
  await run('1.0.0', { server: 'https://yibao.example.cn', enrol: 'code-1' })
  expect(readPointer(root())).toBe('1.0.0')
  expect(unit()).toContain(`ExecStart="${join(root(), 'versions', '1.0.0', 'agent')}" gateway`)
  expect(unit('yibao-agent-update.service')).toContain('agent" update')
  expect(asked).toEqual(['stop yibao-agent.service', 'daemon-reload', 'daemon-reload', 'enable yibao-agent.service'])
  const settings = readSettings(root())!
  expect(settings).toMatchObject({
    server: 'https://yibao.example.cn',
    consoleOrigins: ['https://yibao.example.cn'],
    simulate: false,
  })
  expect(environmentOf(settings, 'gateway', '/h')).toMatchObject({
    ENROL_CODE: 'code-1',
    SIMULATE: '0',
    DATA_DIR: data(),
  })
})

test('what was said at the installation outranks the environment of the clerk', async () => {
  await run('1.0.0')
  const env: NodeJS.ProcessEnv = { SIMULATE: '1', DRIVERS_DIR: '/home/clerk', MACHINE_DATA: '/tmp', LOG_LEVEL: 'debug' }
  settle(readSettings(root())!, 'desk', '/h', env)
  expect(env).toMatchObject({ SIMULATE: '0', DRIVERS_DIR: join(data(), 'agent', 'drivers'), MACHINE_DATA: data() })
  expect(env.LOG_LEVEL).toBe('debug')
})

test("the one-time code is the gateway's alone, is nobody else's to read, and is gone once it was used", async () => {
  await run('1.0.0', { enrol: 'code-1' })
  const settings = readSettings(root())!
  expect(statSync(at('data', 'enrol-code')).mode & 0o777).toBe(0o600)
  expect(environmentOf(settings, 'desk', '/h')).not.toHaveProperty('ENROL_CODE')
  mkdirSync(at('data', 'agent'), { recursive: true })
  writeFileSync(at('data', 'agent', 'policy.json'), '{}')
  expect(environmentOf(settings, 'gateway', '/h')).not.toHaveProperty('ENROL_CODE')
  expect(existsSync(at('data', 'enrol-code'))).toBe(false)
})

test('an upgrade asks nothing again and keeps the version to go back to, a repair restores the files', async () => {
  await run('1.0.0', { server: 'https://yibao.example.cn', consoleOrigins: ['https://page.example.cn'], port: 47700 })
  for (const version of ['1.1.0', '1.2.0']) await run(version)
  expect(readSettings(root())).toMatchObject({
    ...{ server: 'https://yibao.example.cn', consoleOrigins: ['https://page.example.cn'], port: 47700 },
  })
  expect(readdirSync(at('root', 'versions')).sort()).toEqual(['1.1.0', '1.2.0'])
  rmSync(at('root', 'versions', '1.2.0', 'agent'))
  await run('1.2.0')
  expect(readFileSync(at('root', 'versions', '1.2.0', 'agent'), 'utf8')).toBe('1.2.0')
  expect(said.at(-1)).toBe('已安装 1.2.0')
  expect(readdirSync(at('root', 'versions'))).toContain('1.1.0')
})

test('the pointer moves to a version that is there, and the unit with it', async () => {
  await run('1.0.0')
  await run('1.1.0')
  const setup = setupOf(true)
  await setup.point('1.0.0')
  await setup.point('1.0.0')
  expect([setup.active(), unit().includes('versions/1.0.0/agent')]).toEqual(['1.0.0', true])
  await expect(setup.point('9.9.9')).rejects.toThrow('9.9.9')
  expect(setup.active()).toBe('1.0.0')
  await setup.rememberUpdater()
  await setup.launchUpdater()
  await setup.forgetUpdater()
  expect(asked.slice(-4)).toEqual([
    'enable yibao-agent-update.service',
    'start --no-block yibao-agent-update.service',
    'daemon-reload',
    'disable yibao-agent-update.service',
  ])
})

test('where no systemd runs the units are written all the same, and it is said', async () => {
  await run('1.0.0', {}, false)
  expect(unit()).toContain('ExecStart=')
  expect(said.join()).toContain('没有运行 systemd')
  const setup = setupOf(false)
  expect([setup.supervised, await setup.state()]).toEqual([false, 'stopped'])
  await expect(setup.start()).rejects.toThrow('没有运行 systemd')
})

test.each([true, false])('uninstalled, nothing is left but the data somebody keeps (%s)', async (keepData) => {
  await run('1.0.0', { enrol: 'code-1' })
  const running = join(root(), 'versions', '1.0.0', 'agent')
  await uninstall(setupOf(true), readSettings(root())!, { keepData, say: () => {}, running })
  expect([existsSync(root()), readdirSync(at('units')), existsSync(data())]).toEqual([false, [], keepData])
})

test('without the pointer, the program and what was said at the installation it is taken away all the same', async () => {
  await run('1.0.0')
  for (const name of ['current', 'install.json', join('versions', '1.0.0', 'agent')]) rmSync(at('root', name))
  const scopes = [
    { scope: 'system', units: at('etc'), data: '/nowhere' },
    { scope: 'user', units: at('units'), data: data() },
  ] as const
  const found = remainsIn({ roots: [undefined, at('elsewhere'), root()], scopes })
  expect(found).toMatchObject({ root: root(), settings: { scope: 'user', data: data(), consoleOrigins: [] } })
  await uninstall(setupOf(true), found!.settings, { keepData: false, say: () => {}, running: '/usr/bin/agent' })
  expect([existsSync(root()), readdirSync(at('units')), existsSync(data())]).toEqual([false, [], false])
  expect(asked).toContain('disable --now yibao-agent.service')
  expect(remainsIn({ roots: [root()], scopes })).toBeUndefined()
})

test('units alone, whose program somebody deleted with its folder, are remains too', async () => {
  await run('1.0.0')
  rmSync(root(), { recursive: true })
  const scopes = [{ scope: 'user', units: at('units'), data: data() }] as const
  expect(remainsIn({ roots: [root()], scopes })).toMatchObject({ root: root() })
  expect(remainsIn({ roots: [`${root()}2`], scopes })).toBeUndefined()
})
