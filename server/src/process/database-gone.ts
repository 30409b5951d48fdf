/** What PostgreSQL says to a line that it ends or does not take: 08xxx, shut down, crashed, still starting, left open. */
const bySqlState = /^(08...|57P0[1-5]|25P03)$/
/** What the system says of a line that is cut or was never there. */
const bySystem = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
/** What node-postgres says; such faults of its own carry no code. */
const byDriver =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * Whether a fault says that the database cannot be reached just now. Whoever gets it does not know whether a statement
 * under way took effect.
 */
export const isDatabaseGone = (fault: unknown): boolean => {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    // A line to a centre that breaks is an outcome and never thrown: what is thrown of a line is the database's.
    if (bySqlState.test(code) || bySystem.has(code) || byDriver.test(message)) return true
  }
  return false
}
