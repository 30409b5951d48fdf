/** ms until what was cut off is tried again. */
export const comeBack = 3000

/** The session has ended, or the server does not answer as it should. */
export type Refusal = 'ended' | 'fault'

/** ms of the longest wait between two tries. */
export const longestWait: Record<Refusal, number> = { ended: 300_000, fault: 30_000 }

/**
 * ms until the next try, twice as long for each refusal since. A counter that stays on at night with an ended session
 * would otherwise ask every three seconds until morning; a server that cannot tell who asks (its database is away) will
 * soon know again. By half shorter or longer (`random` is 0 to 1): a node that ends lets all its consoles go at once, and
 * they come to another one over some seconds; what is longest keeps them apart as they are by then.
 */
export const waitAfter = (refusals: number, why: Refusal, random = Math.random()): number =>
  Math.min(comeBack * 2 ** Math.max(0, refusals - 1) * (0.5 + random), longestWait[why])
