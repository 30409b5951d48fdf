import type { DatabaseSync } from 'node:sqlite'
import { reversedBillsAtOnce } from '@yibao/shared/agent/cloud.ts'
import type { ErpDraft } from '@yibao/shared/agent/erp.ts'

const dayMs = 24 * 3600 * 1000
/** Longer than a settlement can be taken back. */
const keptMs = 400 * dayMs

/** Of an unknown one somebody has made an end within days; one that the server never names is no order of this store. */
const unknownMs = 60 * dayMs
/** Longer than a page waits for its settlement (300 s): behind it no call of it reaches the server any more. */
const onItsWayMs = 6 * 60_000

/**
 * What this box has told its ERP and what may still change at another place: settlements that nobody has taken back, of which
 * the ERP must hear however long after, what came to nothing or was taken back, for it may stand again, and those of which
 * nobody knew whether they are booked. Of an order bill by bill: one may have been taken off it, and another one bound. Only
 * the orders' and the bills' own numbers are in it.
 */
export class ErpSettled {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Takes note of a frame that was stored, at `nowMs`. */
  note({ type, billNo, body }: ErpDraft, nowMs: number) {
    if (type !== 'result' || !body.orderId) return
    const run = (sql: string, ...values: (string | number)[]) => this.#database.prepare(sql).run(...values)
    run('delete from erp_unknown where order_id = ? or at < ?', body.orderId, nowMs - unknownMs)
    if (body.state === 'unknown') run('insert into erp_unknown (order_id, at) values (?, ?)', body.orderId, nowMs)
    if (body.state === 'unknown') return
    // One of before, whose bill was not noted, is this one.
    run(`delete from erp_told where order_id = ? and bill_no = '' or at < ?`, body.orderId, nowMs - keptMs)
    const over = body.state === 'settled' ? 0 : 1
    run(
      'insert or replace into erp_told (order_id, bill_no, over, at) values (?, ?, ?, ?)',
      ...[body.orderId, billNo, over, nowMs],
    )
  }

  /** What was told last of an order under a bill: that it is settled, or that it came to nothing or was taken back. */
  toldOf(orderId: string, billNo: string): 'settled' | 'over' | undefined {
    const row = this.#database
      .prepare(`select over from erp_told where order_id = ? and bill_no in (?, '') order by bill_no desc limit 1`)
      .get(orderId, billNo)
    return row && (row.over ? 'over' : 'settled')
  }

  /**
   * Orders that were told as unknown and of which nothing more was told since, the newest first, as many as one question
   * takes. Not those of the last minutes: their F9 may still be on its way, and an order that is only priced proves nothing.
   */
  unknown(nowMs: number): string[] {
    return this.#database
      .prepare('select order_id from erp_unknown where at between ? and ? order by at desc, order_id limit ?')
      .all(nowMs - unknownMs, nowMs - onItsWayMs, reversedBillsAtOnce)
      .map(({ order_id: id }) => String(id))
  }

  /** Whether nothing more was told of it up to now. */
  isUnknown(orderId: string): boolean {
    return this.#database.prepare('select 1 from erp_unknown where order_id = ?').get(orderId) !== undefined
  }

  /**
   * Since when the server is to be asked, unix ms: where the last question ended, else a day before the oldest settlement
   * (this PC's clock may be off). Undefined while no end was told: an agent without ERP asks nothing.
   */
  since(): number | undefined {
    const oldest = this.#database.prepare('select min(at) as at from erp_told').get()?.at
    if (typeof oldest !== 'number') return undefined
    const asked = this.#database.prepare('select since from erp_asked').get()
    return asked ? Number(asked.since) : Math.max(0, oldest - dayMs)
  }

  /** The next question goes on from here. */
  asked(since: number) {
    this.#database.prepare('insert or replace into erp_asked (one, since) values (1, ?)').run(since)
  }
}
