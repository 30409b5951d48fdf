import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { readConfig } from './config.ts'
import { startAgent } from './test/agent.ts'
import { raw } from './test/raw.ts'
import { listenOnLoopback } from './web/listen.ts'

test('the environment, and what it defaults to', () => {
  expect(readConfig({})).toMatchObject({
    serverUrl: 'http://127.0.0.1:47600',
    ports: [47610, 47611, 47612],
    enrolCode: undefined,
  })
  const env = {
    SERVER_URL: 'https://yb.example.cn/',
    AGENT_PORT: '5000',
    DATA_DIR: '/d',
    CONSOLE_DIR: '/c',
    ENROL_CODE: 'x',
  }
  expect(readConfig(env)).toMatchObject({
    serverUrl: 'https://yb.example.cn',
    ports: [5000],
    folder: '/d/agent',
    consoleDir: '/c',
    enrolCode: 'x',
  })
  for (const wrong of [
    { AGENT_PORT: 'x' },
    { AGENT_PORT: '70000' },
    { SERVER_URL: 'ftp://a' },
    { SERVER_URL: 'http://a/b' },
    { SERVER_URL: 'http://u@a' },
  ])
    expect(() => readConfig(wrong)).toThrow()
})

test('the first free port on loopback, and words when there is none', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const busy = typeof address === 'object' && address ? address.port : 0
  const app = Fastify()
  expect(await listenOnLoopback(app, [busy, 0])).not.toBe(busy)
  await app.close()
  const other = Fastify()
  await expect(listenOnLoopback(other, [busy])).rejects.toThrow(`端口 ${busy} 被占用，请退出占用它的程序`)
  await other.close()
  taken.close()
})

/** A machine that refuses these ports, as Windows does those of a range that Hyper-V has set aside. */
const refusing = (refused: Record<number, string>) => {
  let got = 0
  const listen = async ({ port }: { port: number }) => {
    const code = refused[port]
    if (code) throw Object.assign(new Error(`listen ${code}`), { code })
    got = port
  }
  return { listen, server: { address: () => ({ port: got }) } } as unknown as FastifyInstance
}

test('a port that Windows keeps for itself is passed over as a taken one is, and told by its own cause', async () => {
  expect(await listenOnLoopback(refusing({ 47610: 'EACCES', 47611: 'EADDRINUSE' }), [47610, 47611, 47612])).toBe(47612)
  const none = refusing({ 47610: 'EADDRINUSE', 47611: 'EACCES', 47612: 'EACCES' })
  const told = await listenOnLoopback(none, [47610, 47611, 47612]).catch((error: Error) => error.message)
  expect(told).toMatch(/^端口 47610 被占用.*；端口 47611、47612 都被系统拒绝.*netsh int ipv4 show excludedportrange/)
  await expect(listenOnLoopback(refusing({ 1: 'EMFILE' }), [1, 2])).rejects.toThrow('EMFILE')
})

test('health is 503 until the desk is there', async () => {
  const agent = await startAgent()
  const health = async () => (await fetch(`${agent.base}/health`)).status
  expect(await health()).toBe(200)
  agent.desk.state = 'restarting'
  const answer = await fetch(`${agent.base}/health`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
  await agent.stop()
})

test('an agent that runs on looks each day after what was put aside, and takes away what is a month old', async () => {
  const folder = tempFolder()
  const aside = (name: string, days: number) => {
    const then = new Date(Date.now() - days * 86_400_000)
    writeFileSync(join(folder, name), '王䶮')
    utimesSync(join(folder, name), then, then)
  }
  aside('jobs.sqlite.damaged', 31)
  aside('jobs.sqlite.damaged-wal', 31)
  aside('lock.sqlite.damaged', 29)
  aside('print.json.damaged', 31)
  const agent = await startAgent({ folder, lookMs: 5 })
  const left = () => readdirSync(folder).filter((name) => name.includes('damaged'))
  await expect.poll(left).toEqual(['lock.sqlite.damaged', 'print.json.damaged'])
  await agent.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the page of the address says where things stand, without names or devices', async () => {
  const agent = await startAgent({ unenrolled: true })
  const { headers, text } = await raw(agent.port, 'GET', '/', { host: new URL(agent.base).host })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(text).toContain(agent.gateway.identity.agentId)
  expect(text).toContain('还没有绑定门店')
  expect(text).not.toContain('小票打印机')
  expect(text).toContain('今日读卡 0 次')
  expect(text).not.toContain('升级')
  agent.gateway.update = () => ({ to: '1.2.0', phase: 'rolledBack', reason: 'DRIVER demo' })
  expect((await raw(agent.port, 'GET', '/', { host: new URL(agent.base).host })).text).toContain(
    '版本 1.2.0 没有通过检查，已自动退回',
  )
  agent.gateway.update = () => ({ to: '1.2.0', phase: 'rolledBack', reason: 'UPDATER' })
  expect((await raw(agent.port, 'GET', '/', { host: new URL(agent.base).host })).text).toContain(
    '更新服务启动不了，没有换到版本 1.2.0',
  )
  agent.gateway.update = () => ({ to: '1.2.0', phase: 'rolledBack', reason: 'UPDATER_SLOW' })
  expect((await raw(agent.port, 'GET', '/', { host: new URL(agent.base).host })).text).toContain(
    '更新服务两分钟内没有做完，没有换到版本 1.2.0，稍后再试',
  )
  agent.gateway.update = () => ({ to: '1.2.0', phase: 'waiting', reason: 'disk' })
  expect((await raw(agent.port, 'GET', '/', { host: new URL(agent.base).host })).text).toContain(
    '磁盘空间不足，没有下载版本 1.2.0',
  )
  await agent.stop()
})
