import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildConsole } from '../../tools/built-console.ts'
import { freePort } from '../../tools/free-port.ts'
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

/** Whether nothing listens on a port: only then can it be bound. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const start = async () => {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const [PORT, AGENT_PORT, CENTRE_PORT] = ports.map(String)
  const child = spawn(process.execPath, [join(root, 'tools', 'start.ts')], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT, AGENT_PORT, CENTRE_PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  await until(
    'the product is ready',
    () => said.includes('医保云已就绪') || child.exitCode !== null,
    (ready) => ready,
    90_000,
  )
  expect(child.exitCode).toBe(null)
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
