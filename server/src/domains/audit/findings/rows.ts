import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { audit as calls } from '@yibao/shared/calls/audit.ts'
import { ruleKinds } from '@yibao/shared/entities/audit.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { requireDays } from '../../../database/bounded.ts'
import { type Cursor, type Paging, rowsOf } from '../../../database/rows.ts'
import { ofName } from '../../order/find.ts'
import { order } from '../../order/tables.ts'
import { store } from '../../organisation/tables.ts'
import { auditAttachment, auditEvent, auditFinding } from '../tables.ts'
import { placeIn } from './place.ts'

type Filters = InputOf<typeof calls.paged>
type FindingRow = ResultOf<typeof calls.paged>['items'][number]
export type Finding = typeof auditFinding.$inferSelect

/** What is listed: of purchases that were settled, whatever became of them. Others were never passed over. */
const settled = sql`${order.settledAt} is not null and ${order.state} in ('settled','reversing','unknown','reversed')`

const columns = {
  finding: auditFinding,
  storeName: store.name,
  orderNo: order.orderNo,
  setlId: order.setlId,
  orderState: order.state,
  maskedName: order.maskedName,
}

type Raw = { [K in 'storeName' | 'orderNo' | 'maskedName']: string } & {
  finding: Finding
  setlId: string | null
  orderState: string
}

/** A finding as its list shows it: nothing is at stake any more in what was reversed. */
const wireFinding = ({ finding: one, orderState, setlId, ...row }: Raw): FindingRow => {
  const reversed = orderState === 'reversed'
  return {
    ...{ id: one.id, no: one.no, rule: one.rule, ruleName: one.ruleName },
    kind: ruleKinds[one.kind],
    level: one.level,
    orderId: one.orderId,
    orderNo: row.orderNo,
    setlId: setlId ?? '',
    storeId: one.storeId,
    storeName: row.storeName,
    maskedName: row.maskedName,
    ...{ drug: one.drug, nationalCode: one.nationalCode },
    amount: yuan(reversed ? 0 : one.amount),
    soldAmount: yuan(one.amount),
    reversed,
    message: one.message,
    state: one.state,
    deadline: one.deadline,
    handler: one.handler,
    handledAt: one.handledAt ? formatTime(one.handledAt) : undefined,
    confirmedBy: one.confirmedBy || '未确认',
    reason: one.reason,
    createdAt: formatTime(one.createdAt),
  }
}

/** The findings in reach from the first day that is asked for. */
const placeOf = (c: Context, f: Filters): SQL | undefined => placeIn(c, auditFinding, auditFinding.createdAt, f)

/** No index has the names or amounts of them; an order's are few, and so is what waits for somebody. */
const requireBounded = async (c: Context, f: Filters & Paging): Promise<void> => {
  if (f.orderId || f.keyword?.trim() || f.state === '0' || f.state === '3') return
  const isSorted = f.sortField !== undefined && f.sortField !== 'createdAt'
  const what = f.name?.trim() ? '姓名' : isSorted && '这一列排序'
  if (what) await requireDays(c, f, { table: auditFinding, place: placeOf(c, f), rows: '审核记录', what })
}

/** Audit/Paged, the newest first. */
export const findingRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ ...columns, ...cursor })
      .from(auditFinding)
      .innerJoin(order, eq(order.id, auditFinding.orderId))
      .innerJoin(store, eq(store.id, auditFinding.storeId))
      .$dynamic(),
  where: async (c, f) => {
    await requireBounded(c, f)
    return and(
      settled,
      placeOf(c, f),
      f.to ? lt(auditFinding.createdAt, startOfDay(addDays(f.to, 1))) : undefined,
      f.rule ? eq(auditFinding.rule, f.rule) : undefined,
      f.kind ? eq(auditFinding.kind, f.kind) : undefined,
      f.state ? sql`${auditFinding.state} = ${sql.raw(`'${f.state}'`)}` : undefined,
      f.orderId ? eq(auditFinding.orderId, f.orderId) : undefined,
      f.name?.trim() ? ofName(f.name.trim()) : undefined,
      f.keyword?.trim() ? or(eq(order.orderNo, f.keyword.trim()), eq(order.setlId, f.keyword.trim())) : undefined,
    )
  },
  sortable: { createdAt: auditFinding.createdAt, amount: auditFinding.amount, deadline: auditFinding.deadline },
  key: auditFinding.id,
  keyOf: ({ finding }) => finding.id,
  wire: (raw): FindingRow => wireFinding(raw),
})

/** Findings the asker may see, each with what became of its order; refuses when one of them is not there. */
export const findingsOf = async (c: Context, ids: readonly string[]): Promise<Raw[]> => {
  const wanted = [...new Set(ids)]
  const found = await c.db
    .select(columns)
    .from(auditFinding)
    .innerJoin(order, eq(order.id, auditFinding.orderId))
    .innerJoin(store, eq(store.id, auditFinding.storeId))
    .where(and(inArray(auditFinding.id, wanted), c.scope.where(auditFinding.storeId), settled))
  if (!wanted.length || found.length < wanted.length) return refuse('not.found', { what: '这条审核记录' })
  for (const { finding } of found) c.on(finding.no, finding.storeId)
  return found
}

/** Audit/Get: one finding whole. */
export const shownFinding = async (c: Context, id: string): Promise<ResultOf<typeof calls.get>> => {
  const [raw] = await findingsOf(c, [id])
  const [files, events, [bought]] = await Promise.all([
    c.db
      .select({
        ...{ id: auditAttachment.id, name: auditAttachment.name, by: auditAttachment.by, at: auditAttachment.at },
      })
      .from(auditAttachment)
      .where(eq(auditAttachment.findingId, id))
      .orderBy(asc(auditAttachment.at), asc(auditAttachment.id)),
    c.db.select().from(auditEvent).where(eq(auditEvent.findingId, id)).orderBy(asc(auditEvent.at), asc(auditEvent.id)),
    c.db
      .select({ medicalType: order.medicalType, insutype: order.insutype })
      .from(order)
      .where(eq(order.id, raw!.finding.orderId)),
  ])
  return {
    ...wireFinding(raw!),
    quantity: raw!.finding.quantity,
    medicalType: bought!.medicalType,
    insutype: bought!.insutype ?? undefined,
    attachments: files.map(({ at, ...one }) => ({ ...one, at: formatTime(at) })),
    events: events.map(({ at, move, text, by }) => ({ at: formatTime(at), move, text, by })),
  }
}
