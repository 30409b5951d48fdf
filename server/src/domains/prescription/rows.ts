import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lte, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { requireDays } from '../../database/bounded.ts'
import { isHeld } from '../../database/held.ts'
import { like } from '../../database/like.ts'
import { type Cursor, type Paging, rowsOf } from '../../database/rows.ts'
import { readPersonHash } from '../card/read.ts'
import { order } from '../order/tables.ts'
import type { OrderState } from '../order/types.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { markName, openPersonal } from './personal.ts'
import { prescription } from './tables.ts'

export type Rx = typeof prescription.$inferSelect
type RxRow = ResultOf<typeof calls.paged>['items'][number]
type Filters = InputOf<typeof calls.paged>

/** The order that has it: one at most (index order_rx). The states are written out, or the planner misses that index. */
export const holder = sql`${order.prescriptionId} = ${prescription.id} and ${order.prescriptionId} is not null and ${order.state} in ('settling','unknown','settled','reversing')`

interface Held {
  orderId: string | null
  orderState: OrderState | null
  setlId: string | null
}

export const heldColumns = { orderId: order.id, orderState: order.state, setlId: order.setlId }

type Ending = Pick<Rx, 'validUntil' | 'validTime'>

/** The end as people read it: a day, or a moment of it. */
export const endText = ({ validUntil, validTime }: Ending): string => `${validUntil} ${validTime}`.trim()

/** Whether it is over: by its last day, or by the moment of it. */
export const isOver = ({ validUntil, validTime }: Ending, now: Date): boolean =>
  `${validUntil} ${validTime || '24'}` < formatTime(now)

/** The same as SQL, and its opposite. */
export const overAt = (now: Date): { over: SQL; good: SQL } => {
  const [today, time] = formatTime(now).split(' ')
  const ends = sql`(${prescription.validUntil}, coalesce(nullif(${prescription.validTime}, ''), '24'))`
  return { over: sql`${ends} < (${today}, ${time})`, good: sql`${ends} >= (${today}, ${time})` }
}

const useOf = (one: Ending, { orderState }: Held, now: Date): RxRow['use'] => {
  if (orderState) return orderState === 'settled' ? 'used' : 'inUse'
  return isOver(one, now) ? 'expired' : 'unused'
}

// Asked row by row. As a condition of the join it has the planner believe that next to nothing is left: it then joined and
// sorted every prescription of a chain to show ten.
const heldAs = sql`(select ${order.state} from ${order} where ${holder})`

/** What `holder` has besides what is settled, written out for the index order_abnormal. */
const onItsWay = sql`${order.prescriptionId} is not null and ${order.state} in ('settling','reversing','unknown')`

/** SQL over `prescription`: its use is this. */
export const ofUse = (use: RxRow['use'], now: Date): SQL | undefined => {
  if (use === 'used') return sql`${heldAs} = 'settled'`
  // Few orders are on their way, and an index holds them. They are found first: going through the prescriptions for them
  // is going through all.
  if (use === 'inUse')
    return sql`${prescription.id} = any(array(select ${order.prescriptionId} from ${order} where ${onItsWay}))`
  const { over, good } = overAt(now)
  return and(sql`${heldAs} is null`, use === 'expired' ? over : good)
}

/** Whose verdict stands. */
const pharmacistOf = ({ reviews }: Rx): string => reviews.map(({ name }) => name).join('、')

/** ms somebody has a prescription he has taken; whoever was called away leaves it free after that. */
export const takenMs = 15 * 60_000

/** A prescription, and whether somebody has it before him now. */
export interface Taken {
  one: Rx
  taken: boolean
}

const isTaken = ({ deps }: Pick<Context, 'deps'>) => sql<boolean>`${isHeld(deps, prescription.takenUntil, takenMs)}`

export interface Raw extends Held, Taken {
  storeName: string
}

/** A prescription as the wire lists it: the name masked, the number of the certificate not there at all. */
export const wireRx = ({ one, taken, storeName, ...held }: Raw, c: Pick<Context, 'now' | 'services'>): RxRow => ({
  ...{ id: one.id, storeId: one.storeId, storeName, number: one.number, maskedName: one.maskedName },
  ...{ sex: one.sex || undefined, age: one.age ?? undefined },
  diagnosis: openPersonal(c.services.vault, one.personal).diagnosis,
  ...{ hospital: one.hospital, doctor: one.doctor, prescribedOn: one.prescribedOn, validUntil: one.validUntil },
  validTime: one.validTime || undefined,
  ...{ kinds: one.lines.length, rxType: one.rxType, attribute: one.attribute, state: one.state },
  use: useOf(one, held, c.now),
  ...{ pharmacist: pharmacistOf(one), reason: one.reason, enteredBy: one.enteredName, setlId: held.setlId ?? '' },
  ...{ source: one.source, verdict: one.verdict || undefined, dispense: one.dispense || undefined },
  takenBy: taken ? one.takenName : '',
  ...{ submittedAt: formatTime(one.submittedAt), createdAt: formatTime(one.createdAt) },
})

/** What a list asks of each row besides: where it goes on, and whether the asker may review it (pharmacist.ts). */
type Besides = Cursor & { mayReview: SQL<boolean> }

/** A select of prescriptions with their store and the order that has each. */
export const rxSelect = (c: Pick<Context, 'db' | 'deps'>, besides: Partial<Besides> = {}) =>
  c.db
    .select({ one: prescription, taken: isTaken(c), storeName: store.name, ...heldColumns, ...(besides as Besides) })
    .from(prescription)
    .innerJoin(store, eq(store.id, prescription.storeId))
    .leftJoin(order, holder)
    .$dynamic()

/** The prescriptions in reach from the first day that is asked for. */
const placeOf = (c: Context, f: Filters): SQL | undefined =>
  and(c.scope.where(prescription.storeId, f.storeId), f.from ? gte(prescription.prescribedOn, f.from) : undefined)

/** No index has words or other orders than its own; a number, a person and what is on its way are few. */
const requireBounded = async (c: Context, f: Filters & Paging): Promise<void> => {
  if (f.number || f.name || f.readId || f.use === 'inUse') return
  const isSorted = f.sortField !== undefined && f.sortField !== 'prescribedOn'
  const what = [f.hospital && '开方医院', f.doctor && '开方医生', isSorted && '这一列排序'].find(Boolean)
  if (what) await requireDays(c, f, { table: prescription, place: placeOf(c, f), rows: '处方', what })
}

/** Rx/Paged, the newest first. */
export const rxRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) => rxSelect(c, cursor),
  where: async (c, f) => {
    await requireBounded(c, f)
    return and(
      placeOf(c, f),
      f.to ? lte(prescription.prescribedOn, f.to) : undefined,
      f.number ? eq(prescription.number, f.number.trim()) : undefined,
      f.name ? eq(prescription.nameHash, markName(c.services.vault, f.name)) : undefined,
      f.readId ? eq(prescription.psnHash, await readPersonHash(c, f.readId)) : undefined,
      f.hospital ? ilike(prescription.hospital, like(f.hospital)) : undefined,
      f.doctor ? ilike(prescription.doctor, like(f.doctor)) : undefined,
      f.state ? eq(prescription.state, f.state) : undefined,
      f.use ? ofUse(f.use, c.now) : undefined,
      f.source ? eq(prescription.source, f.source) : undefined,
      f.dispense ? eq(prescription.dispense, f.dispense) : undefined,
      f.rxType ? eq(prescription.rxType, f.rxType) : undefined,
      f.attribute ? eq(prescription.attribute, f.attribute) : undefined,
    )
  },
  sortable: {
    prescribedOn: prescription.prescribedOn,
    createdAt: prescription.createdAt,
    validUntil: prescription.validUntil,
    number: prescription.number,
    storeName: store.pinyin,
  },
  key: prescription.id,
  keyOf: ({ one }) => one.id,
  wire: wireRx,
})

interface Found extends Raw {
  shop: StoreRow
}

/** A prescription the asker may see, with its store. */
export const rxOf = async (c: Context, id: string): Promise<Found> => {
  const [found] = await c.db
    .select({ one: prescription, taken: isTaken(c), shop: store, storeName: store.name, ...heldColumns })
    .from(prescription)
    .innerJoin(store, eq(store.id, prescription.storeId))
    .leftJoin(order, holder)
    .where(and(eq(prescription.id, id), c.scope.where(prescription.storeId)))
  if (!found) return refuse('not.found', { what: '这张处方' })
  c.on(`${found.shop.name} ${found.one.number}`, found.shop.id)
  return found
}
