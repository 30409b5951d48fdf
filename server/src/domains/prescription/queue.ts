import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, count, eq, gte, ilike, inArray, lt, min, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { requireDays } from '../../database/bounded.ts'
import { isFree, isHeld } from '../../database/held.ts'
import { like } from '../../database/like.ts'
import { type Cursor, type Paging, rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { markName } from './personal.ts'
import { isPharmacistOf } from './pharmacist.ts'
import { overAt, type Raw, rxSelect, type Taken, takenMs, wireRx } from './rows.ts'
import { prescription } from './tables.ts'

type Filters = InputOf<typeof calls.pushPaged>
type Row = ResultOf<typeof calls.pushPaged>['items'][number]

/** What a pharmacist can still say yes to. The states are written out, or the planner misses the small index of them. */
const waits = (now: Date): SQL | undefined => and(sql`${prescription.state} in ('waiting','second')`, overAt(now).good)

const queueOf = ({ one: { state }, taken }: Taken): Row['queue'] => {
  if (state === 'returned') return 'returned'
  if (state !== 'waiting' && state !== 'second') return 'done'
  return taken ? 'taken' : 'open'
}

const ofQueue = ({ deps, now }: Context, queue: Row['queue']): SQL | undefined => {
  if (queue === 'returned') return eq(prescription.state, 'returned')
  if (queue === 'done') return inArray(prescription.state, ['passed', 'refused'])
  const held = queue === 'taken' ? isHeld : isFree
  return and(waits(now), held(deps, prescription.takenUntil, takenMs))
}

const placeOf = (c: Context, f: Filters): SQL | undefined =>
  and(
    c.scope.where(prescription.storeId, f.storeId),
    f.from ? gte(prescription.submittedAt, startOfDay(f.from)) : undefined,
  )

/** What waits is little, and a person's are few. Those with a verdict are all there ever were. */
const requireBounded = async (c: Context, f: Filters & Paging): Promise<void> => {
  if (f.queue !== 'done' || f.name) return
  const isSorted = f.sortField !== undefined && f.sortField !== 'submittedAt'
  const what = [f.hospital && '开方医院', isSorted && '这一列排序'].find(Boolean)
  if (what) await requireDays(c, f, { table: prescription, place: placeOf(c, f), rows: '处方', what })
}

const wire = (raw: Raw & { mayReview: boolean }, c: Context): Row => ({
  ...wireRx(raw, c),
  mayReview: raw.mayReview,
  queue: queueOf(raw),
  mine: raw.one.takenBy === c.me.userId,
  revision: raw.one.revision,
})

/** Rx/PushPaged: what waits, unless another part is asked for; who waits longest stands first. */
export const queueRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    rxSelect(c, { ...cursor, mayReview: isPharmacistOf(c, prescription.storeId) }),
  where: async (c, f) => {
    await requireBounded(c, f)
    return and(
      placeOf(c, f),
      f.queue ? ofQueue(c, f.queue) : waits(c.now),
      f.to ? lt(prescription.submittedAt, startOfDay(addDays(f.to, 1))) : undefined,
      f.hospital ? ilike(prescription.hospital, like(f.hospital)) : undefined,
      f.name ? eq(prescription.nameHash, markName(c.services.vault, f.name)) : undefined,
    )
  },
  sortable: {
    submittedAt: prescription.submittedAt,
    validUntil: prescription.validUntil,
    hospital: prescription.hospital,
    storeName: store.pinyin,
  },
  direction: 'ascend',
  key: prescription.id,
  keyOf: ({ one }) => one.id,
  wire,
})

/** Rx/Waiting */
export const waitingCount = async (c: Context): Promise<ResultOf<typeof calls.waiting>> => {
  const [row] = await c.db
    .select({ count: count(), since: min(prescription.submittedAt) })
    .from(prescription)
    .where(and(waits(c.now), c.scope.where(prescription.storeId)))
  return { count: row?.count ?? 0, since: row?.since ? formatTime(row.since) : undefined }
}
