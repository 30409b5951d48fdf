import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsOf } from './driver-settings.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const manifest = {
  id: 'acme',
  settings: { url: { title: '服务地址', default: 'http://127.0.0.1' }, area: { title: '区划', default: '' } },
} as unknown as Manifest
const at = (name: string) => join(folder, name)
const places = () => ({ installed: at('drivers'), packages: at('packages') })
const write = (name: string, content: unknown) => {
  mkdirSync(at(name), { recursive: true })
  writeFileSync(join(at(name), 'settings.json'), typeof content === 'string' ? content : JSON.stringify(content))
}

test('the policy goes over the defaults, this PC over the policy, and nothing that the driver does not know comes in', () => {
  expect(settingsOf(manifest, places())).toEqual({ url: 'http://127.0.0.1', area: '' })
  write('packages', { acme: { url: 'http://10.0.0.1', area: '320500', nobodys: 'x' }, other: { area: '1' } })
  expect(settingsOf(manifest, places())).toEqual({ url: 'http://10.0.0.1', area: '320500' })
  write('drivers', `\uFEFF${JSON.stringify({ acme: { url: 'http://192.168.1.9' } })}`)
  expect(settingsOf(manifest, places())).toEqual({ url: 'http://192.168.1.9', area: '320500' })
})

test.each(['{"acme": {"url": 1}}', '{"acme": ', '[]'])('%s is said by its path', (text) => {
  write('drivers', text)
  expect(() => settingsOf(manifest, places())).toThrow(/drivers.*settings\.json 应为/)
})
