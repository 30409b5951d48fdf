import { randomBytes } from 'node:crypto'
import { type FakeServer, makeBrowser } from '@yibao/agent/gateway/test/keys.ts'

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
  const iat = Math.floor(Date.now() / 1000)
  const ticket = server.ticket({
    ...{ iss: 'yibao', aud: agentId, sub: 'u1', org: 'P32050100001', origin, act: ['session'] },
    ...{ cnf: { jkt: browser.jkt }, jti: randomBytes(16).toString('base64url'), iat, nbf: iat, exp: iat + 60 },
  })
  const call = (path: string, args: object) => post(path, 'application/json', JSON.stringify({ args }))
  const { result } = await call('/v1/session', { ticket })
  token = String(result.accessToken)
  return {
    call,
    print: (path: string, pdf: Buffer, key: string) => post(path, 'application/pdf', pdf, { 'idempotency-key': key }),
    job: async (id: string) => {
      const headers = { origin, 'x-agent-client': 'console/1.0', authorization: `Bearer ${token}` }
      return (await (await fetch(`${base}/v1/print/jobs/${id}`, { headers })).json()) as { result: { state: string } }
    },
  }
}
