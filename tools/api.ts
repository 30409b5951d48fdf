import { constants, publicEncrypt } from 'node:crypto'
import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { authPaths } from '@yibao/shared/calls/paths.ts'
import { type Envelope, messageOf } from '@yibao/shared/envelope.ts'

/** Password of every demo account (README). */
export const demoPassword = 'Yibao@2026'

const encode = (key: { customDataInfo: boolean; publicKey: string }, password: string) => {
  const plain = Buffer.from(password + String(Date.now()).padStart(13, '0'))
  if (!key.customDataInfo) return plain.toString('base64')
  const pem = key.publicKey.includes('BEGIN')
    ? key.publicKey
    : `-----BEGIN PUBLIC KEY-----\n${key.publicKey}\n-----END PUBLIC KEY-----`
  return publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, plain).toString('base64')
}

/** Our own book, seen from outside: calls by their contract, over HTTP, with a session of its own. */
export interface Api {
  token: string
  /** The whole answer, refusals too. */
  send: <C extends Call>(
    call: C,
    input?: Partial<InputOf<C>>,
    headers?: Record<string, string>,
  ) => Promise<Envelope<ResultOf<C>>>
  /** The result; throws with the refusal's text. */
  ok: <C extends Call>(call: C, input?: Partial<InputOf<C>>, headers?: Record<string, string>) => Promise<ResultOf<C>>
}

/** Answers of a server by a session token, for example one that a page keeps. */
export const apiOf = (serverUrl: string, token: string): Api => {
  const send: Api['send'] = async (call, input = {}, headers = {}) => {
    const rest: Record<string, unknown> = { ...input }
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    const get = call.method === 'GET'
    const answer = await fetch(`${serverUrl}/prod-api${path}${get ? `?${query}` : ''}`, {
      method: call.method,
      body: get ? undefined : JSON.stringify(rest),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(get ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    return (await answer.json()) as Envelope<ResultOf<typeof call>>
  }
  const ok: Api['ok'] = async (call, input, headers) => {
    const answer = await send(call, input, headers)
    if (!answer.success) throw new Error(`${call.path}: ${answer.statusCode} ${messageOf(answer)}`)
    return answer.result as ResultOf<typeof call>
  }
  return { token, send, ok }
}

const ask = async (serverUrl: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(`${serverUrl}/prod-api${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  const envelope = (await answer.json()) as Envelope<never>
  if (!envelope.success) throw new Error(`${path}: ${messageOf(envelope)}`)
  return envelope.result
}

/** A password, the demo accounts' unless said, as it travels. */
export const sealedPassword = async (serverUrl: string, password = demoPassword): Promise<string> =>
  encode((await ask(serverUrl, authPaths.publicKey)) as Parameters<typeof encode>[0], password)

/** Signs in as a demo account. */
export const login = async (serverUrl: string, userName: string): Promise<Api> => {
  const passWord = await sealedPassword(serverUrl)
  const signed = await ask(serverUrl, authPaths.login, { userName, passWord, isRefreshCache: true })
  return apiOf(serverUrl, (signed as { token: string }).token)
}
