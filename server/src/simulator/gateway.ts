import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { profileOf } from './profile.ts'
import { type Account, accounts, apiVersion } from './seed/accounts.ts'

/** What the gateway says: which area the account belongs to, or its own answer, which has no infcode. */
type Admission = { area: string } | { status: number; body: Record<string, unknown> }

const TIF_SKEW_MS = 180_000
const CSB_WINDOW_MS = 1_800_000

const header = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const accountOf = (id: string, gateway: 'TIF' | 'CSB'): Account | undefined =>
  accounts.find((one) => one.id === id && profileOf(one.area)?.gateway === gateway)

const tifRefusal = (msg: string): Admission => ({ status: 500, body: { code: 400001, msg } })
// The HTTP status of a CSB refusal is not stated; clients are told to look for the missing infcode (notes 2).
const csbRefusal = (message: string): Admission => ({ status: 200, body: { code: 401, message } })

/** Jiangxi edition: hex(SHA-256(timestamp + secret + nonce + timestamp)), compared without regard to case. */
const tif = (headers: IncomingHttpHeaders, now: number): Admission => {
  const [id, time, nonce, signature] = ['paasid', 'timestamp', 'nonce', 'signature'].map((name) =>
    header(headers, `x-tif-${name}`),
  ) as [string, string, string, string]
  if (!id || !time || !nonce || !signature) return tifRefusal('缺少 x-tif 请求头')
  const account = accountOf(id, 'TIF')
  if (!account) return tifRefusal('x-tif-paasid 未登记')
  if (!/^\d{10}$/.test(time) || Math.abs(Number(time) * 1000 - now) > TIF_SKEW_MS)
    return tifRefusal('请求时间与服务器时间相差超过 180 秒')
  const expected = createHash('sha256')
    .update(time + account.secret + nonce + time)
    .digest('hex')
  return signature.toLowerCase() === expected ? { area: account.area } : tifRefusal('签名不正确')
}

const csbNames = ['_api_access_key', '_api_name', '_api_timestamp', '_api_version']

/** The CSB signature: base64(HMAC-SHA1) over the four headers as key=value in natural order. */
export const csbSignature = (headers: Record<string, string>, secret: string): string =>
  createHmac('sha1', secret)
    .update(csbNames.map((name) => `${name}=${headers[name]}`).join('&'))
    .digest('base64')

const csb = (headers: IncomingHttpHeaders, now: number, infno: string): Admission => {
  const given = Object.fromEntries(csbNames.map((name) => [name, header(headers, name)]))
  const signature = header(headers, '_api_signature')
  if (!signature || Object.values(given).includes('')) return csbRefusal('缺少 _api 请求头')
  const account = accountOf(given._api_access_key!, 'CSB')
  if (!account) return csbRefusal('_api_access_key 未登记')
  if (!/^\d{13}$/.test(given._api_timestamp!) || Math.abs(Number(given._api_timestamp) - now) > CSB_WINDOW_MS)
    return csbRefusal('请求时间戳已过期')
  if (csbSignature(given, account.secret) !== signature) return csbRefusal('签名不正确')
  if (given._api_version !== apiVersion || given._api_name !== infno) return csbRefusal('服务名或服务版本不存在')
  return { area: account.area }
}

/** Lets a request in by its headers. `infno` is the transaction of the body, the service name at the CSB gateway. */
export const admit = (headers: IncomingHttpHeaders, now: number, infno: string, kind: 'TIF' | 'CSB'): Admission => {
  const wanted = header(headers, 'x-tif-paasid') ? 'TIF' : header(headers, '_api_access_key') ? 'CSB' : kind
  return wanted === 'TIF' ? tif(headers, now) : csb(headers, now, infno)
}
