import { expect, test } from 'vitest'
import { encodePasswords, stampOf } from './password.ts'

test('the stamp has 13 digits, short ones padded with zeros', () => {
  expect(stampOf(1_763_700_000_123.9)).toBe('1763700000123')
  expect(stampOf(5)).toBe('0000000000005')
})

test('flag off: Base64 of UTF-8 password plus stamp', async () => {
  const [encoded] = await encodePasswords(['密码a1'], { customDataInfo: false, publicKey: '' }, 5)
  expect(Buffer.from(encoded!, 'base64').toString('utf8')).toBe('密码a10000000000005')
})

test('flag on: every password of a submit is encrypted with one stamp', async () => {
  const seen: string[] = []
  const encoded = await encodePasswords(
    ['old', 'new'],
    { customDataInfo: true, publicKey: 'KEY' },
    7,
    async (text, key) => {
      seen.push(text, key)
      return `rsa(${text})`
    },
  )
  expect(encoded).toEqual(['rsa(old0000000000007)', 'rsa(new0000000000007)'])
  expect(seen).toEqual(['old0000000000007', 'KEY', 'new0000000000007', 'KEY'])
})

test('a key that cannot encrypt stops the login', async () => {
  await expect(encodePasswords(['x'], { customDataInfo: true, publicKey: '' }, 7, async () => false)).rejects.toThrow(
    '密码加密未完成',
  )
})

test('a text that was pasted by mistake is called too long; no reload makes it a password', async () => {
  const key = { customDataInfo: true, publicKey: 'KEY' }
  const take = async (text: string) => text
  await expect(encodePasswords(['好'.repeat(77)], key, 7, take)).rejects.toThrow('密码太长，请检查是否粘贴了别的内容')
  expect(await encodePasswords(['好'.repeat(76)], key, 7, take)).toHaveLength(1)
})
