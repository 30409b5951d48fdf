// With TURNED=1 whatever is read without an order comes the other way round, as a table may give it on any day: what relies
// on the order in which rows were written fails here (STYLE). In the test's own process; a server that a story starts is
// left as it is.

type Answer = { rows?: unknown[] } | undefined
type Query = (...args: unknown[]) => unknown
type Done = (fault: unknown, answer?: Answer) => void

const isOpen = (text: string) => /^\s*(?:select|with|update|delete)\b/i.test(text) && !/\border by\b/i.test(text)

const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '')

const turn = (asked: unknown, answer: Answer) => {
  if (Array.isArray(answer?.rows) && isOpen(textOf(asked))) answer.rows.reverse()
  return answer
}

/** A query whose rows come the other way round, whether it is told by a promise or by a callback. */
const turning = (query: Query): Query =>
  function (this: unknown, ...args: unknown[]) {
    const [asked] = args
    const done = args.at(-1)
    if (typeof done !== 'function') {
      const answer = query.apply(this, args)
      return answer instanceof Promise ? answer.then((given: Answer) => turn(asked, given)) : answer
    }
    const told: Done = (fault, answer) => (done as Done)(fault, turn(asked, answer))
    return query.apply(this, [...args.slice(0, -1), told])
  }

// The files of one process share what is turned.
const shared = globalThis as { rowsAreTurned?: true }

if (process.env.TURNED && !shared.rowsAreTurned) {
  shared.rowsAreTurned = true
  const [{ default: pg }, { PGlite }] = await Promise.all([import('pg'), import('@electric-sql/pglite')])
  const real: { query: unknown } = pg.Client.prototype
  real.query = turning(real.query as Query)
  const embedded = Object.getPrototypeOf(PGlite.prototype) as { query: Query; transaction: Query }
  embedded.query = turning(embedded.query)
  const { transaction } = embedded
  embedded.transaction = function (this: unknown, work) {
    type Work = (tx: { query: Query }) => unknown
    return transaction.call(this, (tx: { query: Query }) =>
      (work as Work)(Object.assign(Object.create(tx), { query: turning(tx.query.bind(tx)) })),
    )
  }
}
