import type { ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { yuan } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime, optionalTime } from '@yibao/shared/time.ts'
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { lifeBegan } from '../../database/life.ts'
import { builtOnce } from '../../database/slots.ts'
import type { YearBefore } from '../card/types.ts'
import { store } from '../organisation/tables.ts'
import { wireHit } from './audit-hit.ts'
import { isReversal } from './infnos.ts'
import { type Move, moves } from './moves.ts'
import { pricedBefore, pricedBeforeText } from './priced-before.ts'
import { statusOf } from './states.ts'
import { intent, order, orderEvent } from './tables.ts'
import type { OrderState, StoredSplit } from './types.ts'
import { beforeThis } from './year-before.ts'

export type OrderRow = typeof order.$inferSelect
export type IntentRow = typeof intent.$inferSelect

/** When what an order sold came back; where it was settled anew since, by then at the latest. `at`: nobody wrote it down. */
export const backAt = ({ state, reversedAt, settledAt }: OrderRow, at: Date): Date =>
  (state === 'settled' ? settledAt : reversedAt) ?? at

type Detail = ResultOf<typeof orderCalls.get>
type Row = ResultOf<typeof orderCalls.paged>['items'][number]
type Abnormal = NonNullable<Detail['abnormal']>

/** What a list shows of an order: the large columns (lines, person, basket) stay where they are. */
export const listColumns = {
  id: order.id,
  orderNo: order.orderNo,
  erpBill: order.erpBill,
  storeId: order.storeId,
  setlId: order.setlId,
  maskedName: order.maskedName,
  insutype: order.insutype,
  medicalType: order.medicalType,
  total: order.total,
  fundTotal: order.fundTotal,
  account: order.account,
  familyAccount: order.familyAccount,
  cash: order.cash,
  state: order.state,
  reversedBy: order.reversedBy,
  flags: order.flags,
  source: order.source,
  outFlag: order.outFlag,
  msgid: order.msgid,
  insuredAreaName: sql<string | null>`${order.person}->>'insuredAreaName'`,
  balance: sql<string | null>`${order.split}->>'balance'`,
  hospitalPart: sql<string | null>`${order.split}->>'hospitalPart'`,
  duplicateOf: sql<string | null>`${order.basket}->>'duplicateOf'`,
  suspected: sql<boolean | null>`(${order.basket}->>'suspected')::boolean`,
  operatorName: order.operatorName,
  createdAt: order.createdAt,
  settledAt: order.settledAt,
  printed: order.printed,
}
/** Of a settlement that the centre has beside another one, what its basket says of that. */
type Beside = Record<'duplicateOf' | 'suspected', unknown>
type OfSplit = 'balance' | 'hospitalPart'
type ListedOrder = Pick<OrderRow, Exclude<keyof typeof listColumns, 'insuredAreaName' | OfSplit | keyof Beside>> & {
  insuredAreaName?: string | null
} & { [K in OfSplit]?: string | null }

const told = (amount: string | null | undefined): string | undefined =>
  amount == null ? undefined : yuan(Number(amount))

/** An order as a list row; the person is masked there. */
export const rowOf = (row: ListedOrder, storeName: string): Row => ({
  id: row.id,
  orderNo: row.orderNo,
  erpBill: row.erpBill ?? undefined,
  storeId: row.storeId,
  storeName,
  setlId: row.setlId ?? undefined,
  maskedName: row.maskedName || '--',
  insutype: row.insutype ?? undefined,
  medicalType: row.medicalType,
  total: yuan(row.total),
  fundTotal: yuan(row.fundTotal),
  account: yuan(row.account),
  familyAccount: yuan(row.familyAccount),
  cash: yuan(row.cash),
  hospitalPart: told(row.hospitalPart),
  status: statusOf(row),
  source: row.source as Row['source'],
  outFlag: row.outFlag as Row['outFlag'],
  insuredAreaName: row.insuredAreaName || undefined,
  balance: told(row.balance),
  operatorName: row.operatorName,
  createdAt: formatTime(row.createdAt),
  settledAt: optionalTime(row.settledAt),
  printed: row.printed,
})

const wireSplit = (split: StoredSplit): NonNullable<Detail['split']> => {
  const { poolRatio, funds: _, ...amounts } = split
  const texts = Object.fromEntries(Object.entries(amounts).map(([key, value]) => [key, yuan(value)]))
  return { ...texts, poolRatio } as NonNullable<Detail['split']>
}

const wireYear = ({ at: _, year: __, stays, ...amounts }: YearBefore): NonNullable<Detail['yearBefore']> => {
  const texts = Object.entries(amounts).map(([key, value]) => [key, yuan(value)])
  return { ...(stays !== undefined && { stays }), ...Object.fromEntries(texts) }
}

/** States in which nobody knows yet what the centre did. */
export const statesInAir: OrderState[] = ['unknown', 'settling', 'reversing']

const isInAir = ({ state }: Pick<OrderRow, 'state'>) => statesInAir.includes(state)

const isAbnormal = (row: Pick<OrderRow, 'state' | 'flags'>) => isInAir(row) || row.flags.length > 0

/** What `abnormalOf` goes by of a message; its bytes stay where they are. */
export const sentColumns = {
  infno: intent.infno,
  msgid: intent.msgid,
  attempts: intent.attempts,
  nextAttemptAt: intent.nextAttemptAt,
  lastError: intent.lastError,
  needsPerson: intent.needsPerson,
}
type LastSent = Pick<IntentRow, keyof typeof sentColumns>

/** Why an order is abnormal and what the system does about it; undefined for an ordinary one. */
const abnormalOf = (
  row: Pick<OrderRow, 'state' | 'flags' | 'erpBill' | 'msgid'> & {
    duplicateOf?: string | null
    suspected?: boolean | null
  },
  last: LastSent | undefined,
): Abnormal | undefined => {
  if (!isAbnormal(row)) return undefined
  const inAir = isInAir(row)
  const beside = row.flags.includes('duplicate')
  const kind = inAir ? (isReversal(last?.infno) ? 'reversalUnknown' : 'unknown') : row.flags[0]!
  return {
    kind,
    attempts: last?.attempts ?? 0,
    nextAttemptAt: inAir && !last?.needsPerson ? optionalTime(last?.nextAttemptAt ?? null) : undefined,
    lastError: last?.lastError ?? undefined,
    msgidTail: (inAir ? (last?.msgid ?? row.msgid) : row.msgid)?.slice(-8),
    // Nothing but a person ends what is flagged.
    needsPerson: !inAir || (last?.needsPerson ?? false),
    billMissing: row.state === 'settled' && row.erpBill === null && row.flags.includes('erpMissing') ? true : undefined,
    duplicateOf: beside ? (row.duplicateOf ?? undefined) : undefined,
    suspected: beside && row.suspected ? true : undefined,
  }
}

/** An order of the abnormal list as its row; undefined for an ordinary one. */
export const abnormalRowOf = (
  row: ListedOrder & Parameters<typeof abnormalOf>[0],
  storeName: string,
  last: LastSent | undefined,
): (Row & { abnormal: Abnormal }) | undefined => {
  const abnormal = abnormalOf(row, last)
  return abnormal && { ...rowOf(row, storeName), abnormal }
}

/** The newest intent of an order. */
export const lastIntent = async ({ db }: Pick<Deps, 'db'>, orderId: string): Promise<IntentRow | undefined> => {
  const [row] = await db
    .select()
    .from(intent)
    .where(eq(intent.orderId, orderId))
    .orderBy(desc(intent.createdAt), desc(intent.id))
    .limit(1)
  return row
}

/** How far the centre's amounts contradict each other, for M43; `gap` in fen. */
const gapText = (gap: number) => `金额关系有误，相差 ${yuan(Math.abs(gap))}`

/** What the intent of an ERP bill that a person gave to a settlement is called by (settlement/bind-bill.ts): nothing was sent under it. */
export const billBinding = 'bindBill'

const around = builtOnce((db) =>
  db
    .select({
      storeName: store.name,
      event: orderEvent,
      bound: sql<boolean>`exists (select 1 from settlement_intent binding
        where binding.order_id = ${sql.placeholder('orderId')} and binding.call_name = ${billBinding})`,
    })
    .from(store)
    .leftJoin(orderEvent, eq(orderEvent.orderId, sql.placeholder('orderId')))
    .where(eq(store.id, sql.placeholder('storeId')))
    .orderBy(asc(orderEvent.at), asc(orderEvent.id))
    .prepare('order_around'),
)

const refusals = new Set<string>(['refused', 'notReversed'] satisfies Move[])

/**
 * How an order is shown that may have left for the centre in what the database lost: as one whose result is unknown, for who
 * asks what became of it would take 'priced' for a no.
 */
const inDoubt: Pick<Detail, 'status' | 'abnormal'> = {
  status: '4',
  abnormal: { kind: 'unknown', attempts: 0, lastError: pricedBeforeText, needsPerson: true },
}

/** One order, whole, as Order/Get answers it. `masked`, for a guest: no name, and nothing of what somebody is treated for. */
export const detailOf = async (deps: Pick<Deps, 'db'>, row: OrderRow, { masked = false } = {}): Promise<Detail> => {
  const found = await around(deps.db, '').execute({ orderId: row.id, storeId: row.storeId })
  const events = found.flatMap(({ event }) => event ?? [])
  const { person, basket } = row
  // Who looks without having signed in reads of the purchase, not of the year.
  const yearBefore = masked ? undefined : await beforeThis(deps.db, row)
  const doubt = row.state === 'presettled' && pricedBefore(row, await lifeBegan(deps))
  return {
    ...rowOf(row, found[0]?.storeName ?? row.storeId),
    billBound: row.state === 'settled' && found[0]?.bound ? true : undefined,
    mdtrtId: row.mdtrtId ?? undefined,
    msgidTail: row.msgid?.slice(-8),
    gender: person.gender,
    age: person.age,
    maskedCertNo: masked ? '' : person.maskedCertNo,
    personTypeName: person.personTypeName,
    insuredAreaName: person.insuredAreaName,
    ...(!masked && {
      diseaseName: basket.diseaseName,
      prescription: basket.prescription,
      pharmacistName: basket.pharmacistName,
    }),
    herbs: basket.herbs,
    lines: row.lines.map((line) => ({
      ...omit(line, 'mapped', 'unreported', 'feeClass', 'priceLimit'),
      amount: yuan(line.amount),
      inScope: line.inScope === undefined ? undefined : yuan(line.inScope),
    })),
    split: row.split ? wireSplit(row.split) : undefined,
    funds: row.split?.funds?.map(({ inScope, limitBefore, amount, ...part }) => ({
      ...{ ...part, inScope: yuan(inScope), limitBefore: yuan(limitBefore), amount: yuan(amount) },
    })),
    yearBefore: yearBefore && wireYear(yearBefore),
    reasons: row.reasons,
    warnings: row.amountGap === null ? row.warnings : [...row.warnings, gapText(row.amountGap)],
    audit: row.audit?.hits.map(wireHit),
    settleKey: row.state === 'presettled' ? (row.settleKey ?? undefined) : undefined,
    abnormal: isAbnormal(row)
      ? abnormalOf(
          { ...row, duplicateOf: basket.duplicateOf, suspected: basket.suspected },
          await lastIntent(deps, row.id),
        )
      : undefined,
    erpRevision: basket.erpRevision,
    erpTurn: row.turned || undefined,
    formerBill: row.formerBill ?? undefined,
    reversedAt: optionalTime(row.reversedAt),
    reversalReason: row.reversalReason ?? undefined,
    reversalBalance: row.reversalBalance === null ? undefined : yuan(row.reversalBalance),
    refusal: refusals.has(events.at(-1)?.move ?? '') ? events.at(-1)?.text : undefined,
    events: events.map(({ at, move, text, by }) => ({
      at: formatTime(at),
      move: move in moves ? moves[move as keyof typeof moves].text : '记录',
      text,
      by,
    })),
    ...(doubt && inDoubt),
  }
}
