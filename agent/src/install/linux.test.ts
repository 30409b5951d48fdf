import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linuxSetup } from './linux.ts'
import { processesUnder, signalTo } from './linux-processes.ts'
import { gatewayUnit, requestUnit, updaterUnitText } from './linux-units.ts'

const plan = { root: '/opt/yibao-agent', data: '/var/lib/yibao-agent', version: '1.0.0' } as const

test('for the machine the gateway has an account of its own and writes nowhere but its data', () => {
  const text = gatewayUnit({ ...plan, scope: 'system' })
  for (const line of [
    'User=yibao-agent',
    'ProtectSystem=strict',
    'ReadWritePaths="/var/lib/yibao-agent"',
    'Restart=always',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toContain('WantedBy=multi-user.target')
  // What changes the installation is root's, and starts when the gateway asks by a file.
  expect(updaterUnitText({ ...plan, scope: 'system' })).not.toContain('User=')
  expect(requestUnit({ ...plan, scope: 'system' })).toContain('PathChanged=/var/lib/yibao-agent/update/requested')
})

test('for one person there is neither, and it starts with his session', () => {
  const text = gatewayUnit({ ...plan, scope: 'user' })
  expect(text).not.toMatch(/User=|ProtectSystem/)
  expect(text).toContain('WantedBy=default.target')
})

test.runIf(process.platform === 'linux' && !existsSync('/run/systemd/system'))(
  'an updater that nobody here would start is not waited for',
  async () => {
    for (const scope of ['user', 'system'] as const)
      await expect(
        linuxSetup({ ...plan, scope, systemctl: undefined, units: '/nowhere' }).launchUpdater(),
      ).rejects.toThrow('没有运行 systemd')
  },
)

/** A program that stands in an installation and runs. */
const running = async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'yb-')))
  mkdirSync(join(root, 'versions', '1.0.0'), { recursive: true })
  const program = join(root, 'versions', '1.0.0', 'agent')
  copyFileSync('/bin/sleep', program)
  const child = spawn(program, ['60'])
  const gone = once(child, 'exit')
  await once(child, 'spawn')
  return { root, child, gone }
}

describe.skipIf(process.platform !== 'linux')('programs of the installation', () => {
  test('one is found by where its file stands', async () => {
    const { root, child, gone } = await running()
    expect(processesUnder(root)).toEqual([child.pid])
    expect(processesUnder(`${root}-other`)).toEqual([])
    child.kill('SIGKILL')
    await gone
    expect(processesUnder(root)).toEqual([])
    rmSync(root, { recursive: true, force: true })
  })

  test('what has ended meanwhile, or never was, is no fault of who ends it', () => {
    expect(() => signalTo(2 ** 22 + 1, 'SIGKILL')).not.toThrow()
  })

  test('where no systemd runs, what somebody started by hand is asked to end, and has', async () => {
    const { root, gone } = await running()
    const about = { data: join(root, 'data'), scope: 'user', units: join(root, 'units') } as const
    await linuxSetup({ root, ...about, systemctl: undefined }).stop()
    expect(processesUnder(root)).toEqual([])
    expect(await gone).toEqual([null, 'SIGTERM'])
    rmSync(root, { recursive: true, force: true })
  })
})
