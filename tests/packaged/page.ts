import { randomBytes, randomUUID } from 'node:crypto'
import { type FakeServer, makeBrowser } from '@yibao/agent/gateway/test/keys.ts'
import { sha256hex } from '@yibao/agent/hash.ts'
import { argumentHash, type TicketClaims } from '@yibao/shared/agent/ticket.ts'

/** The console's page that the fake server's policy names. */
export const origin = 'https://console.example.cn'

/** A page of the console with a session at the agent at `base`; its requests are signed as a browser's. */
export const openPage = async (base: string, agentId: string, server: FakeServer) => {
  const browser = makeBrowser()
  let token: string | undefined
  const post = async (path: string, type: string, body: string | Buffer, more: Record<string, string> = {}) => {
    const htu = base + path.split('?')[0]
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        ...{ origin, 'x-agent-client': 'console/1.0', 'content-type': type, ...more },
        ...(token && { authorization: `Bearer ${token}` }),
        'x-agent-proof': browser.proof({ htm: 'POST', htu, body, accessToken: token, nowMs: Date.now() }),
      },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    return (await answer.json()) as { ok: boolean; result: Record<string, unknown>; code?: string; message?: string }
  }
  const claims = (act: string, more: Partial<TicketClaims> = {}): TicketClaims => {
    const iat = Math.floor(Date.now() / 1000)
    return {
      ...{ iss: 'yibao', aud: agentId, sub: 'u1', org: 'P32050100001', origin, act: [act] },
      ...{ cnf: { jkt: browser.jkt }, jti: randomBytes(16).toString('base64url'), iat, nbf: iat, exp: iat + 60 },
      ...more,
    }
  }
  const json = (path: string, body: object) => post(path, 'application/json', JSON.stringify(body))
  const { result } = await json('/v1/session', { args: { ticket: server.ticket(claims('session')) } })
  token = String(result.accessToken)
  /** The server's leave for these very arguments. */
  const leave = (act: string, args: object) =>
    server.ticket(claims(act, { argh: argumentHash(args as Record<string, unknown>, sha256hex) }))
  const headers = () => ({ origin, 'x-agent-client': 'console/1.0', authorization: `Bearer ${token}` })
  const get = async (path: string) => (await (await fetch(base + path, { headers: headers() })).json()).result
  return {
    /** Calls a verb that wants the server's leave for these very arguments. */
    call: (verb: string, path: string, args: Record<string, unknown>) =>
      json(path, { args, ticket: leave(verb, args) }),
    /** Calls a function of a vendor's library. */
    callLibrary: (driver: string, fn: string, args: Record<string, unknown>) =>
      json(`/v1/dll/${driver}/${fn}`, {
        args,
        ticket: leave(`dll.call:${driver}/${fn}`, { driver, function: fn, args }),
      }),
    drivers: () => get('/v1/drivers') as Promise<{ id: string; state: string; bits: number }[]>,
    print: (path: string, pdf: Buffer) => post(path, 'application/pdf', pdf, { 'idempotency-key': randomUUID() }),
    printTest: (printer: string, mode: 'page' | 'receipt') =>
      json('/v1/print/test', { args: { printer, paper: 'roll80', mode } }),
    job: async (id: string) => ({ result: (await get(`/v1/print/jobs/${id}`)) as { state: string } }),
  }
}
