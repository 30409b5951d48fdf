import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { helped } from './browser-policies.ts'
import { addLinuxPolicies, linuxPoliciesMissing, removeLinuxPolicies } from './linux-policies.ts'
import { taskXml } from './logon-entry.ts'
import { originOf } from './origins.ts'
import { serviceSid } from './windows-rights.ts'

let at = ''
const pages = ['https://console.example.cn', 'http://127.0.0.1:47600', 'http://shop.example.cn']
const firefox = () => join(at, 'etc/firefox/policies/policies.json')
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'yb-'))
})
afterEach(() => rmSync(at, { recursive: true, force: true }))

test('only https pages of another machine need a policy, and only they get one', () => {
  expect(helped(pages)).toEqual(['https://console.example.cn'])
  addLinuxPolicies(pages, at)
  const chrome = read(join(at, 'etc/opt/chrome/policies/managed/yibao-agent.json'))
  expect(chrome).toEqual({
    LoopbackNetworkAllowedForUrls: ['https://console.example.cn'],
    LocalNetworkAccessAllowedForUrls: ['https://console.example.cn'],
  })
  expect(read(firefox()).policies).toEqual({
    LocalNetworkAccess: { Enabled: true, SkipDomains: ['console.example.cn'] },
  })
  expect(linuxPoliciesMissing(pages, at)).toEqual([])
  expect(linuxPoliciesMissing(['https://other.example.cn'], at)).toEqual(['Chrome', 'Edge', 'Firefox'])
  removeLinuxPolicies(pages, at)
  expect([existsSync(firefox()), linuxPoliciesMissing(pages, at).length]).toEqual([false, 3])
})

test('what an administrator wrote for Firefox stays as it is', () => {
  mkdirSync(join(at, 'etc/firefox/policies'), { recursive: true })
  writeFileSync(firefox(), JSON.stringify({ policies: { DisableTelemetry: true } }))
  addLinuxPolicies(pages, at)
  expect(Object.keys(read(firefox()).policies)).toEqual(['DisableTelemetry', 'LocalNetworkAccess'])
  removeLinuxPolicies(pages, at)
  expect(read(firefox())).toEqual({ policies: { DisableTelemetry: true } })
  const own = { policies: { LocalNetworkAccess: { Enabled: false } } }
  writeFileSync(firefox(), JSON.stringify(own))
  addLinuxPolicies(pages, at)
  expect(linuxPoliciesMissing(pages, at), 'who switched it off is asked nothing').toEqual([])
  removeLinuxPolicies(pages, at)
  expect(read(firefox())).toEqual(own)
})

test.each([
  ['https://a.cn/', 'https://a.cn'],
  ['http://a.cn:8080', 'http://a.cn:8080'],
  ['https://a.cn/path', undefined],
  ['https://u@a.cn', undefined],
  ['ftp://a.cn', undefined],
  ['a.cn', undefined],
])('%s as an origin: %s', (text, origin) => {
  expect(originOf(text)).toBe(origin)
})

test('a service is known by the hash of its name, as Windows knows its own installer', () => {
  expect(serviceSid('TrustedInstaller')).toBe('S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464')
})

test('the task starts the desk with the rights of whoever logs on, a path with signs of XML included', () => {
  const text = taskXml('C:\\A & B\\agent.exe')
  expect(text).toContain('<Command>C:\\A &amp; B\\agent.exe</Command><Arguments>desk</Arguments>')
  // Left out it is 7: below normal, which hosts and the print engine would inherit.
  expect(text).toContain('<Priority>4</Priority>')
  expect(text).toContain('<GroupId>S-1-5-32-545</GroupId><RunLevel>LeastPrivilege</RunLevel>')
})
