import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { admit, csbSignature } from './gateway.ts'

const now = 1_790_000_000_000
const tif = (change: Record<string, string> = {}, skew = 0) => {
  const time = String(now / 1000 + skew)
  const signature = createHash('sha256').update(`${time}demo-secret-320500abc${time}`).digest('hex')
  const headers = {
    'x-tif-paasid': 'P320500',
    'x-tif-timestamp': time,
    'x-tif-nonce': 'abc',
    'x-tif-signature': signature,
  }
  return admit({ ...headers, ...change }, now, '1101', 'TIF')
}
const csb = (change: Record<string, string> = {}, time = now, infno = '1101') => {
  const headers = {
    _api_access_key: 'AK430100',
    _api_name: '1101',
    _api_timestamp: String(time),
    _api_version: '1.0.0',
    ...change,
  }
  return admit({ _api_signature: csbSignature(headers, 'demo-secret-430100'), ...headers }, now, infno, 'CSB')
}

test('the signature of the CSB gateway agrees with the known vector', () => {
  const headers = { _api_access_key: 'ak', _api_name: 'api', _api_timestamp: '1753423812345', _api_version: '1.0.0' }
  expect(csbSignature(headers, 'sk')).toBe('J5RNcLR5moINoMRfZyT+V0JBfYI=')
})

test('x-tif lets its accounts in, whatever the case of the signature', () => {
  expect(tif()).toEqual({ area: '320500' })
  expect(tif({}, 180)).toEqual({ area: '320500' })
  const time = String(now / 1000)
  const upper = createHash('sha256').update(`${time}demo-secret-320500abc${time}`).digest('hex').toUpperCase()
  expect(tif({ 'x-tif-signature': upper })).toEqual({ area: '320500' })
})

test.each([
  ['clock 181 s ahead', tif({}, 181), '180 秒'],
  ['clock 181 s behind', tif({}, -181), '180 秒'],
  ['wrong signature', tif({ 'x-tif-signature': '00' }), '签名'],
  ['unknown account', tif({ 'x-tif-paasid': 'P999999' }), '未登记'],
  ['account of the other gateway', tif({ 'x-tif-paasid': 'AK430100' }), '未登记'],
  ['no nonce', tif({ 'x-tif-nonce': '' }), '请求头'],
  ['no headers', admit({}, now, '1101', 'TIF'), '请求头'],
])('x-tif refuses with HTTP 500 and 400001: %s', (_what, admission, text) => {
  expect(admission).toEqual({ status: 500, body: { code: 400001, msg: expect.stringContaining(text) } })
})

test('CSB lets its account in within 30 minutes', () => {
  expect(csb()).toEqual({ area: '430100' })
  expect(csb({}, now - 1_800_000)).toEqual({ area: '430100' })
})

test.each([
  ['expired', csb({}, now - 1_800_001), '过期'],
  ['time in seconds', csb({ _api_timestamp: '1790000000' }), '过期'],
  ['unknown key', csb({ _api_access_key: 'AK999999' }), '未登记'],
  ['wrong signature', csb({ _api_signature: 'AAAA' }), '签名'],
  ['other version', csb({ _api_version: '2.0.0' }), '服务'],
  ['name of another transaction', csb({}, now, '2102'), '服务'],
  ['no headers', admit({}, now, '1101', 'CSB'), '请求头'],
])('CSB refuses with code 401: %s', (_what, admission, text) => {
  expect(admission).toEqual({ status: 200, body: { code: 401, message: expect.stringContaining(text) } })
})
