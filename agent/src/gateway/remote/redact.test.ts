import { expect, test } from 'vitest'
import { person } from '../test/fake-desk.ts'
import { redact } from './redact.ts'

test.each<[string, string, string]>([
  ['an identity number', `card ${person.idNumber} read`, 'card [身份证号] read'],
  ['one that ends in X', '11010519491231002X', '[身份证号]'],
  ['a phone number', 'call 13800138000', 'call [手机号]'],
  ['a bank card', 'no 6222020200112230 x', 'no [卡号] x'],
  ['a bearer', 'authorization: Bearer abc.def-ghi', 'authorization: Bearer [凭据]'],
  ['a token of ours', `token ${'aB3_'.repeat(10)}xyz`, 'token [凭据]'],
  ['a ticket', `${'a'.repeat(30)}.${'b'.repeat(40)}.${'c'.repeat(86)}`, '[凭据]'],
  ['a key', '-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----', '[密钥]'],
  ['a PIN in JSON', '{"pin":"135790","fn":"Verify"}', '{"pin":"[已隐藏]","fn":"Verify"}'],
  ['a name in quoted JSON', '{\\"psn_name\\":\\"王䶮\\"}', '{\\"psn_name\\":\\"[已隐藏]\\"}'],
  ['a Windows user', 'C:\\Users\\zhangsan\\AppData', 'C:\\Users\\[用户]\\AppData'],
  ['a Linux user', '/home/zhangsan/.local', '/home/[用户]/.local'],
])('%s does not leave', (_, text, expected) => {
  expect(redact(text)).toBe(expected)
})

test('what support needs stays: times, codes, ports, versions, hashes of files, unix times', () => {
  const text =
    '2026-11-21T18:00:00.123Z {"level":30,"time":1795285025405,"path":"/v1/card/read","ms":153,"code":"DRIVER_TIMEOUT"} 127.0.0.1:47610 P32050100001 1.2.3 0xC0000005'
  expect(redact(text)).toBe(text)
})
