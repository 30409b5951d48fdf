import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud } from '@yibao/agent/gateway/test/fake-cloud.ts'
import { makeServer } from '@yibao/agent/gateway/test/keys.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canCompile, nativeDrivers } from '../../agent/test/native.ts'
import { buildLinux, prepare } from '../../installer/build.ts'
import { cacheFolder } from '../../installer/cache.ts'
import { toolsInstalled } from '../../installer/tools.ts'
import { freePort } from '../../tools/free-port.ts'
import { openPage, origin } from './page.ts'
import { standInSystemctl } from './systemctl.ts'

// The executable for Linux, installed by a person for himself where no systemd runs, and doing all the agent does.

const able = process.platform === 'linux' && process.arch === 'x64' && toolsInstalled()

describe.skipIf(!able)('the Linux executable', () => {
  const server = makeServer()
  const folder = mkdtempSync(join(tmpdir(), 'yibao-packaged-'))
  const at = (...names: string[]) => join(folder, ...names)
  let cloud: Awaited<ReturnType<typeof startCloud>>
  let built = ''
  let base = ''
  let gateway: ChildProcess | undefined
  // Without a PATH there is no systemctl: what systemd this machine has is left alone.
  const env = { HOME: folder, XDG_CONFIG_HOME: at('config'), PATH: '', TZ: 'Asia/Shanghai' }
  const unit = () => readFileSync(at('config', 'systemd', 'user', 'yibao-agent.service'), 'utf8')
  const program = () => /ExecStart="(.+)" gateway/.exec(unit())![1]!
  const runIn = async (its: NodeJS.ProcessEnv, file: string, ...args: string[]) => {
    const child = spawn(file, args, { env: its, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    const [code] = await once(child, 'close')
    return { code, output }
  }
  const run = (file: string, ...args: string[]) => runIn(env, file, ...args)
  const hello = async () => (await (await fetch(`${base}/v1/hello`)).json()).result
  const page = async () => openPage(base, (await hello()).agentId, server)

  beforeAll(async () => {
    const say = (text: string) => console.log(`  ${text}`)
    const { agent } = await prepare(say)
    built = await buildLinux({ dist: join(cacheFolder, 'test'), version: '0.9.0', say }, agent)
    cloud = await startCloud(server)
  }, 240_000)
  afterAll(async () => {
    gateway?.kill('SIGKILL')
    await cloud?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('it installs itself for one person, and says that nothing will start it', async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const places = ['--user', '--root', at('root'), '--data', at('data')]
    const options = ['--server', cloud.url, '--console', origin, '--enrol', 'code-1', '--port', String(port)]
    const { code, output } = await run(join(built, 'agent'), 'install', ...places, ...options, '--simulate', '1')
    expect([code, output]).toEqual([0, expect.stringContaining('没有运行 systemd')])
    expect(program()).toBe(at('root', 'versions', '0.9.0', 'agent'))
  })

  test('started as its unit says it enrols, and its desk is ready', async () => {
    gateway = spawn(program(), ['gateway'], { env, cwd: '/', stdio: 'ignore' })
    await vi.waitFor(async () => expect((await hello()).pairing).toBe('enrolled'), { timeout: 20_000, interval: 50 })
    await vi.waitFor(async () => expect((await fetch(`${base}/health`)).status).toBe(200), 20_000)
    expect(await hello()).toMatchObject({ version: '0.9.0' })
    const html = await (await fetch(`${base}/app/`, { headers: { 'sec-fetch-mode': 'navigate' } })).text()
    expect(html).toContain('<base href="/app/">')
  })

  test.skipIf(!canCompile)("a vendor's library is read with the koffi beside it", async () => {
    const workshop = at('workshop')
    const made = nativeDrivers(workshop).add('c-sscard', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
    cpSync(made, at('data', 'agent', 'drivers', 'c-sscard'), { recursive: true })
    // The desk looks for drivers when it starts.
    gateway!.kill('SIGTERM')
    await once(gateway!, 'exit')
    gateway = spawn(program(), ['gateway'], { env, cwd: '/', stdio: 'ignore' })
    await vi.waitFor(async () => expect((await fetch(`${base}/health`)).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    })
    const { ok, result } = await (await page()).call('card.read', '/v1/card/read', { medium: 'socialCard' })
    expect([ok, JSON.parse(String(result))]).toMatchObject([true, { driver: 'c-sscard', card: { name: '张三' } }])
  })

  test('a slip is printed once', async () => {
    const console = await page()
    const slip = readFileSync(join(import.meta.dirname, 'slip.pdf'))
    const { ok, result, message } = await console.print('/v1/print/jobs?documentType=slip', slip)
    expect([ok, message]).toEqual([true, undefined])
    await vi.waitFor(async () => expect((await console.job(String(result.id))).result.state).toBe('done'), {
      timeout: 20_000,
      interval: 50,
    })
  })

  test('a native ERP speaks with the token that the command line showed, and with no earlier one', async () => {
    const token = async () => /: ([\w-]{43})$/m.exec((await run(program(), 'erp-token')).output)![1]!
    // A program, not a page: fetch would say of itself that it is one.
    const ask = async (bearer: string) => {
      const request = get(`${base}/v1/erp/frames`, { headers: { authorization: `Bearer ${bearer}` } })
      const [answer] = await once(request, 'response')
      answer.resume()
      return answer.statusCode
    }
    const [first, second] = [await token(), await token()]
    expect([await ask(first), await ask(second)]).toEqual([401, 200])
  })

  test('doctor and status tell how it is, in words and by their exit code', async () => {
    const doctor = await run(program(), 'doctor')
    expect([doctor.code, doctor.output]).toEqual([
      0,
      expect.stringMatching(/已绑定门店[\s\S]*桌面程序已就绪[\s\S]*时间与服务器一致[\s\S]*一切正常/),
    ])
    expect((await run(program(), 'status')).output).toContain(`${base} 版本 0.9.0，桌面程序已就绪`)
    writeFileSync(at('data', 'agent', 'printers.json'), '{"default": "前台",')
    // Another one on its folder and port: what a service says when it does not start nobody hears.
    const second = await run(program(), 'gateway')
    expect([second.code, second.output]).toEqual([1, expect.stringContaining('另一个本机助手正在使用')])
    expect(readFileSync(at('data', 'agent', 'logs', 'agent.log'), 'utf8')).toContain('另一个本机助手正在使用')
    const misspelt = await run(program(), 'doctor')
    expect([misspelt.code, misspelt.output]).toEqual([1, expect.stringContaining('打印设置读不出来')])
    rmSync(at('data', 'agent', 'printers.json'))
    await cloud.stop()
    const ill = await run(program(), 'doctor')
    expect([ill.code, ill.output]).toEqual([1, expect.stringContaining(`连不上医保云 ${cloud.url}`)])
  })

  test('uninstalled, nothing runs and nothing is left', async () => {
    const ended = once(gateway!, 'exit')
    expect((await run(program(), 'uninstall')).code).toBe(0)
    await ended
    await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
    expect([existsSync(at('root')), existsSync(at('data'))]).toEqual([false, false])
    expect(readdirSync(at('config', 'systemd', 'user'))).toEqual([])
  })
  test('under systemd it is started, told of, stopped, started again and removed by the same command', async () => {
    const units = at('own', 'systemd', 'user')
    const its = { ...env, XDG_CONFIG_HOME: at('own'), PATH: standInSystemctl(at('bin'), units) }
    const agent = (...args: string[]) => runIn(its, at('root', 'versions', '0.9.0', 'agent'), ...args)
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const places = ['--user', '--root', at('root'), '--data', at('data'), '--port', String(port)]
    const installed = await runIn(its, join(built, 'agent'), 'install', ...places, '--server', 'http://127.0.0.1:9')
    expect([installed.code, installed.output]).toEqual([0, expect.stringContaining(`本机助手: ${base}`)])
    expect((await agent('status')).output).toMatch(/服务正在运行[\s\S]*版本 0\.9\.0/)
    expect(await agent('stop')).toMatchObject({ code: 0, output: '本机助手已停止\n' })
    await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
    expect(await agent('status')).toMatchObject({ code: 1, output: expect.stringMatching(/服务已停止[\s\S]*没有应答/) })
    expect((await agent('doctor')).output).toContain('运行 agent start')
    expect(await agent('start')).toMatchObject({ code: 0, output: `本机助手: ${base}\n` })
    expect((await agent('doctor')).output).toContain('✓ 服务正在运行')
    // A repair is told nothing anew: not where the data are, nor that it is for this person only.
    const repaired = await runIn(its, join(built, 'agent'), 'install', '--root', at('root'))
    expect([repaired.code, repaired.output]).toEqual([0, expect.stringContaining(`本机助手: ${base}`)])
    expect(JSON.parse(readFileSync(at('root', 'install.json'), 'utf8'))).toMatchObject({
      scope: 'user',
      data: at('data'),
    })
    // Half an update, or somebody's hand: what it is to take away is still there.
    rmSync(at('root', 'current'))
    expect(await agent('status')).toMatchObject({
      code: 1,
      output: expect.stringContaining('重新运行安装程序（修复）'),
    })
    expect((await agent('doctor')).output.match(/没有记录正在使用的版本/g)).toHaveLength(1)
    expect((await agent('uninstall')).code).toBe(0)
    await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
    expect([existsSync(at('root')), existsSync(at('data')), readdirSync(units)]).toEqual([false, false, []])
  })
})
