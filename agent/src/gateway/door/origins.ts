import type { Gateway } from '../context.ts'

/** True for the two names of this agent: hosts it answers to. */
export const isOwnHost = (host: string, port: number) => host === `127.0.0.1:${port}` || host === `localhost:${port}`

/** True for the agent's own pages (the console served at /app/). */
export const isOwnOrigin = (origin: string, port: number) =>
  origin.startsWith('http://') && isOwnHost(origin.slice(7), port)

/**
 * True when a page of this origin may talk to the agent: exactly a string of the signed policy, or the agent's own page.
 * Before enrolment only the configured server's origin is known, so that the first-run pages work.
 */
export const isConsoleOrigin = (gateway: Gateway, origin: string) => {
  if (isOwnOrigin(origin, gateway.port())) return true
  const { policy, pairing } = gateway.policy()
  if (policy) return policy.origins.includes(origin)
  return pairing === 'unenrolled' && origin === new URL(gateway.serverUrl).origin
}
