import { beforeEach, expect, test } from 'vitest'
import {
  addWindowsPolicies,
  entriesOf,
  type Reg,
  removeWindowsPolicies,
  windowsPoliciesMissing,
} from './windows-policies.ts'

// A registry in this process that reg.exe's words are understood by; the real one is written under Wine (tests/windows).

const pages = ['https://console.example.cn']
const policies = 'HKLM\\Software\\Policies'
const firefox = `${policies}\\Mozilla\\Firefox\\LocalNetworkAccess`
const chrome = `${policies}\\Google\\Chrome\\LoopbackNetworkAllowedForUrls`

let keys: Map<string, Map<string, [type: string, value: string]>>
beforeEach(() => {
  keys = new Map()
})
const write = (key: string, name: string, type: string, value: string) =>
  keys.set(key, (keys.get(key) ?? new Map()).set(name, [type, value]))
const below = (key: string) => [...keys.keys()].filter((one) => one.startsWith(`${key}\\`))
const long = (key: string) => key.replace('HKLM', 'HKEY_LOCAL_MACHINE')

const reg: Reg = async (verb, key = '', ...rest) => {
  const option = (name: string) => rest[rest.indexOf(name) + 1]!
  if (verb === 'add') {
    const hex = option('/t') === 'REG_DWORD'
    write(key, option('/v'), option('/t'), hex ? `0x${Number(option('/d')).toString(16)}` : option('/d'))
    return ''
  }
  if (!keys.has(key) && !below(key).length) throw new Error('the key is not there')
  if (verb === 'delete' && rest.includes('/v')) keys.get(key)?.delete(option('/v'))
  else if (verb === 'delete') for (const one of [key, ...below(key)]) keys.delete(one)
  const values = [...(keys.get(key) ?? [])].map(([name, [type, value]]) => `    ${name}    ${type}    ${value}`)
  return ['', long(key), ...values, '', ...below(key).map(long), ''].join('\r\n')
}

test('three browsers let our page in, and nothing is left of it', async () => {
  expect(await windowsPoliciesMissing(pages, reg)).toEqual(['Chrome', 'Edge', 'Firefox'])
  await addWindowsPolicies(pages, reg)
  await addWindowsPolicies(pages, reg)
  expect([...keys.get(chrome)!]).toEqual([['1', ['REG_SZ', pages[0]]]])
  expect([...keys.get(firefox)!]).toEqual([['Enabled', ['REG_DWORD', '0x1']]])
  expect(await windowsPoliciesMissing(pages, reg)).toEqual([])
  await removeWindowsPolicies(pages, reg)
  expect([...keys.keys()]).toEqual([])
})

test('what an administrator set stays, before and after us', async () => {
  write(chrome, '1', 'REG_SZ', 'https://other.example.cn')
  write(firefox, 'Enabled', 'REG_DWORD', '0x1')
  write(firefox, 'BlockTrackers', 'REG_DWORD', '0x1')
  write(`${firefox}\\SkipDomains`, '1', 'REG_SZ', 'other.example.cn')
  const before = structuredClone(keys)
  await addWindowsPolicies(pages, reg)
  expect(await windowsPoliciesMissing(pages, reg)).toEqual([])
  expect(keys.get(`${firefox}\\SkipDomains`)?.get('2')).toEqual(['REG_SZ', 'console.example.cn'])
  await removeWindowsPolicies(pages, reg)
  expect(keys).toEqual(before)
})

test('a Firefox whose administrator switched the question off is left alone', async () => {
  write(firefox, 'Enabled', 'REG_DWORD', '0x0')
  await addWindowsPolicies(pages, reg)
  expect([...keys.get(firefox)!]).toEqual([['Enabled', ['REG_DWORD', '0x0']]])
  expect(await windowsPoliciesMissing(pages, reg)).toEqual([])
  await removeWindowsPolicies(pages, reg)
  expect([...keys.keys()]).toEqual([firefox])
})

test('what reg.exe prints is read whatever language its headings are in', () => {
  const output =
    '\r\nHKEY_LOCAL_MACHINE\\Software\\X\r\n    1    REG_SZ    https://a.cn\r\n    (默认)    REG_SZ    b\r\n    E    REG_DWORD    0x1\r\n\r\n'
  expect(entriesOf(output)).toEqual([
    { name: '1', value: 'https://a.cn' },
    { name: '(默认)', value: 'b' },
  ])
  expect(entriesOf(output, 'REG_DWORD')).toEqual([{ name: 'E', value: '0x1' }])
})
