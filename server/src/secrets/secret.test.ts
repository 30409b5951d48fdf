import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkPassword, hashPassword, keyFile, Vault } from './secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'yibao-secret-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a key file is made once, for its owner only; whoever comes second takes the first one’s', () => {
  const first = keyFile(folder, 'a.key', () => {
    // Another node makes the same key while we are at it.
    keyFile(folder, 'a.key', () => Buffer.from('theirs'))
    return Buffer.from('ours')
  })
  expect(first.toString()).toBe('theirs')
  expect(keyFile(folder, 'a.key', () => Buffer.from('never')).toString()).toBe('theirs')
  expect(readdirSync(join(folder, 'keys'))).toEqual(['a.key'])
  if (process.platform !== 'win32') expect(statSync(join(folder, 'keys', 'a.key')).mode & 0o777).toBe(0o600)
})

test('the vault opens what it sealed, and nothing that was changed or sealed by another', () => {
  const vault = new Vault(Buffer.alloc(32, 1))
  const sealed = vault.seal('张䶮𠮷')
  expect(vault.open(sealed)).toBe('张䶮𠮷')
  expect(vault.seal('张䶮𠮷')).not.toBe(sealed)
  const changed = Buffer.from(sealed, 'base64')
  changed[30]! ^= 1
  const words = '这条内容是用另一把数据密钥保存的，不能打开'
  expect(() => vault.open(changed.toString('base64'))).toThrow(words)
  const another = new Vault(Buffer.alloc(32, 2))
  expect(() => another.open(sealed)).toThrow(words)
  const lost = { what: '这份备案', instead: '请重新备案' }
  expect(() => another.open(sealed, lost)).toThrow(
    expect.objectContaining({ key: 'data.key', tips: '请重新备案', message: expect.stringContaining('这份备案') }),
  )
  expect(another.opened(sealed)).toBeUndefined()
})

test('passwords are salted and compared', async () => {
  const hash = await hashPassword('Yibao@2026')
  expect(await hashPassword('Yibao@2026')).not.toBe(hash)
  expect(await checkPassword('Yibao@2026', hash)).toBe(true)
  expect(await checkPassword('Yibao@2025', hash)).toBe(false)
  expect(await checkPassword('', '')).toBe(false)
})
