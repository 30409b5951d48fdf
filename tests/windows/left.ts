import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, vi } from 'vitest'
import { shortcutIn } from '../../agent/test/shortcut.ts'
import type { Windows } from '../../installer/wine.ts'
import { origin } from '../packaged/page.ts'
import type { counterOn } from './counter.ts'

type Counter = ReturnType<typeof counterOn>

const firefox = 'HKLM\\Software\\Policies\\Mozilla\\Firefox\\LocalNetworkAccess'

/** What an administrator of this PC had set for Firefox before we came. */
export const setOwnPolicy = async (windows: Windows): Promise<void> => {
  for (const name of ['Enabled', 'BlockTrackers'])
    await windows.run(['reg', 'add', firefox, '/v', name, '/t', 'REG_DWORD', '/d', '1', '/f', '/reg:64'])
}

/** Three browsers let the console in; no root certificate, no firewall rule. */
export const expectPolicies = async (pc: Counter): Promise<void> => {
  const policies = await pc.registry('HKLM\\Software\\Policies')
  for (const browser of ['Google\\Chrome', 'Microsoft\\Edge'])
    for (const list of ['LoopbackNetworkAllowedForUrls', 'LocalNetworkAccessAllowedForUrls'])
      expect(policies).toMatch(new RegExp(`${browser.replace('\\', '\\\\')}\\\\${list}\\s+1\\s+REG_SZ\\s+${origin}`))
  expect(policies).toMatch(/Firefox\\LocalNetworkAccess\\SkipDomains\s+1\s+REG_SZ\s+console\.example\.cn/)
  expect(await pc.registry('HKLM\\Software\\Microsoft\\SystemCertificates\\Root')).not.toMatch(/Yibao/i)
  expect(await pc.registry('HKLM\\System\\CurrentControlSet\\Services\\SharedAccess')).not.toMatch(/Yibao/i)
}

const browser = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'

/** A browser for all users, as its own installer leaves it. */
export const installBrowser = async (windows: Windows): Promise<void> => {
  const file = join(windows.prefix, 'drive_c', ...browser.split('\\').slice(1))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'a browser')
  const paths = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\msedge.exe'
  await windows.run(['reg', 'add', paths, '/ve', '/d', browser, '/f'])
}

const iconsOf = ({ prefix }: Windows) =>
  [
    ['users', 'Public', 'Desktop'],
    ['ProgramData', 'Microsoft', 'Windows', 'Start Menu', 'Programs'],
  ].map((folder) => join(prefix, 'drive_c', ...folder, '医保云.lnk'))

/** Takes the icons away, as a clerk's hand does. */
export const loseIcons = (windows: Windows): void => {
  for (const file of iconsOf(windows)) rmSync(file)
}

/** The console opens as a window of its own (ux 2.1) from the desktop and the start menu, whichever version is in place. */
export const expectIcons = (pc: Counter, windows: Windows): void => {
  const [args, icon] = [`--app=${origin}/ --start-maximized`, 'C:\\Program Files\\YibaoAgent\\app.ico']
  for (const file of iconsOf(windows)) expect(shortcutIn(file)).toMatchObject({ program: browser, args, icon })
  expect(existsSync(pc.root('app.ico'))).toBe(true)
}

/** What an administrator types: it tells, stops and starts the service, in words and by its exit code. */
export const expectVerbs = async (pc: Counter, base: string): Promise<void> => {
  expect(await pc.agent('status')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/服务正在运行[\s\S]*已就绪/),
  })
  expect(await pc.agent('stop')).toMatchObject({ code: 0, output: expect.stringContaining('本机助手已停止') })
  await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
  expect(await pc.agent('status')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/服务已停止[\s\S]*没有应答/),
  })
  expect(await pc.agent('start')).toMatchObject({ code: 0, output: expect.stringContaining(base) })
  await pc.deskReady(base)
  // The console that it serves itself reaches the one server through it.
  const headers = { 'sec-fetch-site': 'same-origin', authorization: 'Bearer user-token' }
  const echoed = await (await fetch(`${base}/prod-api/echo`, { headers })).json()
  expect(echoed).toMatchObject({ headers: { authorization: 'Bearer user-token' } })
}

/** Nothing of ours listens, runs or stands anywhere, and what was an administrator's own is there. */
export const expectNothingLeft = async (pc: Counter, windows: Windows, base: string): Promise<void> => {
  const left = () => (existsSync(pc.root()) ? ['.', ...readdirSync(pc.root(), { recursive: true })] : [])
  await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 60_000, interval: 200 })
  await expect(fetch(`${base}/v1/hello`)).rejects.toThrow()
  expect(await pc.services()).not.toContain('YibaoAgent')
  const policies = await pc.registry('HKLM\\Software\\Policies')
  expect(policies).not.toContain('console.example.cn')
  expect(policies).toMatch(/BlockTrackers\s+REG_DWORD\s+0x1/)
  expect(await pc.registry('HKLM\\Software\\Microsoft\\Windows\\CurrentVersion')).not.toContain('YibaoAgent')
  expect(existsSync(pc.taskFile)).toBe(false)
  expect(iconsOf(windows).map((file) => existsSync(file))).toEqual([false, false])
  expect(existsSync(pc.data())).toBe(false)
  expect((await windows.run(['tasklist'])).output).not.toMatch(/agent/i)
}
