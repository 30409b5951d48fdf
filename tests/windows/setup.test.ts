import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCloud } from '@yibao/agent/gateway/test/fake-cloud.ts'
import { makeServer } from '@yibao/agent/gateway/test/keys.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canPrint, startCups } from '../../agent/test/cups.ts'
import { buildWindows, prepare, versionFile } from '../../installer/build.ts'
import { cacheFolder } from '../../installer/cache.ts'
import { buildSetup } from '../../installer/setup.ts'
import { verifySignature } from '../../installer/sign.ts'
import { installTools } from '../../installer/tools.ts'
import { makeWindows, type Windows, windowsPath } from '../../installer/wine.ts'
import { openPage, origin } from '../packaged/page.ts'
import { freePort } from '../packaged/port.ts'
import { cardDriver, installCardDriver } from './card.ts'
import { canRunWindows } from './machine.ts'

// setup.exe as an administrator runs it, on a fresh Windows: one story from the first installation to nothing left.

const version = '0.9.0'
const next = '0.9.1'
const minutes = 60_000
const pdf = readFileSync(join(import.meta.dirname, '..', 'packaged', 'slip.pdf'))

describe.skipIf(!canRunWindows)('setup.exe on a fresh Windows', () => {
  const server = makeServer()
  let windows: Windows
  let cups: Awaited<ReturnType<typeof startCups>> | undefined
  let cloud: Awaited<ReturnType<typeof startCloud>>
  let setup = ''
  let built = ''
  let base = ''
  let agentId = ''
  const drive = (...names: string[]) => join(windows.prefix, 'drive_c', ...names)
  const root = (...names: string[]) => drive('Program Files', 'YibaoAgent', ...names)
  const data = (...names: string[]) => drive('ProgramData', 'YibaoAgent', ...names)
  const program = () => {
    const active = readFileSync(root('current'), 'utf8').trim()
    return `C:\\Program Files\\YibaoAgent\\versions\\${active}\\agent.exe`
  }
  const agent = (...args: string[]) => windows.run([program(), ...args])
  const registry = async (key: string) => (await windows.run(['reg', 'query', key, '/s', '/reg:64'])).output
  const hello = async () => (await (await fetch(`${base}/v1/hello`)).json()).result
  const service = () => registry('HKLM\\System\\CurrentControlSet\\Services\\YibaoAgent')
  const taskFile = () => drive('windows', 'system32', 'tasks', 'YibaoAgent', 'Desk')
  /** What the task does when somebody logs on. Wine keeps the task and forgets its command, which is a test of its own. */
  const logOn = async () => {
    expect(existsSync(taskFile())).toBe(true)
    windows.start([program(), 'desk'])
    await deskReady()
  }
  const deskReady = async () => {
    await vi.waitFor(async () => expect((await fetch(`${base}/health`)).status).toBe(200), {
      timeout: 40_000,
      interval: 200,
    })
  }

  beforeAll(async () => {
    const say = (text: string) => console.log(`  ${text}`)
    if (!installTools(say)) throw new Error('the packager could not be installed')
    cups = canPrint ? await startCups() : undefined
    windows = await makeWindows(cups ? { CUPS_SERVER: cups.socketPath } : {})
    const dist = join(cacheFolder, 'test')
    const { agent: bundle, host } = await prepare(say)
    built = await buildWindows({ dist, version, say, windows }, bundle, host)
    setup = await buildSetup(built, { dist, version, compress: 'zlib' })
    cloud = await startCloud(server)
  }, 6 * minutes)
  afterAll(async () => {
    await cloud?.stop()
    await windows?.remove()
    await cups?.stop()
  }, minutes)

  test('every program is signed by us, SumatraPDF stays as its author signed it', async () => {
    const ours = ['agent.exe', 'agent-host-x86.exe', 'native/win32-x64/koffi.node', 'native/win32-ia32/koffi.node']
    for (const file of ours) await verifySignature(join(built, file))
    await verifySignature(setup)
    await expect(verifySignature(join(built, 'SumatraPDF.exe'))).rejects.toThrow('osslsigncode')
  })

  test(
    'installed in silence it is a service that is bound to the shop and answers',
    async () => {
      const port = await freePort()
      base = `http://127.0.0.1:${port}`
      const options = [`/SERVER=${cloud.url}`, `/CONSOLE=${origin}`, '/ENROLL=code-1', `/PORT=${port}`]
      const { code } = await windows.run([windowsPath(setup), '/S', ...options])
      const report = existsSync(root('report.txt')) ? readFileSync(root('report.txt'), 'utf16le') : ''
      expect([code, report]).toEqual([0, ''])
      expect(await hello()).toMatchObject({ version, pairing: expect.stringMatching(/enrolled/) })
      await vi.waitFor(async () => expect((await hello()).pairing).toBe('enrolled'), 10_000)
      agentId = (await hello()).agentId
      const known = await service()
      expect(known).toContain(`"C:\\Program Files\\YibaoAgent\\versions\\${version}\\agent.exe" gateway --service`)
      expect(known).toMatch(/ObjectName\s+REG_SZ\s+NT SERVICE\\YibaoAgent/)
      await verifySignature(root('uninstall.exe'))
    },
    3 * minutes,
  )

  test(
    'browsers may let the console in, nothing else of the machine is changed',
    async () => {
      const policies = await registry('HKLM\\Software\\Policies')
      for (const browser of ['Google\\Chrome', 'Microsoft\\Edge'])
        for (const list of ['LoopbackNetworkAllowedForUrls', 'LocalNetworkAccessAllowedForUrls'])
          expect(policies).toMatch(
            new RegExp(`${browser.replace('\\', '\\\\')}\\\\${list}\\s+1\\s+REG_SZ\\s+${origin}`),
          )
      expect(policies).toMatch(/Firefox\\LocalNetworkAccess\\SkipDomains\s+1\s+REG_SZ\s+console\.example\.cn/)
      expect(await registry('HKLM\\Software\\Microsoft\\SystemCertificates\\Root')).not.toMatch(/Yibao/i)
      expect(await registry('HKLM\\System\\CurrentControlSet\\Services\\SharedAccess')).not.toMatch(/Yibao/i)
    },
    minutes,
  )

  test(
    'after logon a 32-bit stdcall library is read through service, desk and 32-bit host',
    async () => {
      await installCardDriver(data())
      await logOn()
      const page = await openPage(base, agentId, server)
      const { ok, result, message } = await page.call('card.read', '/v1/card/read', { medium: 'socialCard' })
      expect([ok, message]).toEqual([true, undefined])
      expect(JSON.parse(String(result))).toMatchObject({
        driver: cardDriver,
        card: { name: '张三', cardNo: 'A00000017' },
      })
    },
    2 * minutes,
  )

  test.skipIf(!canPrint)(
    'a slip reaches the print spooler',
    async () => {
      const page = await openPage(base, agentId, server)
      const { ok, result, message } = await page.print('/v1/print/jobs?printer=COUNTER&paper=roll80', pdf)
      expect([ok, message]).toEqual([true, undefined])
      await vi.waitFor(async () => expect((await page.job(String(result.id))).result.state).toBe('done'), {
        timeout: 40_000,
        interval: 200,
      })
      await vi.waitFor(() => expect(readdirSync(cups!.out).join()).toContain(String(result.id)), 20_000)
    },
    2 * minutes,
  )

  test(
    'the doctor finds nothing to cure but a fault that is there',
    async () => {
      const well = await agent('doctor')
      expect([well.code, well.output]).toEqual([0, expect.stringContaining('一切正常')])
      writeFileSync(data('agent', 'drivers', cardDriver, 'SSCardDriver.dll'), 'broken')
      writeFileSync(root('versions', version, 'drivers', 'sim-printer', 'driver.json'), '{}')
      const ill = await agent('doctor')
      expect(ill.code).toBe(1)
      expect(ill.output).toMatch(/读卡器.*文件不是本系统的动态库/)
      expect(ill.output).toMatch(/1 个文件缺少或被改动（drivers\/sim-printer\/driver\.json）/)
    },
    2 * minutes,
  )

  test(
    'after a power cut the service comes back by itself',
    async () => {
      await windows.cut()
      await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
      windows.power()
      await vi.waitFor(async () => expect((await hello()).agentId).toBe(agentId), { timeout: 40_000, interval: 200 })
    },
    minutes,
  )

  test(
    'setup.exe over a running agent repairs it and asks nothing again',
    async () => {
      await logOn()
      expect((await windows.run([windowsPath(setup), '/S'])).code).toBe(0)
      expect(await hello()).toMatchObject({ agentId, version, pairing: 'enrolled' })
      expect(readFileSync(root('versions', version, 'drivers', 'sim-printer', 'driver.json'), 'utf8')).not.toBe('{}')
    },
    3 * minutes,
  )

  test(
    'the next version takes its place, and the former one stays to go back to',
    async () => {
      await logOn()
      const folder = root('versions', next)
      cpSync(built, folder, { recursive: true })
      writeFileSync(join(folder, 'version.json'), versionFile(folder, next))
      const { code } = await windows.run([windowsPath(join(folder, 'agent.exe')), 'install'])
      expect(code).toBe(0)
      expect(await hello()).toMatchObject({ agentId, version: next, pairing: 'enrolled' })
      expect(await service()).toContain(`versions\\${next}\\agent.exe`)
      // The desk of the former version finds a stranger behind the door and makes room for the one that fits.
      await deskReady()
      expect(readdirSync(root('versions')).sort()).toEqual([version, next])
    },
    2 * minutes,
  )

  test(
    'uninstalled, nothing listens and nothing is left',
    async () => {
      await logOn()
      // NSIS' uninstaller starts a copy of itself, which may remove it, and returns.
      expect((await windows.run([windowsPath(root('uninstall.exe')), '/S'])).code).toBe(0)
      await vi.waitFor(() => expect(existsSync(root())).toBe(false), { timeout: minutes, interval: 200 })
      await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
      expect(await registry('HKLM\\System\\CurrentControlSet\\Services')).not.toContain('YibaoAgent')
      expect(await registry('HKLM\\Software\\Policies')).not.toContain('console.example.cn')
      expect(await registry('HKLM\\Software\\Microsoft\\Windows\\CurrentVersion')).not.toContain('YibaoAgent')
      expect(existsSync(taskFile())).toBe(false)
      expect(existsSync(data())).toBe(false)
      expect((await windows.run(['tasklist'])).output).not.toMatch(/agent/i)
    },
    2 * minutes,
  )
})
