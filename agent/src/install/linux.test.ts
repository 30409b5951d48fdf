import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processesUnder } from './linux.ts'
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

test.skipIf(process.platform !== 'linux')(
  'a program of the installation is found by where its file stands',
  async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'yb-')))
    mkdirSync(join(root, 'versions', '1.0.0'), { recursive: true })
    const program = join(root, 'versions', '1.0.0', 'agent')
    copyFileSync('/bin/sleep', program)
    const child = spawn(program, ['60'])
    await once(child, 'spawn')
    expect(processesUnder(root)).toEqual([child.pid])
    expect(processesUnder(`${root}-other`)).toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processesUnder(root)).toEqual([])
    rmSync(root, { recursive: true, force: true })
  },
)
