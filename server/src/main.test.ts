import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentKeeps, serverKeeps } from '@yibao/shared/kept-connections.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../tools/free-port.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'yibao-main-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const running: ChildProcess[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.kill('SIGKILL')
})

const run = (port: number, more: NodeJS.ProcessEnv = {}) => {
  const own = { PORT: String(port), DATA_DIR: dataDir, CONSOLE_DIR: dataDir, ENROL_CODE: 'first' }
  const env = { ...process.env, ...own, ...more }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return { child, output: () => output, ended: once(child, 'exit') as Promise<[number | null]> }
}

type Run = ReturnType<typeof run>

const health = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    async (answer) => ({ status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() }),
    () => undefined,
  )

/** Statuses heard on the port until it is ready. */
const untilReady = async (port: number, { child, output }: Run) => {
  const heard = new Set<number>()
  for (;;) {
    if (child.exitCode !== null) throw new Error(output())
    const answer = await health(port)
    if (answer) heard.add(answer.status)
    if (answer?.status === 503) expect([answer.retry, answer.body.statusCode]).toEqual(['1', 503])
    if (answer?.status === 200) return heard
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('starts with 503, says one line, holds its folder, stops cleanly; a killed one is replaced', async () => {
  const port = await freePort()
  const first = run(port)
  expect(await untilReady(port, first)).toEqual(new Set([503, 200]))
  expect(
    first
      .output()
      .split('\n')
      .filter((line) => line.includes('医保云')),
  ).toEqual([`医保云服务已就绪 http://127.0.0.1:${port}`])

  const second = run(await freePort())
  expect((await second.ended)[0]).toBe(1)
  expect(second.output()).toContain(`正由进程 ${first.child.pid} 使用`)

  const stopping = Date.now()
  first.child.kill('SIGTERM')
  expect((await first.ended)[0]).toBe(0)
  expect(Date.now() - stopping).toBeLessThan(5000)
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)

  const killed = run(port)
  await untilReady(port, killed)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(existsSync(join(dataDir, 'lock'))).toBe(true)

  const next = run(port)
  await untilReady(port, next)
  const login = await fetch(`http://127.0.0.1:${port}/prod-api/api/Auth/SilentLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify' }),
  })
  // An agent lets go of an unused connection first: whoever sends into one that is just closing hears of a broken line.
  expect(login.headers.get('keep-alive')).toBe(`timeout=${serverKeeps / 1000}`)
  expect(agentKeeps).toBeLessThan(serverKeeps / 2)
  expect((await login.json()).result.userName).toBe('clerk')
  next.child.kill('SIGINT')
  expect((await next.ended)[0]).toBe(0)
}, 120_000)

test('another data key than the database’s starts nothing; where it is lost, the new one counts from then on', async () => {
  const port = await freePort()
  const said = async (env: NodeJS.ProcessEnv) => {
    const one = run(port, env)
    expect((await one.ended)[0], 'no supervisor starts it again').toBe(78)
    return one.output()
  }
  const starts = async (env: NodeJS.ProcessEnv) => {
    const one = run(port, env)
    await untilReady(port, one)
    one.child.kill('SIGTERM')
    await one.ended
  }
  await starts({})
  const DATA_KEY = randomBytes(32).toString('base64')
  expect(await said({ DATA_KEY })).toContain('DATA_KEY 不是这个数据库的数据密钥')
  expect(await said({ DATA_KEY: 'c2hvcnQ=' })).toContain('DATA_KEY 应为 base64 编码的 32 个字节')
  await starts({ DATA_KEY, DATA_KEY_LOST: '1' })
  await starts({ DATA_KEY })
  expect(await said({})).toContain(`${join(dataDir, 'keys', 'data.key')} 不是这个数据库的数据密钥`)
  await starts({ DATA_KEY_LOST: '1' })
}, 120_000)

test('keys of another node start nothing, and what to copy is said', async () => {
  const port = await freePort()
  const first = run(port)
  await untilReady(port, first)
  first.child.kill('SIGTERM')
  await first.ended
  // As if they had never been copied here: this node makes one of its own.
  rmSync(join(dataDir, 'keys', 'password.pem'))
  const stranger = run(port)
  expect((await stranger.ended)[0]).toBe(78)
  expect(stranger.output()).toMatch(/医保云服务没有启动：.*password\.pem.*复制到本节点/)
  await untilReady(port, run(port, { SERVER_KEYS_LOST: '1' }))
}, 120_000)

test('a taken port is said in words', async () => {
  const blocker = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
  const one = run(port)
  expect((await one.ended)[0]).toBe(1)
  expect(one.output()).toContain(`端口 ${port} 已被其他程序占用`)
  expect(existsSync(join(dataDir, 'lock')), 'the folder is free again').toBe(false)
  blocker.close()
})

test('a balancer that is no address is said in words', async () => {
  const one = run(await freePort(), { TRUSTED_PROXIES: '10.0.0.0/8 balancer' })
  expect((await one.ended)[0]).toBe(78)
  expect(one.output()).toContain('TRUSTED_PROXIES 只能是 IP 地址或网段')
})
