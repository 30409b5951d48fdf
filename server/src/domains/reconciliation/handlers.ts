import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { pageBounds } from '../../database/page.ts'
import { openFile } from '../../secrets/sealed-file.ts'
import { besideText } from '../auth/other-areas.ts'
import { storeOf } from '../organisation/store.ts'
import { askCentre } from './ask-centre.ts'
import { batch, stopBatch } from './batch.ts'
import { fileOf } from './centre/result-file.ts'
import { detailOfGroup } from './day/detail.ts'
import { totalsOfStores } from './day/many-totals.ts'
import { totalOfStore } from './day/total.ts'
import { findGroup } from './groups/groups.ts'
import { handle, undoHandled } from './handle.ts'
import { pagedDays } from './list/day-list.ts'
import { totalsOfDays } from './list/day-totals.ts'
import { differencesView, groupsView } from './list/view.ts'
import { storesOfDays } from './month/run.ts'
import { reconDifference } from './tables.ts'

type Calls = typeof reconciliation

const total = async (
  { day, storeId: asked, force }: InputOf<Calls['total']>,
  c: Context,
): Promise<ResultOf<Calls['total']>> => {
  const storeId = asked ?? c.me.storeId
  if (!storeId) return refuse('recon.state', { text: '没有选择门店，请刷新页面后再对账' })
  const storeRow = await storeOf(c.deps, c.scope.check(storeId))
  const groups = await groupsView(c, await totalOfStore(c.deps, storeRow, { day, by: c.me.name, force }))
  const inState = (state: string) => groups.filter((group) => group.state === state).length
  return { groups, equal: inState('2'), unequal: inState('3') }
}

const totals = async ({ day, force }: InputOf<Calls['totals']>, c: Context): Promise<ResultOf<Calls['totals']>> => {
  if (day > formatDay(c.now)) return refuse('recon.state', { text: '这一天还没有到，不能对账' })
  const stores = await storesOfDays(c, { first: day, last: day }, undefined)
  return totalsOfStores(c, stores, { days: [day], force, beside: await besideText(c) })
}

const detail = async ({ groupId }: InputOf<Calls['detail']>, c: Context): Promise<ResultOf<Calls['detail']>> => {
  const { groupIds, automatic } = await detailOfGroup(c.deps, await findGroup(c, groupId))
  const groups = await groupsView(c, groupIds)
  return { groups, differences: groups.reduce((sum, group) => sum + group.differences, 0), automatic }
}

const differences = async (f: InputOf<Calls['diffPaged']>, c: Context): Promise<ResultOf<Calls['diffPaged']>> => {
  const { limit, offset } = pageBounds(f)
  const where = and(
    eq(reconDifference.groupId, f.groupId),
    c.scope.where(reconDifference.storeId),
    eq(reconDifference.voided, false),
    f.class ? eq(reconDifference.class, f.class) : undefined,
    f.handled === undefined ? undefined : (f.handled ? isNotNull : isNull)(reconDifference.handledAt),
  )
  const open = sql`${reconDifference.handledAt} is not null`
  const order = [asc(open), asc(reconDifference.at), asc(reconDifference.id)]
  const rows = await c.db
    .select()
    .from(reconDifference)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const [counted] = await c.db.select({ n: count() }).from(reconDifference).where(where)
  return { items: await differencesView(c.deps, rows), total: counted?.n ?? 0, totalIsBound: false }
}

/** Our own copy of the result file: it does not expire (domain.md 5.3). */
const resultFile = async ({ groupId }: InputOf<Calls['resultFile']>, c: Context): Promise<FileAnswer> => {
  const file = await fileOf(c, await findGroup(c, groupId))
  if (!file) return refuse('recon.state', { text: '这一组还没有对明细，没有结果文件' })
  return new FileAnswer(openFile(c.services.vault, file.content, '请重新对明细'), file.filename)
}

export const reconciliationHandlers: Handlers<Calls> = {
  dayPaged: (filters, c) => pagedDays(c, filters),
  dayTotals: async (filters, c) => ({ totals: await totalsOfDays(c, filters) }),
  total,
  totals,
  detail,
  diffPaged: differences,
  handle: (input, c) => handle(c, input),
  askCentre: ({ diffId }, c) => askCentre(c, diffId),
  undo: ({ diffId }, c) => undoHandled(c, diffId),
  batch: (input, c) => batch(c, input),
  stopBatch: async ({ progressId }, c) => stopBatch(c, progressId).then(() => null),
  resultFile,
}
