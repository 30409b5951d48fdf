import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { startCloud } from '@yibao/agent/gateway/test/fake-cloud.ts'
import { makeServer } from '@yibao/agent/gateway/test/keys.ts'
import { makeReleaseKeys } from '@yibao/agent/update/test/release.ts'
import { paths } from '@yibao/shared/agent/cloud.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canPrint, startCups } from '../../agent/test/cups.ts'
import { buildWindows, prepare } from '../../installer/build.ts'
import { cacheFolder } from '../../installer/cache.ts'
import { buildSetup } from '../../installer/setup.ts'
import { verifySignature } from '../../installer/sign.ts'
import { installTools } from '../../installer/tools.ts'
import { makeWindows, type Windows, windowsPath } from '../../installer/wine.ts'
import { freePort } from '../../tools/free-port.ts'
import { openPage, origin } from '../packaged/page.ts'
import { callLibraries, expectLog, installLibraries, removeLibraries } from './call-libraries.ts'
import { cardDriver, installCardDriver, packageCardDriver } from './card.ts'
import { counterOn, paperOf } from './counter.ts'
import {
  expectIcons,
  expectNothingLeft,
  expectPolicies,
  expectVerbs,
  installBrowser,
  loseIcons,
  setOwnPolicy,
} from './left.ts'
import { canRunWindows } from './machine.ts'
import { serveUpdates } from './serve.ts'
import { nextVersion, publicKeysFile, signedAnew, silentVersion, unsignedVersion } from './versions.ts'
import { watch } from './watch.ts'

// setup.exe as an administrator runs it, on a fresh Windows: one story from the first installation to nothing left.
const dist = join(cacheFolder, 'test')
const version = '0.9.0'
const next = '0.9.1'
/** Versions that the server offers. */
const offered = { good: '0.9.2', silent: '0.9.3', unsigned: '0.9.4' }
const minutes = 60_000
/** How long is waited for what follows at once, on a busy machine. */
const soon = { timeout: 40_000, interval: 500 }
const pdf = readFileSync(join(import.meta.dirname, '..', 'packaged', 'slip.pdf'))

describe.skipIf(!canRunWindows)('setup.exe on a fresh Windows', () => {
  const server = makeServer()
  const keys = makeReleaseKeys()
  let served: ReturnType<typeof serveUpdates>
  let windows: Windows
  let pc: ReturnType<typeof counterOn>
  let cups: Awaited<ReturnType<typeof startCups>> | undefined
  let cloud: Awaited<ReturnType<typeof startCloud>>
  let setup = ''
  let built = ''
  let base = ''
  let agentId = ''
  const hello = async () => (await (await fetch(`${base}/v1/hello`)).json()).result
  const readCard = async () => {
    const page = await openPage(base, agentId, server)
    const { ok, result, message } = await page.call('card.read', '/v1/card/read', { medium: 'socialCard' })
    expect([ok, message]).toEqual([true, undefined])
    return JSON.parse(String(result))
  }
  const readsCardOf = (holder: string) =>
    vi.waitFor(async () => expect((await readCard()).card.name).toBe(holder), soon)

  beforeAll(async () => {
    const say = (text: string) => console.log(`  ${text}`)
    if (!installTools(say)) throw new Error('the packager could not be installed')
    cups = canPrint ? await startCups() : undefined
    // Without its debugger, which takes seconds to look at each crash and tells nobody, and without icons on this side.
    const quiet = { WINEDLLOVERRIDES: 'mscoree=;mshtml=;winedbg.exe=d;winemenubuilder.exe=d' }
    windows = await makeWindows({ ...quiet, ...(cups && { CUPS_SERVER: cups.socketPath }) })
    // A version that never says hello need not be waited for as long as at a counter.
    const environment = 'HKLM\\System\\CurrentControlSet\\Control\\Session Manager\\Environment'
    await windows.run(['reg', 'add', environment, '/v', 'UPDATE_PROBE_MS', '/d', '15000'])
    await setOwnPolicy(windows)
    await installBrowser(windows)
    await windows.cut()
    pc = counterOn(windows)
    process.env.RELEASE_KEYS = publicKeysFile(cacheFolder, keys)
    const { agent: bundle, host } = await prepare(say)
    built = await buildWindows({ dist, version, say, windows }, bundle, host)
    setup = await buildSetup(built, { dist, version, compress: 'none' })
    cloud = await startCloud(server)
    served = serveUpdates(cloud, server, keys)
  }, 6 * minutes)
  afterAll(async () => {
    delete process.env.RELEASE_KEYS
    served?.stop()
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
    'a Windows on which its programs would not start gets none of them',
    async () => {
      await windows.run(['winecfg', '/v', 'win81'])
      expect((await windows.run([windowsPath(setup), '/S'])).code).toBe(2)
      expect(existsSync(pc.root())).toBe(false)
      await windows.run(['winecfg', '/v', 'win10'])
    },
    minutes,
  )

  test(
    'a folder in which somebody else has his own is not taken',
    async () => {
      const theirs = join(windows.prefix, 'drive_c', 'Tools')
      mkdirSync(join(theirs, 'versions'), { recursive: true })
      expect((await windows.run([windowsPath(setup), '/S', '/D=C:\\Tools'])).code).toBe(3)
      expect(readdirSync(theirs, { recursive: true })).toEqual(['versions'])
      // Where we do go: what is not ours stays, whatever it is called.
      mkdirSync(pc.root('setup'), { recursive: true })
      writeFileSync(pc.root('setup', 'theirs.txt'), 'somebody else’s')
    },
    minutes,
  )

  test(
    'installed in silence it is a service that is bound to the shop and answers',
    async () => {
      const port = await freePort()
      base = `http://127.0.0.1:${port}`
      const options = [`/SERVER=${cloud.url}`, `/CONSOLE=${origin}`, '/ENROLL=code-1', `/PORT=${port}`]
      const { code } = await windows.run([windowsPath(setup), '/S', ...options])
      const report = existsSync(pc.root('report.txt')) ? readFileSync(pc.root('report.txt'), 'utf16le') : ''
      expect([code, report]).toEqual([0, ''])
      expect(await hello()).toMatchObject({ version, pairing: expect.stringMatching(/enrolled/) })
      await vi.waitFor(async () => expect((await hello()).pairing).toBe('enrolled'), 10_000)
      agentId = (await hello()).agentId
      const known = await pc.service('YibaoAgent')
      expect(known).toContain(`"C:\\Program Files\\YibaoAgent\\versions\\${version}\\agent.exe" gateway --service`)
      expect(known).toMatch(/ObjectName\s+REG_SZ\s+NT SERVICE\\YibaoAgent/)
      await verifySignature(pc.root('uninstall.exe'))
    },
    3 * minutes,
  )

  test(
    'browsers may let the console in, nothing else of the machine is changed',
    async () => {
      await expectPolicies(pc)
      expectIcons(pc, windows)
    },
    minutes,
  )

  test(
    'after logon a 32-bit stdcall library is read through service, desk and 32-bit host',
    async () => {
      await installCardDriver(pc.data())
      await pc.logOn(base)
      expect(await readCard()).toMatchObject({ driver: cardDriver, card: { name: '张三', cardNo: 'A00000017' } })
    },
    2 * minutes,
  )

  test(
    "a driver's next version comes with the policy by its hashes, and goes again",
    async () => {
      const folder = join(windows.prefix, '..', 'packages')
      const first = await packageCardDriver(join(folder, '1'), '1.1.0', '李四')
      const second = await packageCardDriver(join(folder, '2'), '1.2.0', '王五')
      for (const [packages, holder] of [
        [[first], '李四'],
        [[second], '王五'],
        [[first], '李四'],
        [[], '张三'],
      ] as const) {
        served.drivers(packages)
        await served.order(agentId)
        await readsCardOf(holder)
      }
      const fetched = cloud.seen.filter(({ path }) => path === paths.driverFile)
      expect(fetched.length, 'the way back needs no download').toBe(4)
    },
    2 * minutes,
  )

  test.skipIf(!canPrint)(
    'a slip reaches the print spooler, a receipt with its own codes',
    async () => {
      const page = await openPage(base, agentId, server)
      const { ok, result, message } = await page.print('/v1/print/jobs?printer=COUNTER&paper=roll80', pdf)
      expect([ok, message]).toEqual([true, undefined])
      await vi.waitFor(async () => expect((await page.job(String(result.id))).result.state).toBe('done'), soon)
      await vi.waitFor(() => expect(paperOf(cups!.out, String(result.id))).not.toBe(''), soon)
      const receipt = String((await page.printTest('COUNTER', 'receipt')).result.id)
      await vi.waitFor(() => expect(paperOf(cups!.out, receipt)).toContain('\x1b@'), soon)
    },
    2 * minutes,
  )

  test(
    'the doctor finds nothing to cure but a fault that is there; what starts, stops and tells is one command',
    async () => {
      const well = await pc.agent('doctor')
      expect([well.code, well.output]).toEqual([0, expect.stringContaining('一切正常')])
      expect(well.output).toContain(`✓ 桌面上的「医保云」图标打开 ${origin}/`)
      loseIcons(windows)
      writeFileSync(pc.data('agent', 'drivers', cardDriver, 'SSCardDriver.dll'), 'broken')
      writeFileSync(pc.root('versions', version, 'drivers', 'sim-printer', 'driver.json'), '{}')
      const ill = await pc.agent('doctor')
      expect(ill.code).toBe(1)
      expect(ill.output).toMatch(/· 桌面上没有打开 .*「医保云」图标.*\n {2}→ .*重新运行安装程序/)
      expect(ill.output).toMatch(/读卡器.*文件不是本系统的动态库/)
      expect(ill.output).toMatch(/1 个文件缺少或被改动（drivers\/sim-printer\/driver\.json）/)
      await installCardDriver(pc.data())
      await expectVerbs(pc, base)
    },
    2 * minutes,
  )

  test(
    'vendors’ libraries of both widths are called through the service, the desk and hosts of their own',
    async () => {
      const drivers = pc.data('agent', 'drivers')
      installLibraries(drivers)
      await served.order(agentId)
      await callLibraries(() => openPage(base, agentId, server), drivers)
      await vi.waitFor(() => expectLog(readFileSync(pc.data('agent', 'logs', 'agent.log'), 'utf8')), soon)
      removeLibraries(drivers)
    },
    3 * minutes,
  )

  test(
    'after a power cut the service comes back by itself',
    async () => {
      await windows.cut()
      await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
      windows.power()
      await vi.waitFor(async () => expect((await hello()).agentId).toBe(agentId), soon)
    },
    minutes,
  )

  test(
    'setup.exe over a running agent repairs it and asks nothing again',
    async () => {
      await pc.logOn(base)
      expect((await windows.run([windowsPath(setup), '/S'])).code).toBe(0)
      expect(await hello()).toMatchObject({ agentId, version, pairing: 'enrolled' })
      expect(readFileSync(pc.root('versions', version, 'drivers', 'sim-printer', 'driver.json'), 'utf8')).not.toBe('{}')
      expectIcons(pc, windows)
    },
    3 * minutes,
  )

  test(
    'setup.exe with an option that is wrong says so, and nobody at the counter notices',
    async () => {
      const watched = watch(base)
      const { code } = await windows.run([windowsPath(setup), '/S', '/SERVER=https://yibao.example.cn/path'])
      expect([code, readFileSync(pc.root('report.txt'), 'utf16le')]).toEqual([4, expect.stringContaining('--server')])
      expect(await watched()).toEqual({ versions: [version], gaps: 0 })
      expect(readdirSync(pc.root())).not.toContain('YibaoAgent.setup')
      expect(readFileSync(pc.root('setup', 'theirs.txt'), 'utf8')).toBe('somebody else’s')
      rmSync(pc.root('setup'), { recursive: true })
    },
    2 * minutes,
  )

  test(
    'the next version takes its place, and the former one stays to go back to',
    async () => {
      await pc.logOn(base)
      const second = await buildSetup(nextVersion(built, next), { dist, version: next, compress: 'none' })
      // One that does not come up, as where its port is somebody else's, is taken back.
      const taken = createServer((line) => line.destroy())
      await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
      const inVain = `/PORT=${(taken.address() as AddressInfo).port}`
      const { code } = await windows.run([windowsPath(second), '/S', inVain])
      taken.close()
      expect([code, readFileSync(pc.root('report.txt'), 'utf16le')]).toEqual([
        4,
        expect.stringMatching(
          /(启动后又退出了|没有在 \d+ 秒).*已换回原来的版本 0\.9\.0，它已重新运行.*0\.9\.1 的文件已清理/,
        ),
      ])
      expect(readdirSync(pc.root('versions'))).toEqual([version])
      await vi.waitFor(async () => expect(await hello()).toMatchObject({ agentId, version }), soon)
      for (const service of ['YibaoAgent', 'YibaoAgentUpdate'])
        expect(await pc.service(service)).toContain(`versions\\${version}\\agent.exe`)
      await pc.logOn(base)
      expect((await windows.run([windowsPath(second), '/S'])).code).toBe(0)
      expect(await hello()).toMatchObject({ agentId, version: next, pairing: 'enrolled' })
      expect(await pc.service('YibaoAgent')).toContain(`versions\\${next}\\agent.exe`)
      await pc.logOn(base)
      expect(readdirSync(pc.root('versions')).sort()).toEqual([version, next])
    },
    4 * minutes,
  )

  /** Offers programs as this version and has the agent look: how that ended, and what the counter met until it is asked. */
  const update = async (to: string, folder: string) => {
    const watched = watch(base)
    served.offer(to, folder)
    await served.order(agentId)
    return { ended: await pc.updated(to), watched }
  }

  test(
    'a signed release is fetched, switched to and kept, and the counter is served all the while but for the restart',
    async () => {
      const { ended, watched } = await update(offered.good, await signedAnew(built))
      expect(ended, pc.updateLog()).toMatchObject({ phase: 'committed', before: { desk: 'ready' } })
      // The desk of the former version finds a stranger behind the door and makes room for the one that fits.
      await pc.deskReady(base)
      expect(await hello()).toMatchObject({ agentId, version: offered.good, pairing: 'enrolled' })
      expect(await watched()).toEqual({ versions: [next, offered.good], gaps: 1 })
      expect(readdirSync(pc.root('versions'))).toEqual(expect.arrayContaining([next, offered.good]))
      const nextUpdater = `versions\\${offered.good}\\agent.exe" update --service`
      await vi.waitFor(async () => expect(await pc.service('YibaoAgentUpdate')).toContain(nextUpdater), soon)
      expectIcons(pc, windows)
      await readsCardOf('张三')
    },
    4 * minutes,
  )

  test(
    'one that does not answer is taken back, and not tried again',
    async () => {
      const { ended, watched } = await update(offered.silent, await silentVersion(built))
      expect(ended, pc.updateLog()).toMatchObject({ phase: 'rolledBack', fault: 'HELLO' })
      expect(pc.updateLog()).toContain(`update to ${offered.silent} goes back to ${offered.good}: HELLO`)
      await pc.deskReady(base)
      expect(await watched()).toEqual({ versions: [offered.good], gaps: 1 })
      const asked = cloud.count(paths.release)
      const heard = cloud.count(paths.heartbeat)
      await served.order(agentId)
      await vi.waitFor(() => expect(cloud.count(paths.heartbeat)).toBeGreaterThan(heard + 1), 40_000)
      expect(cloud.count(paths.release)).toBe(asked)
      await readsCardOf('张三')
    },
    4 * minutes,
  )

  test(
    'one whose program nobody signed never runs, though its release is signed',
    async () => {
      const { ended, watched } = await update(offered.unsigned, await unsignedVersion(built))
      expect(ended, pc.updateLog()).toMatchObject({ phase: 'rolledBack', fault: 'UPDATE_PUBLISHER' })
      expect(await watched()).toEqual({ versions: [offered.good], gaps: 0 })
      await vi.waitFor(() => expect(readdirSync(pc.root('versions'))).not.toContain(offered.unsigned), soon)
      // It reads cards again as soon as that is clear.
      await readsCardOf('张三')
    },
    4 * minutes,
  )

  test(
    'uninstalled, nothing listens and nothing is left',
    async () => {
      await pc.deskReady(base)
      // NSIS' uninstaller starts a copy of itself, which may remove it, and returns.
      // Started as Windows' list of programs does: desks are known by the folder that was installed, by its own name.
      expect((await windows.run(['C:\\Program Files\\YibaoAgent\\uninstall.exe', '/S'])).code).toBe(0)
      await expectNothingLeft(pc, windows, base)
    },
    2 * minutes,
  )

  test(
    'one whose pointer is gone and whose program is damaged is uninstalled all the same, while it runs',
    async () => {
      const options = [`/SERVER=${cloud.url}`, `/CONSOLE=${origin}`, `/PORT=${new URL(base).port}`]
      expect((await windows.run([windowsPath(setup), '/S', ...options])).code).toBe(0)
      await expectPolicies(pc)
      expectIcons(pc, windows)
      await pc.logOn(base)
      rmSync(pc.root('current'))
      // Beside and over it: the one that runs keeps its file.
      writeFileSync(pc.root('damaged'), 'what a virus scanner left')
      renameSync(pc.root('damaged'), pc.root('versions', version, 'agent.exe'))
      expect((await windows.run(['C:\\Program Files\\YibaoAgent\\uninstall.exe', '/S'])).code).toBe(0)
      await expectNothingLeft(pc, windows, base)
    },
    2 * minutes,
  )
})
