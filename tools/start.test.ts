import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freeOf, freePort } from './free-port.ts'
import { root } from './root.ts'

// An agent that is installed on this PC holds a port and answers /health as ours would.

const held = async (work: (port: number) => unknown) => {
  const port = await freePort()
  const server = await new Promise<Server>((done) => {
    const one = createServer().listen(port, '127.0.0.1', () => done(one))
  })
  try {
    await work(port)
  } finally {
    await new Promise((done) => server.close(done))
  }
}

test('npm start does not take whoever holds the port of its agent for its own', () =>
  held(async (port) => {
    const folder = mkdtempSync(join(tmpdir(), 'yibao-start-'))
    const [PORT, CENTRE_PORT] = [String(await freePort()), String(await freePort())]
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'tools/start.ts')], {
      env: { ...process.env, DATA_DIR: folder, AGENT_PORT: String(port), PORT, CENTRE_PORT },
      encoding: 'utf8',
      timeout: 30_000,
    })
    rmSync(folder, { recursive: true, force: true })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`端口 ${port} 已被其他程序占用，请停止它，或用 AGENT_PORT 指定另一个端口`)
  }))

test('of several ports the taken ones are left out, in their order', () =>
  held(async (port) => {
    const [first, last] = [await freePort(), await freePort()]
    expect(await freeOf([first, port, last])).toEqual([first, last])
  }))
