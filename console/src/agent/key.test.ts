import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { browserKey, getBrowserKey } from './key.ts'

const url = 'http://127.0.0.1:47610/v1/card/read'
const sha = (text: string) => createHash('sha256').update(text).digest('base64url')

const makePair = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']) as Promise<CryptoKeyPair>

test('a proof is an ES256 JWS over method, address, body and token, signed by the key it carries', async () => {
  const key = await browserKey(await makePair())
  const body = new TextEncoder().encode('{"args":{}}')
  const jws = await key.prove({ method: 'POST', url: `${url}?x=1`, body, accessToken: 'token' })
  const [head, claims, signature] = jws.split('.') as [string, string, string]
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { jwk, ...rest } = parse(head)
  expect(rest).toEqual({ alg: 'ES256', typ: 'agent-proof+jwt' })
  expect(Object.keys(jwk)).toEqual(['kty', 'crv', 'x', 'y'])
  expect(parse(claims)).toMatchObject({ htm: 'POST', htu: url, bh: sha('{"args":{}}'), ath: sha('token') })
  expect(parse(claims).jti).toMatch(/^[\w-]{22}$/)
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect(
    verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
  ).toBe(true)
  expect(key.jkt).toBe(sha(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y })))
})

test('opening a session names no token', async () => {
  const key = await browserKey(await makePair())
  const jws = await key.prove({ method: 'POST', url, body: new Uint8Array() })
  expect(JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())).not.toHaveProperty('ath')
})

test('the browser’s own key cannot be carried away: a script may use it and nothing more', async () => {
  const made = vi.spyOn(crypto.subtle, 'generateKey')
  await getBrowserKey()
  const { privateKey } = (await made.mock.results[0]!.value) as CryptoKeyPair
  expect(privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow()
})
