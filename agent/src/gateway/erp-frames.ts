import type { DatabaseSync } from 'node:sqlite'
import { type ErpDraft, type ErpFrame, type ErpResult, erpSender } from '@yibao/shared/agent/erp.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { AgentError } from '../agent-error.ts'

export type ErpSide = 'erp' | 'console'

const keptMs = 7 * 24 * 3600 * 1000
const other = { erp: 'console', console: 'erp' } as const

/** What a frame was stored as, and the result of its bill where one stands. */
export interface Sent {
  seq: number
  /** The other side has to hear of it. */
  isNew: boolean
  result?: ErpResult
}

type Bill = Extract<ErpDraft, { type: 'bill' | 'billChanged' }>

const isBill = (draft: ErpDraft): draft is Bill => draft.type === 'bill' || draft.type === 'billChanged'

/** The post box between ERP and console. Durable: a result must reach the ERP even when it polls tomorrow (M39). */
export class ErpFrames {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /**
   * Stores a frame and answers its seq; the same frame again answers the same seq. A bill that is settled already
   * answers with that result and goes no further: nothing is booked (ux 1.11).
   * Throws ARGS_INVALID for a type this side may not send, IDEMPOTENCY_CHANGED, FRAME_STALE.
   */
  send(side: ErpSide, draft: ErpDraft, nowMs: number): Sent {
    const senders: readonly ErpSide[] = erpSender[draft.type]
    if (!senders.includes(side)) throw new AgentError('ARGS_INVALID')
    const json = canonicalJson(draft)
    const known = this.#database
      .prepare('select seq, json from erp_frame where sender = ? and id = ?')
      .get(side, draft.id)
    if (known && known.json !== json) throw new AgentError('IDEMPOTENCY_CHANGED')
    const result = isBill(draft) ? this.#standing(draft.billNo) : undefined
    const found = result && { result }
    if (known) return { seq: Number(known.seq), isNew: false, ...found }
    if (isBill(draft) && !result) this.#refuseStale(draft)
    this.#database.prepare('delete from erp_frame where at < ?').run(nowMs - keptMs)
    const done = this.#database
      .prepare('insert into erp_frame (sender, id, bill_no, revision, type, json, at) values (?, ?, ?, ?, ?, ?, ?)')
      .run(side, draft.id, draft.billNo, draft.revision, draft.type, json, nowMs)
    return { seq: Number(done.lastInsertRowid), isNew: !result, ...found }
  }

  /** What the other side sent after `since`, oldest first, at most 100; of one bill only where `billNo` is given. */
  list(side: ErpSide, since: number, billNo?: string): ErpFrame[] {
    return this.#database
      .prepare(
        `select seq, json from erp_frame where sender = ? and seq > ? and bill_no = coalesce(?, bill_no)
         order by seq limit 100`,
      )
      .all(other[side], since, billNo ?? null)
      .map((row): ErpFrame => ({ ...JSON.parse(String(row.json)), seq: Number(row.seq) }))
  }

  /** The result that stands for a bill: after a reversal it may be settled anew, so there is none. */
  #standing(billNo: string): ErpResult | undefined {
    const row = this.#database
      .prepare(`select seq, json from erp_frame where bill_no = ? and type = 'result' order by seq desc limit 1`)
      .get(billNo)
    if (!row) return undefined
    const result: ErpResult = { ...JSON.parse(String(row.json)), seq: Number(row.seq) }
    return result.body.state === 'settled' || result.body.state === 'unknown' ? result : undefined
  }

  /** The bill as it stands may come again (the ERP was restarted), an older one or other lines under its number not. */
  #refuseStale({ billNo, revision, body }: Bill) {
    const newest = this.#database
      .prepare(
        `select revision, json from erp_frame where bill_no = ? and type in ('bill', 'billChanged')
         order by revision desc, seq desc limit 1`,
      )
      .get(billNo)
    if (!newest || Number(newest.revision) < revision) return
    const same = Number(newest.revision) === revision
    if (!same || canonicalJson(JSON.parse(String(newest.json)).body) !== canonicalJson(body))
      throw new AgentError('FRAME_STALE', { billNo })
  }
}
