import type { Reach } from '../gateway/context.ts'
import { ask } from './ask.ts'

const timeoutMs = 3_000

/** Asks the server's /health once: whether it answers, in how many ms, and how far its clock is from ours. */
export const reachServer = async (serverUrl: string, clock: () => number): Promise<Reach> => {
  const begin = clock()
  const started = performance.now()
  try {
    const answer = await ask(`${serverUrl}/health`, { signal: AbortSignal.timeout(timeoutMs) })
    const end = clock()
    const date = Date.parse(answer.headers.date ?? '')
    // The header tells whole seconds, on average half of one behind.
    const skewMs = Number.isFinite(date) ? Math.round((begin + end) / 2 - date - 500) : undefined
    return {
      reachable: answer.status === 200,
      ms: Math.round(performance.now() - started),
      ...(skewMs !== undefined && { skewMs }),
    }
  } catch {
    return { reachable: false }
  }
}
