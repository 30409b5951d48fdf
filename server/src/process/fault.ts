import { DrizzleQueryError } from 'drizzle-orm'
import { isDatabaseBusy } from './database-busy.ts'
import { isDatabaseGone } from './database-gone.ts'

/** Characters of a statement that are written down: its values are not in it. */
const statementChars = 300

const longNumber = /\d{15,}[\dXx]?|(?<!\d)1[3-9]\d{9}(?!\d)/g

/** What may be written down of a fault. */
type FaultWords = {
  type: string
  message: string
  code?: string
  constraint?: string
  statement?: string
  cause?: FaultWords
  /** Places only. */
  stack: string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

// PostgreSQL and parsers quote what they were given: a name, a number, a whole answer. Their code says as much.
const quotes = (fault: Error): boolean =>
  fault instanceof SyntaxError || Object.hasOwn(fault, 'severity') || fault instanceof DrizzleQueryError

const rootOf = (fault: Error): Error => (fault.cause instanceof Error ? rootOf(fault.cause) : fault)

/**
 * A fault as a log may have it: its kind, code and places, and its message where that does not quote what was being read
 * or written. Never the values of a statement.
 */
export const faultWords = (fault: unknown): FaultWords => {
  if (!(fault instanceof Error)) return { type: typeof fault, message: '', stack: '' }
  // Everybody meets it at once, and its places say nothing.
  if (isDatabaseGone(fault)) return { type: 'database gone', message: rootOf(fault).message, stack: '' }
  const { code, constraint } = fault as Error & { code?: unknown; constraint?: unknown }
  return {
    type: fault.name,
    message: quotes(fault) ? '' : fault.message.replace(longNumber, '[号码]').slice(0, 500),
    code: text(code),
    constraint: text(constraint),
    statement: fault instanceof DrizzleQueryError ? fault.query.slice(0, statementChars) : undefined,
    ...(fault.cause instanceof Error && { cause: faultWords(fault.cause) }),
    stack: (fault.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  }
}

/** What a person may read of a fault of ours in the record of an order. */
export const faultText = (fault: unknown): string => {
  if (isDatabaseGone(fault)) return '数据库暂时连不上'
  if (isDatabaseBusy(fault)) return '数据库正忙'
  return `系统内部错误（${fault instanceof Error ? fault.name : typeof fault}）`
}

/** ms in which a database that is gone is written down once, whatever work misses it. */
const quiet = 10_000
let goneSaid = Number.NEGATIVE_INFINITY

const counts = new Map<string, number>()

/** How many faults each work has had since this process began, those included that were not written down again. */
export const faultCounts = (): ReadonlyMap<string, number> => counts

/** Writes down a fault that no request has to hear of. `where`: the work it happened in. */
export const reportFault = (where: string, fault: unknown): void => {
  counts.set(where, (counts.get(where) ?? 0) + 1)
  if (isDatabaseGone(fault)) {
    if (performance.now() - goneSaid < quiet) return
    goneSaid = performance.now()
  }
  console.error(JSON.stringify({ time: new Date().toISOString(), where, err: faultWords(fault) }))
}
