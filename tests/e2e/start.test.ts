import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildConsole } from '../../tools/built-console.ts'
import { freePort, isFree } from '../../tools/free-port.ts'
import { root } from '../../tools/root.ts'
import { until } from './until.ts'

// `npm start` killed the hard way: nobody is left to stop the parts, and yet none stays behind with its port.

vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'yibao-start-'))
const running = new Set<ChildProcess>()
beforeAll(async () => void (await buildConsole()), 120_000)
afterEach(() => {
  for (const child of running) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts the product on three ports; `said` is what it printed. */
const begin = (ports: number[]) => {
  const [PORT, AGENT_PORT, CENTRE_PORT] = ports.map(String)
  const child = spawn(process.execPath, [join(root, 'tools', 'start.ts')], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT, AGENT_PORT, CENTRE_PORT },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  return { child, said: () => text }
}

const threePorts = () => Promise.all([freePort(), freePort(), freePort()])

const start = async () => {
  const ports = await threePorts()
  const { child, said } = begin(ports)
  await until(
    'the product is ready',
    () => said().includes('医保云已就绪') || child.exitCode !== null,
    (ready) => ready,
    90_000,
  )
  expect(child.exitCode, said()).toBe(null)
  // Every part writes to this pipe: it ends with the last one of them.
  let ended = false
  child.stdout.once('end', () => {
    ended = true
  })
  return { child, ports, ended: () => ended }
}

test('kill -9 of the start leaves no part behind', async () => {
  const { child, ports, ended } = await start()
  expect(await Promise.all(ports.map(isFree))).toEqual([false, false, false])
  child.kill('SIGKILL')
  await until('every part is gone', ended)
  expect(await Promise.all(ports.map(isFree))).toEqual([true, true, true])
})

test.each(['PORT', 'CENTRE_PORT'])(
  'a %s that is taken is said before anything starts, though whoever has it answers',
  async (name) => {
    const other = createServer((_, reply) => reply.end('ok'))
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    const ports = await threePorts()
    ports[name === 'PORT' ? 0 : 2] = port
    const { child, said } = begin(ports)
    await until('the start ends', () => child.exitCode !== null)
    expect(child.exitCode).toBe(1)
    expect(said()).toContain(`端口 ${port} 已被其他程序占用，请停止它，或用 ${name} 指定另一个端口`)
    expect(said()).not.toContain('正在启动')
    other.close()
  },
)
