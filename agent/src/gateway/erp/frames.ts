import type { DatabaseSync } from 'node:sqlite'
import { type ErpDraft, type ErpFrame, type ErpResult, erpSender } from '@yibao/shared/agent/erp.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { AgentError } from '../../agent-error.ts'
import { atOnce } from '../../files/sqlite.ts'
import { datedAnew } from './clock-put-right.ts'
import { ErpSettled } from './settled.ts'

export type ErpSide = 'erp' | 'console'

const dayMs = 24 * 3600 * 1000
const keptMs = 7 * dayMs
/** What an ERP has not heard of: a PC whose clock is weeks ahead for an hour takes no result with it. */
const unheardMs = 60 * dayMs
/** Of one bill as its ERP sent it again and again; more is a fault of that program, which is not to fill the disk. */
const mostOfOne = 200
/** What of a bill is replaced by what comes later. Results are not, nor the word of the ERP that it has them. */
const replaced = ["type in ('bill', 'billChanged')", "type = 'ack' and sender = 'console'"]
const other = { erp: 'console', console: 'erp' } as const

/** What a frame was stored as, and the result of its bill where one stands. */
interface Sent {
  seq: number
  /** The other side has to hear of it. */
  isNew: boolean
  result?: ErpResult
  /** The other side has acknowledged it before: nothing more will come. */
  acked?: true
}

type Bill = Extract<ErpDraft, { type: 'bill' | 'billChanged' }>

/** A frame as it is kept and compared. Throws FRAME_INVALID for half a character: no other program could be told it. */
const kept = (draft: ErpDraft): string => {
  try {
    return canonicalJson(draft)
  } catch {
    throw new AgentError('FRAME_INVALID', { text: '消息：有不完整的字符' })
  }
}

const isBill = (draft: ErpDraft): draft is Bill => draft.type === 'bill' || draft.type === 'billChanged'

/** The post box between ERP and console. Durable: a result must reach the ERP even when it polls tomorrow (M39). */
export class ErpFrames {
  readonly #database: DatabaseSync
  readonly settled: ErpSettled
  readonly #dateAnew: (nowMs: number) => void

  /** `steady`: ms from anywhere, never set. */
  constructor(database: DatabaseSync, steady: () => number = () => performance.now()) {
    this.#database = database
    this.#dateAnew = datedAnew(database, steady)
    this.settled = new ErpSettled(database)
  }

  /**
   * Stores a frame and answers its seq; the same frame again, or one frame acknowledged again, answers the same seq, and a
   * bill of which the day is over is new once more: its ERP wants it now. A bill that is settled already answers with that
   * result and goes no further: nothing is booked (ux 1.11).
   * Throws FRAME_INVALID for a type this side may not send and for an acknowledgement under another frame's bill,
   * IDEMPOTENCY_CHANGED, FRAME_STALE.
   */
  send(side: ErpSide, draft: ErpDraft, nowMs: number): Sent {
    const senders: readonly ErpSide[] = erpSender[draft.type]
    if (!senders.includes(side)) throw new AgentError('FRAME_INVALID', { text: `type：${draft.type} 只能由另一方发送` })
    const json = kept(draft)
    this.#dateAnew(nowMs)
    const known = this.#database
      .prepare('select seq, json from erp_frame where sender = ? and id = ?')
      .get(side, draft.id)
    if (known && known.json !== json) throw new AgentError('IDEMPOTENCY_CHANGED')
    if (draft.type === 'ack') this.#refuseAstray(side, draft)
    const overtaken = this.#overtaking(draft) ?? (known ? undefined : this.#before(side, draft))
    if (overtaken) return { seq: overtaken.seq, isNew: false }
    const result = isBill(draft) ? this.#standing(draft.billNo) : undefined
    const found = result && { result }
    if (known) {
      const seq = Number(known.seq)
      return { seq, isNew: this.#renew(side, draft, seq, nowMs), ...this.#acked(side, draft), ...found }
    }
    if (isBill(draft) && !result) this.#refuseStale(draft)
    return { seq: this.#keep(side, draft, json, nowMs), isNew: !result, ...found }
  }

  /** Gives a known bill another day, where it waits for nobody only because its own is over; else nothing changes. */
  #renew(side: ErpSide, draft: ErpDraft, seq: number, nowMs: number): boolean {
    const waits = () => this.pending(other[side], seq - 1, nowMs, draft.billNo).some(({ id }) => id === draft.id)
    if (!isBill(draft) || waits()) return false
    const { at } = this.#database.prepare('select at from erp_frame where seq = ?').get(seq) as { at: number }
    const date = this.#database.prepare('update erp_frame set at = ? where seq = ?')
    return atOnce(this.#database, () => {
      date.run(nowMs, seq)
      if (waits()) return true
      date.run(at, seq)
      return false
    })
  }

  /** Both or neither: a frame that stands without its note is answered as known when it comes again, and never noted. */
  #keep(side: ErpSide, draft: ErpDraft, json: string, nowMs: number): number {
    return atOnce(this.#database, () => {
      this.#database
        .prepare(
          `delete from erp_frame where at < ? and not (type = 'result' and at >= ? and not exists (
             select 1 from erp_frame as ack where ack.sender = 'erp' and ack.type = 'ack'
               and ack.bill_no = erp_frame.bill_no and json_extract(ack.json, '$.body.id') = erp_frame.id))`,
        )
        .run(nowMs - keptMs, nowMs - unheardMs)
      const done = this.#database
        .prepare('insert into erp_frame (sender, id, bill_no, revision, type, json, at) values (?, ?, ?, ?, ?, ?, ?)')
        .run(side, draft.id, draft.billNo, draft.revision, draft.type, json, nowMs)
      for (const kind of replaced)
        this.#database
          .prepare(
            `delete from erp_frame where bill_no = :billNo and ${kind} and seq not in (select seq from erp_frame
               where bill_no = :billNo and ${kind} order by revision desc, seq desc limit ${mostOfOne})`,
          )
          .run({ billNo: draft.billNo })
      this.settled.note(draft, nowMs)
      return Number(done.lastInsertRowid)
    })
  }

  /** What the other side sent after `since`, oldest first, at most 100; of one bill only where `billNo` is given. */
  list(side: ErpSide, since: number, billNo?: string): ErpFrame[] {
    return this.#database
      .prepare(
        `select seq, json from erp_frame where sender = ? and seq > ? and bill_no = coalesce(?, bill_no)
         order by seq limit 100`,
      )
      .all(other[side], this.#known(since), billNo ?? null)
      .map((row): ErpFrame => ({ ...JSON.parse(String(row.json)), seq: Number(row.seq) }))
  }

  /**
   * What the other side sent after `since` and this side has not acknowledged, oldest first, at most 100: what a side
   * reads that was away. Not among it: a bill that was answered with its result, also where that was reversed since (the
   * ERP sends it anew when it is to be sold again), that a newer one replaced, or that is older than a day (its customer is
   * gone; a result waits for the ERP as long as it is kept).
   */
  pending(side: ErpSide, since: number, nowMs: number, billNo?: string): ErpFrame[] {
    this.#dateAnew(nowMs)
    return this.#database
      .prepare(
        `select seq, json from erp_frame as sent
         where sender = :sender and seq > :since and bill_no = coalesce(:billNo, bill_no) and type <> 'ack'
           and (sender = 'console' or at > :yesterday)
           and not exists (select 1 from erp_frame as ack where ack.sender = :side and ack.type = 'ack'
             and ack.bill_no = sent.bill_no and json_extract(ack.json, '$.body.id') = sent.id)
           and not (type in ('bill', 'billChanged') and exists (select 1 from erp_frame as later
             where later.bill_no = sent.bill_no and later.seq > sent.seq and later.type in ('bill', 'billChanged')))
           and not (type in ('bill', 'billChanged') and coalesce((select json_extract(json, '$.body.state') from erp_frame
             as result where result.bill_no = sent.bill_no and result.type = 'result' order by seq desc limit 1), '')
             in ('settled', 'unknown'))
           and not (type in ('bill', 'billChanged') and exists (select 1 from erp_frame as told
             where told.bill_no = sent.bill_no and told.type = 'result' and told.seq < sent.seq
               and json_extract(told.json, '$.body.state') in ('settled', 'unknown')
               and not exists (select 1 from erp_frame as later where later.bill_no = told.bill_no and later.type = 'result'
                 and later.seq > told.seq and later.seq < sent.seq
                 and json_extract(later.json, '$.body.orderId') is json_extract(told.json, '$.body.orderId'))))
         order by seq limit 100`,
      )
      .all({ sender: other[side], since: this.#known(since), billNo: billNo ?? null, side, yesterday: nowMs - dayMs })
      .map((row): ErpFrame => ({ ...JSON.parse(String(row.json)), seq: Number(row.seq) }))
  }

  /**
   * A number that was never given out is of a box before this one (the agent was installed anew, its database was damaged):
   * whoever asks on from it would hear of nothing any more. He is told everything.
   */
  #known(since: number): number {
    const row = this.#database.prepare(`select seq from sqlite_sequence where name = 'erp_frame'`).get()
    return since > Number(row?.seq ?? 0) ? 0 : since
  }

  /** The acknowledgement of one frame by a side: one, however often it says so under ids of its own. */
  #ackOf(sender: ErpSide, billNo: string, id: string): { seq: number } | undefined {
    const ack = this.#database
      .prepare(
        `select seq from erp_frame where sender = ? and type = 'ack' and bill_no = ? and json_extract(json, '$.body.id') = ?`,
      )
      .get(sender, billNo, id)
    return ack && { seq: Number(ack.seq) }
  }

  #acked(side: ErpSide, { id, billNo }: ErpDraft): { acked?: true } {
    return this.#ackOf(other[side], billNo, id) ? { acked: true } : {}
  }

  /** Taken, it would count for nothing: the frame that it names, of another bill, would be told for ever. */
  #refuseAstray(side: ErpSide, { billNo, body }: Extract<ErpDraft, { type: 'ack' }>) {
    const acked = this.#database
      .prepare('select bill_no from erp_frame where sender = ? and id = ?')
      .get(other[side], body.id)
    if (acked && acked.bill_no !== billNo)
      throw new AgentError('FRAME_INVALID', { text: `billNo：消息 ${body.id} 的单号是 ${acked.bill_no}` })
  }

  /** Where this very acknowledgement stands already. */
  #before(side: ErpSide, { type, billNo, body }: ErpDraft): { seq: number } | undefined {
    return type === 'ack' ? this.#ackOf(side, billNo, body.id) : undefined
  }

  /**
   * The result that stands for a bill: after a reversal it may be settled anew, so there is none. The reversal of an order
   * before, heard of late, takes nothing from the one that stands.
   */
  #standing(billNo: string): ErpResult | undefined {
    const row = this.#database
      .prepare(
        `select seq, json from (select * from erp_frame where bill_no = ? and type = 'result'
           and json_extract(json, '$.body.state') in ('settled', 'unknown') order by seq desc limit 1) as last
         where not exists (select 1 from erp_frame as later where later.bill_no = last.bill_no and later.type = 'result'
           and later.seq > last.seq and json_extract(later.json, '$.body.orderId') is json_extract(last.json, '$.body.orderId'))`,
      )
      .get(billNo)
    return row && { ...JSON.parse(String(row.json)), seq: Number(row.seq) }
  }

  /** The end of an order that was told: that nothing is known of it, or that it came to nothing, is a word of before. */
  #ended({ orderId }: { orderId?: string | undefined }): { seq: number } | undefined {
    const row = this.#database
      .prepare(
        `select seq from erp_frame where type = 'result' and json_extract(json, '$.body.orderId') = ?
           and json_extract(json, '$.body.state') in ('settled', 'reversed') order by seq desc limit 1`,
      )
      .get(orderId ?? null)
    return row && { seq: Number(row.seq) }
  }

  /**
   * The result that stands where another counter's late word would take it back: of two that had one bill, one settled it,
   * and the other may learn only now that its own attempt came to nothing.
   */
  #overtaking({ type, billNo, body }: ErpDraft): { seq: number } | undefined {
    if (type !== 'result' || (body.state !== 'voided' && body.state !== 'unknown')) return undefined
    const ended = this.#ended(body)
    if (ended) return ended
    const standing = this.#standing(billNo)
    return standing && standing.body.orderId !== body.orderId ? standing : undefined
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
      throw new AgentError('FRAME_STALE', { billNo, revision, newest: Number(newest.revision) })
  }
}
