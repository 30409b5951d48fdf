import type { DatabaseSync } from 'node:sqlite'
import type { ErpDraft } from '@yibao/shared/agent/erp.ts'

const dayMs = 24 * 3600 * 1000
/** Longer than a settlement can be taken back. */
const keptMs = 400 * dayMs

/**
 * The settlements that this box has told its ERP of and that nobody has taken back: of those the ERP must hear when
 * somebody does at another place, however long after. Only the orders' own numbers are in it.
 */
export class ErpSettled {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Takes note of a frame that was stored, at `nowMs`. */
  note({ type, body }: ErpDraft, nowMs: number) {
    if (type !== 'result' || !body.orderId) return
    if (body.state === 'reversed')
      this.#database.prepare('delete from erp_settled where order_id = ?').run(body.orderId)
    if (body.state !== 'settled') return
    this.#database.prepare('delete from erp_settled where at < ?').run(nowMs - keptMs)
    this.#database.prepare('insert or replace into erp_settled (order_id, at) values (?, ?)').run(body.orderId, nowMs)
  }

  has(orderId: string): boolean {
    return this.#database.prepare('select 1 from erp_settled where order_id = ?').get(orderId) !== undefined
  }

  /**
   * Since when the server is to be asked, unix ms: where the last question ended, else a day before the oldest settlement
   * (this PC's clock may be off). Undefined while no settlement was told: an agent without ERP asks nothing.
   */
  since(): number | undefined {
    const oldest = this.#database.prepare('select min(at) as at from erp_settled').get()?.at
    if (typeof oldest !== 'number') return undefined
    const asked = this.#database.prepare('select since from erp_asked').get()
    return asked ? Number(asked.since) : Math.max(0, oldest - dayMs)
  }

  /** The next question goes on from here. */
  asked(since: number) {
    this.#database.prepare('insert or replace into erp_asked (one, since) values (1, ?)').run(since)
  }
}
