import { isSettling } from './guarded.ts'

/** ms that a route may let a transaction be waited for. */
const limits = { min: 1000, max: 120_000 } as const

/**
 * ms that one step into a registered visit or out of it is waited for at most (2201 to 2205), by whatever route: three of
 * them fit into the claim under which one request at a time speaks of a visit (domains/visit), and all that F8 waits for
 * into the patience of its browser.
 */
export const visitStepMs = 40_000
const visitSteps = /^220[1-5]$/

/** ms that a transaction has to be waited for at least: a settlement given up early is one more that is unknown. */
export const leastTimeout = (infno: string): number => (isSettling(infno) ? 10_000 : limits.min)

/** ms that a transaction may be waited for at most. */
export const mostTimeout = (infno: string): number => (visitSteps.test(infno) ? visitStepMs : limits.max)

/** ms that a transaction is waited for by a route, which may be of a version that knew no such limit; undefined without one. */
export const routedTimeout = (infno: string, timeoutMs: number | undefined): number | undefined =>
  timeoutMs && Math.min(timeoutMs, mostTimeout(infno))
