import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import { restartCode } from '../server/src/process/exit-codes.ts'
import { DataFolderTaken, takeDataFolder } from '../server/src/process/lock.ts'
import { consoleIsStale } from './console-age.ts'
import { freeOf } from './free-port.ts'
import { root } from './root.ts'

// `npm start`: the whole product on this machine, centre included (DESIGN 4). Every step says what it is doing.

const begin = Date.now()
const dataDir = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const port = Number(process.env.PORT ?? 47600)
const centrePort = Number(process.env.CENTRE_PORT ?? 47620)
const withCentre = !process.env.CENTRE_URL

let release = () => {}
try {
  release = takeDataFolder(dataDir, 'start')
} catch (fault) {
  console.error(fault instanceof DataFolderTaken ? fault.message : fault)
  process.exit(1)
}
process.on('exit', () => release())

// Before anything is built: what answers there already would be taken for the part that could not start.
const asked = process.env.AGENT_PORT ? [Number(process.env.AGENT_PORT)] : agentPorts
const needed = { PORT: [port], ...(withCentre && { CENTRE_PORT: [centrePort] }), AGENT_PORT: asked }
for (const [name, some] of Object.entries(needed)) {
  if ((await freeOf(some)).length) continue
  console.error(`端口 ${some.join('、')} 已被其他程序占用，请停止它，或用 ${name} 指定另一个端口`)
  process.exit(1)
}
// Ours comes up on one of these: an agent that is installed on this PC answers on the others.
const ports = await freeOf(asked)

const endWithParent = ['--import', pathToFileURL(join(root, 'tools/end-with-parent.ts')).href]
const say = (text: string) => console.log(text)

const node = (script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...endWithParent, join(root, script), ...args], {
    cwd: root,
    // A group of its own: Ctrl-C reaches us alone, and we end the parts in their order.
    detached: process.platform !== 'win32',
    // The pipe tells a part that we are gone, kill -9 included (end-with-parent.ts).
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  })

const ended = (child: ChildProcess) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode)
    else child.once('exit', (code) => done(code))
  })

if (consoleIsStale(root)) {
  say('正在构建控制台…')
  if ((await ended(node('tools/build-console.ts'))) !== 0) {
    console.error('控制台构建没有完成，请查看上面的输出')
    process.exit(1)
  }
}

mkdirSync(dataDir, { recursive: true })
const enrolCode = randomBytes(12).toString('base64url')
const children: ChildProcess[] = []
let stopping = false

const stop = async (code: number) => {
  if (stopping) return
  stopping = true
  say('\n正在停止…')
  // Agent first, then the server, the centre last: nobody loses the one he still speaks to.
  for (const child of [...children].reverse()) {
    child.kill('SIGTERM')
    // The server lets a settlement that is at the centre come to its end; told a second time it does not.
    const hurry = setTimeout(() => child.kill('SIGTERM'), 6000)
    const force = setTimeout(() => child.kill('SIGKILL'), 12_000)
    await ended(child)
    clearTimeout(hurry)
    clearTimeout(force)
  }
  process.exit(code)
}
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
// The terminal window was closed: without this the parts would stay behind and hold their ports.
process.on('SIGHUP', () => void stop(0))

/** Starts a part of the product, and again when it was asked for another start. */
const part = (name: string, start: () => ChildProcess, place = children.length) => {
  const child = start()
  children[place] = child
  child.once('exit', (code) => {
    if (stopping) return
    if (code === restartCode) {
      say(`${name}按要求重新启动…`)
      part(name, start, place)
      return
    }
    console.error(`${name}已退出（${code ?? child.signalCode}）`)
    void stop(1)
  })
}

/** ms in which a part has to say something. */
const patience = 90_000

/**
 * Waits until an address answers /health with 200. What says that it is starting is waited for: it may be bringing millions
 * of orders up to date, which would begin anew each time it is cut off, and it ends by itself where it cannot start.
 */
const ready = async (name: string, urls: string[]): Promise<string> => {
  let until = Date.now() + patience
  while (Date.now() < until && !stopping) {
    for (const url of urls) {
      const answer = await fetch(`${url}/health`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.status === 200) return url
      if (answer?.status === 503) until = Date.now() + patience
    }
    await new Promise((again) => setTimeout(again, 100))
  }
  if (!stopping) console.error(`${name}没有在 ${patience / 1000} 秒内就绪`)
  void stop(1)
  // Nothing comes after a part that did not start: stop() ends the process.
  return new Promise<never>(() => {})
}

const local = (one: number) => `http://127.0.0.1:${one}`

if (withCentre) {
  say('正在启动医保中心模拟器…')
  part('医保中心模拟器', () => node('server/src/simulator/main.ts', [], { CENTRE_PORT: String(centrePort) }))
}
say('正在启动医保云服务（首次会建立数据库并写入演示数据）…')
part('医保云服务', () =>
  node('server/src/main.ts', [], {
    PORT: String(port),
    CENTRE_PORT: String(centrePort),
    ENROL_CODE: enrolCode,
    SUPERVISED: '1',
  }),
)
const serverUrl = await ready('医保云服务', [local(port)])
if (withCentre) await ready('医保中心模拟器', [local(centrePort)])
say('正在启动本机助手（模拟读卡器和打印机）…')
part('本机助手', () =>
  node('agent/src/main.ts', ['gateway'], {
    SERVER_URL: serverUrl,
    ENROL_CODE: enrolCode,
    LOG_LEVEL: 'warn',
    CONSOLE_DIR: join(root, 'console', 'dist'),
  }),
)
const agentUrl = await ready('本机助手', ports.map(local))

say(`
医保云已就绪（${((Date.now() - begin) / 1000).toFixed(1)} 秒）

  控制台          ${serverUrl}/
  本机助手        ${agentUrl}/        由助手提供的控制台 ${agentUrl}/app/
  接口文档        ${serverUrl}/prod-api/docs
  医保中心模拟器  ${withCentre ? local(centrePort) : process.env.CENTRE_URL}

  演示账号（密码 Yibao@2026）
    clerk   观前店操作员（苏州）    clerk2  新街口店操作员（南京）    clerk3  五一店操作员（长沙）
    area    区域管理员（苏州、南京）  area1   区域管理员（苏州）         admin   超级管理员

  按 Ctrl-C 停止
`)
