import { randomBytes } from 'node:crypto'
import { makeBrowser } from '@yibao/agent/gateway/test/keys.ts'
import { post } from '../kit/post.ts'
import { args, driverId, functionName } from './driver.ts'
import { type BenchAgent, origin as theOrigin } from './start.ts'

/** One console page in front of the agent: opens sessions with the server's tickets and signs its calls. */
export const openBrowser = ({ base, agentId, server }: BenchAgent, origin = theOrigin) => {
  const browser = makeBrowser()
  const ticket = () => {
    const iat = Math.floor(Date.now() / 1000)
    return server.ticket({
      ...{ iss: 'yibao', aud: agentId, sub: 'u1', org: 'P32050100001', origin, act: ['session'] },
      ...{ cnf: { jkt: browser.jkt }, jti: randomBytes(16).toString('base64url'), iat, nbf: iat, exp: iat + 60 },
    })
  }
  const signed = (path: string, body: string, accessToken?: string): Record<string, string> => ({
    origin,
    'x-agent-client': 'console/1.0',
    'content-type': 'application/json',
    ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    'x-agent-proof': browser.proof({ htm: 'POST', htu: base + path, body, accessToken, nowMs: Date.now() }),
  })
  const open = async (): Promise<string> => {
    const body = JSON.stringify({ args: { ticket: ticket() } })
    const { text } = await post(`${base}/v1/session`, signed('/v1/session', body), body)
    const { ok, result } = JSON.parse(text)
    if (!ok) throw new Error(`session: ${text}`)
    return result.accessToken
  }
  const path = `/v1/dll/${driverId}/${functionName}`
  const body = JSON.stringify({ args })
  return {
    open,
    /**
     * `calls` DLL calls under a fresh session, one after the other; ms of each. The proofs are the browser's work and
     * made before.
     */
    call: async (calls: number, check: (text: string) => void): Promise<number[]> => {
      const token = await open()
      const prepared = Array.from({ length: calls }, () => signed(path, body, token))
      const times: number[] = []
      for (const headers of prepared) {
        const { text, ms } = await post(base + path, headers, body)
        check(text)
        times.push(ms)
      }
      return times
    },
  }
}
