import type { ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { type RuleKind, ruleKinds } from '@yibao/shared/entities/audit.ts'
import { type Fen, yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'

interface Confirmed {
  by: string
  /** ISO. */
  at: string
  reason: string
}

/** One hit as an order keeps it until it is settled, and for who reads the order later. */
export interface StoredHit {
  /** Of its order: rule and line. */
  key: string
  /** 0: of the whole basket. */
  line: number
  rule: string
  ruleName: string
  kind: RuleKind
  level: 'remind' | 'block'
  what: string
  meaning: string
  next: string
  reasonRequired: boolean
  amount: Fen
  ownCode: string
  nationalCode: string
  name: string
  quantity: string
  confirmed?: Confirmed
  /** Of no rule: a word of the counter's own, of which 审核管理 knows nothing. */
  own?: true
}

/** What the audit said of a basket at its pre-settlement. */
export interface StoredAudit {
  hits: StoredHit[]
}

type WireHit = NonNullable<ResultOf<typeof orderCalls.get>['audit']>[number]

/** A hit for the wire. */
export const wireHit = (hit: StoredHit): WireHit => ({
  key: hit.key,
  line: hit.line,
  rule: hit.rule,
  ruleName: hit.ruleName,
  kind: ruleKinds[hit.kind],
  level: hit.level,
  what: hit.what,
  meaning: hit.meaning,
  next: hit.next,
  reasonRequired: hit.reasonRequired,
  amount: yuan(hit.amount),
  confirmedBy: hit.confirmed?.by,
  confirmedAt: hit.confirmed && formatTime(new Date(hit.confirmed.at)),
  reason: hit.confirmed?.reason || undefined,
})

/** Hits that nobody has confirmed. */
export const openHits = (audit: StoredAudit | null | undefined): StoredHit[] =>
  audit?.hits.filter(({ confirmed }) => !confirmed) ?? []
