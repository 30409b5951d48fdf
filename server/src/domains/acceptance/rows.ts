import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { acceptance as calls } from '@yibao/shared/calls/acceptance.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { statusOf } from '../order/states.ts'
import { order } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'
import { titleOf } from './scenario.ts'
import { endBroken } from './start.ts'
import { acceptanceRun, acceptanceStep } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Row = ResultOf<typeof calls.paged>['items'][number]
type RunFilters = InputOf<typeof calls.history>
type Run = ResultOf<typeof calls.history>['items'][number]
type Step = typeof acceptanceStep.$inferSelect

const wireStep = (one: Step) => ({
  ...{ id: one.id, infno: one.infno, name: titleOf(one.infno), state: one.state, ms: one.ms ?? undefined },
  ...{ msgid: one.msgid, infcode: one.infcode, text: one.text, deviations: one.deviations },
  hasMessage: one.request !== '',
})

const wireRun = ({ run, storeName }: { run: typeof acceptanceRun.$inferSelect; storeName: string }): Run => ({
  ...{ id: run.id, storeId: run.storeId, storeName, operatorName: run.operatorName, maskedName: run.maskedName },
  ...{ state: run.state, passed: run.passed, failed: run.failed, steps: run.steps, note: run.note },
  startedAt: formatTime(run.startedAt),
  endedAt: run.endedAt ? formatTime(run.endedAt) : undefined,
})

/** Acceptance/History. */
export const runRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: RunFilters) =>
    c.db
      .select({ run: acceptanceRun, storeName: store.name, ...cursor })
      .from(acceptanceRun)
      .innerJoin(store, eq(store.id, acceptanceRun.storeId))
      .$dynamic(),
  where: async (c, f) => {
    // Whoever only looks leaves it to the next one.
    if (!c.me.viewedBy) await endBroken(c.db)
    return and(
      c.scope.where(acceptanceRun.storeId, f.storeId),
      f.from ? gte(acceptanceRun.startedAt, startOfDay(f.from)) : undefined,
      f.to ? lt(acceptanceRun.startedAt, startOfDay(addDays(f.to, 1))) : undefined,
      f.state ? eq(acceptanceRun.state, f.state) : undefined,
    )
  },
  sortable: { startedAt: acceptanceRun.startedAt },
  key: acceptanceRun.id,
  keyOf: ({ run }) => run.id,
  wire: (raw): Run => wireRun(raw),
})

/** Acceptance/Get. */
export const shownRun = async (c: Context, id: string): Promise<ResultOf<typeof calls.get>> => {
  const [found] = await c.db
    .select({ run: acceptanceRun, storeName: store.name })
    .from(acceptanceRun)
    .innerJoin(store, eq(store.id, acceptanceRun.storeId))
    .where(and(eq(acceptanceRun.id, id), c.scope.where(acceptanceRun.storeId)))
  if (!found) return refuse('not.found', { what: '这次验收' })
  const [steps, orders] = await Promise.all([
    c.db.select().from(acceptanceStep).where(eq(acceptanceStep.runId, id)).orderBy(asc(acceptanceStep.place)),
    c.db
      .select({
        orderId: order.id,
        orderNo: order.orderNo,
        state: order.state,
        reversedBy: order.reversedBy,
        flags: order.flags,
      })
      .from(order)
      .where(inArray(order.id, found.run.orderIds))
      .orderBy(asc(order.createdAt), asc(order.id)),
  ])
  return {
    ...wireRun(found),
    stopOnError: found.run.stopOnError,
    orders: orders.map((one) => ({ orderId: one.orderId, orderNo: one.orderNo, status: statusOf(one) })),
    rows: steps.map(wireStep),
  }
}

/** The newest result of each transaction in each store: one that was not run stands behind any that was. */
const newest = (c: Context) =>
  c.db
    .selectDistinctOn([acceptanceStep.storeId, acceptanceStep.infno], { id: acceptanceStep.id })
    .from(acceptanceStep)
    .where(c.scope.where(acceptanceStep.storeId))
    .orderBy(
      acceptanceStep.storeId,
      acceptanceStep.infno,
      sql`${acceptanceStep.state} = 'skipped'`,
      desc(acceptanceStep.at),
      desc(acceptanceStep.id),
    )

/** Acceptance/Paged. */
export const stepRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ step: acceptanceStep, storeName: store.name, operatorName: acceptanceRun.operatorName, ...cursor })
      .from(acceptanceStep)
      .innerJoin(acceptanceRun, eq(acceptanceRun.id, acceptanceStep.runId))
      .innerJoin(store, eq(store.id, acceptanceStep.storeId))
      .$dynamic(),
  where: (c, f) =>
    and(
      inArray(acceptanceStep.id, newest(c)),
      f.storeId ? eq(acceptanceStep.storeId, c.scope.check(f.storeId)) : undefined,
      f.infno?.trim() ? eq(acceptanceStep.infno, f.infno.trim()) : undefined,
      f.state ? eq(acceptanceStep.state, f.state) : undefined,
      f.from ? gte(acceptanceStep.at, startOfDay(f.from)) : undefined,
      f.to ? lt(acceptanceStep.at, startOfDay(addDays(f.to, 1))) : undefined,
    ),
  sortable: { infno: acceptanceStep.infno, at: acceptanceStep.at, ms: acceptanceStep.ms },
  direction: 'ascend',
  key: acceptanceStep.id,
  keyOf: ({ step }) => step.id,
  wire: ({ step, storeName, operatorName }): Row => ({
    ...wireStep(step),
    ...{ runId: step.runId, storeId: step.storeId, storeName, operatorName, at: formatTime(step.at) },
  }),
})

/** Acceptance/Message: as it went over the line. */
export const messageOf = async (c: Context, id: string): Promise<ResultOf<typeof calls.message>> => {
  const [one] = await c.db
    .select()
    .from(acceptanceStep)
    .where(and(eq(acceptanceStep.id, id), c.scope.where(acceptanceStep.storeId)))
  if (!one?.request) return refuse('not.found', { what: '这一步的报文' })
  const { vault } = c.services
  c.on(`${one.infno} ${one.msgid}`, one.storeId)
  return {
    ...{ infno: one.infno, name: titleOf(one.infno), request: vault.open(one.request) },
    response: one.response ? vault.open(one.response) : '没有应答',
  }
}
