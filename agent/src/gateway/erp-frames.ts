import type { DatabaseSync } from 'node:sqlite'
import { type ErpDraft, type ErpFrame, erpSender } from '@yibao/shared/agent/erp.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { AgentError } from '../agent-error.ts'

export type ErpSide = 'erp' | 'console'

const keptMs = 7 * 24 * 3600 * 1000
const other = { erp: 'console', console: 'erp' } as const

/** The post box between ERP and console. Durable: a result must reach the ERP even when it polls tomorrow (M39). */
export class ErpFrames {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /**
   * Stores a frame and answers its seq; the same frame again answers the same seq.
   * Throws ARGS_INVALID for a type this side may not send, IDEMPOTENCY_CHANGED, FRAME_STALE.
   */
  send(side: ErpSide, draft: ErpDraft, nowMs: number): { seq: number; isNew: boolean } {
    const senders: readonly ErpSide[] = erpSender[draft.type]
    if (!senders.includes(side)) throw new AgentError('ARGS_INVALID')
    const json = canonicalJson(draft)
    const known = this.#database
      .prepare('select seq, json from erp_frame where sender = ? and id = ?')
      .get(side, draft.id)
    if (known) {
      if (known.json !== json) throw new AgentError('IDEMPOTENCY_CHANGED')
      return { seq: Number(known.seq), isNew: false }
    }
    if (draft.type === 'bill' || draft.type === 'billChanged') this.#refuseStale(draft)
    this.#database.prepare('delete from erp_frame where at < ?').run(nowMs - keptMs)
    const done = this.#database
      .prepare('insert into erp_frame (sender, id, bill_no, revision, type, json, at) values (?, ?, ?, ?, ?, ?, ?)')
      .run(side, draft.id, draft.billNo, draft.revision, draft.type, json, nowMs)
    return { seq: Number(done.lastInsertRowid), isNew: true }
  }

  /** What the other side sent after `since`, oldest first, at most 100. */
  list(side: ErpSide, since: number): ErpFrame[] {
    return this.#database
      .prepare('select seq, json from erp_frame where sender = ? and seq > ? order by seq limit 100')
      .all(other[side], since)
      .map((row): ErpFrame => ({ ...JSON.parse(String(row.json)), seq: Number(row.seq) }))
  }

  #refuseStale({ billNo, revision }: ErpDraft) {
    const newer = this.#database
      .prepare(`select 1 from erp_frame where bill_no = ? and revision >= ? and type in ('bill', 'billChanged')`)
      .get(billNo, revision)
    if (newer) throw new AgentError('FRAME_STALE', { billNo })
  }
}
