import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Gateway } from './profile.ts'

/** x-tif headers: hex SHA-256 of timestamp + secret + nonce + timestamp, Unix seconds (domain.md 1.4). */
export const tifHeaders = (paasid: string, secret: string, at: Date, nonce: string): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHash('sha256').update(timestamp + secret + nonce + timestamp, 'utf8')
  return {
    'x-tif-paasid': paasid,
    'x-tif-timestamp': timestamp,
    'x-tif-nonce': nonce,
    'x-tif-signature': signature.digest('hex'),
  }
}

/** CSB headers: base64 HMAC-SHA1 over the four other headers, keys in natural order, milliseconds (domain.md 1.4). */
export const csbHeaders = (
  account: { accessKey: string; secretKey: string; apiVersion: string },
  apiName: string,
  at: Date,
): Record<string, string> => {
  const signed = {
    _api_access_key: account.accessKey,
    _api_name: apiName,
    _api_timestamp: String(at.getTime()),
    _api_version: account.apiVersion,
  }
  const text = Object.entries(signed)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
  const signature = createHmac('sha1', account.secretKey).update(text, 'utf8').digest('base64')
  return { ...signed, _api_signature: signature }
}

/** The headers that the area's gateway asks of this call at this moment. They never cover the body. */
export const gatewayHeaders = (gateway: Gateway, infno: string, at: Date): Record<string, string> => {
  if (gateway.kind === 'TIF') {
    const nonce = `${at.getTime().toString(16)}-${randomBytes(8).toString('hex')}`
    return tifHeaders(gateway.paasid, gateway.secret, at, nonce)
  }
  if (gateway.kind === 'CSB') return csbHeaders(gateway, gateway.apiName ?? infno, at)
  return {}
}
