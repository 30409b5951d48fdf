import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/books.ts'
import { and, asc, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { refuse } from '../../call/refuse.ts'
import { pageBounds } from '../../database/page.ts'
import { openFile } from '../../secrets/sealed-file.ts'
import { type StoreRow, storeOf } from '../attendance/sign.ts'
import { store } from '../organisation/tables.ts'
import { askCentre } from './ask-centre.ts'
import { batch, stopBatch } from './batch.ts'
import { pagedDays } from './day-list.ts'
import { detailOfGroup } from './detail.ts'
import { findGroup } from './groups.ts'
import { handle, undoHandled } from './handle.ts'
import { fileOf } from './result-file.ts'
import { reconDifference } from './tables.ts'
import { totalOfStore } from './total.ts'
import { differencesView, groupsView } from './view.ts'

type Calls = typeof reconciliation

/** One request reconciles at most so many stores; the night's job does a whole chain. */
const storeLimit = 50

/** The stores of a run: the one asked for, the operator's own, or all open ones an administrator works with. */
const storesOf = async (c: Context, storeId: string | undefined): Promise<StoreRow[]> => {
  const one = storeId ?? c.me.storeId
  if (one) return [await storeOf(c.deps, c.scope.check(one))]
  const area = c.me.areaCode ? eq(store.areaCode, c.me.areaCode) : undefined
  const rows = await c.db
    .select()
    .from(store)
    .where(and(c.scope.where(store.id), eq(store.closed, false), area))
    .orderBy(asc(store.id))
    .limit(storeLimit + 1)
  return rows.length > storeLimit ? refuse('recon.state', { text: '门店超过 50 家，请选择门店后对账' }) : rows
}

const total = async (
  { day, storeId, force }: InputOf<Calls['total']>,
  c: Context,
): Promise<ResultOf<Calls['total']>> => {
  const ids: string[] = []
  for (const storeRow of await storesOf(c, storeId))
    ids.push(...(await totalOfStore(c.deps, storeRow, { day, by: c.me.name, force })))
  const groups = await groupsView(c, ids)
  const inState = (state: string) => groups.filter((group) => group.state === state).length
  return { groups, equal: inState('2'), unequal: inState('3') }
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
  total,
  detail,
  diffPaged: differences,
  handle: (input, c) => handle(c, input),
  askCentre: ({ diffId }, c) => askCentre(c, diffId),
  undo: ({ diffId }, c) => undoHandled(c, diffId),
  batch: (input, c) => batch(c, input),
  stopBatch: async ({ progressId }, c) => stopBatch(c, progressId).then(() => null),
  resultFile,
}
