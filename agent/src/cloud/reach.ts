import { type Asked, ask } from './ask.ts'

const timeoutMs = 3_000

export interface Reach {
  reachable: boolean
  /** Why not, as the connection calls it (ENOTFOUND, CERT_HAS_EXPIRED); absent when it said nothing in time. */
  code?: string
  /** `leaving`: a node that is taken out, and works on; `notReady`: it starts, or has no database */
  health?: 'ready' | 'leaving' | 'notReady'
  ms?: number
  /** this PC minus the server, to the second */
  skewMs?: number
}

/**
 * What the one who answers says of itself: 503 is the word to balancers of a node that leaves, which goes on serving
 * whoever still comes, and of one that starts or has no database, which serves nobody. undefined: no answer of ours.
 */
const healthOf = ({ status, text }: Asked): Reach['health'] => {
  if (status === 200) return 'ready'
  if (status !== 503) return undefined
  try {
    return JSON.parse(text).leaving === true ? 'leaving' : 'notReady'
  } catch {
    return 'notReady'
  }
}

/** Asks the server's /health once: whether it answers, how it is, in how many ms, and how far its clock is from ours. */
export const reachServer = async (serverUrl: string, clock: () => number): Promise<Reach> => {
  const begin = clock()
  const started = performance.now()
  try {
    const answer = await ask(`${serverUrl}/health`, { signal: AbortSignal.timeout(timeoutMs) })
    const end = clock()
    const health = healthOf(answer)
    if (!health) return { reachable: false }
    const date = Date.parse(answer.headers.date ?? '')
    // The header tells whole seconds, on average half of one behind.
    const skewMs = Number.isFinite(date) ? Math.round((begin + end) / 2 - date - 500) : undefined
    return {
      reachable: true,
      health,
      ms: Math.round(performance.now() - started),
      ...(skewMs !== undefined && { skewMs }),
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { reachable: false, ...(typeof code === 'string' && code !== 'ABORT_ERR' && { code }) }
  }
}
