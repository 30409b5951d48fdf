/** What PostgreSQL says when what was asked for is somebody else's: waited for too long (lock_timeout), or in a circle. */
const locked = new Set(['55P03', '40P01'])

/** What is thrown where we find so ourselves. */
export const databaseBusy = (what: string): Error => Object.assign(new Error(what), { code: '55P03' })

/**
 * Whether a fault says that somebody else had what a statement asked for. Nothing of its transaction took effect; the same
 * may be asked again.
 */
export const isDatabaseBusy = (fault: unknown): boolean => {
  for (let cause = fault; cause instanceof Error; cause = cause.cause)
    if (locked.has((cause as NodeJS.ErrnoException).code ?? '')) return true
  return false
}
