import { eq } from 'drizzle-orm'
import type { Deps } from '../call/context.ts'
import { order } from '../domains/order/tables.ts'
import { store } from '../domains/organisation/tables.ts'
import { storeIdOf } from '../seed/organisation.ts'

type Written = typeof order.$inferSelect
export type OrderValues = Partial<typeof order.$inferInsert>

/** How many orders were written into a database: of each server the first is o1. */
const made = new WeakMap<Deps['db'], number>()

/** 10.00, of which funds pay 5.50; a total that a test names is paid in cash but for the parts that it names too. */
const moneyOf = ({ total, fundTotal = 0, account = 0 }: OrderValues) =>
  total === undefined
    ? { total: 1000, fundTotal: 550, account: 250, cash: 200 }
    : { total, fundTotal, account, cash: total - fundTotal - account }

/**
 * An order in the table as booking leaves it: settled now, of 观前店 unless `values` name another store, whose area and
 * company it has. One with `reversedAt` is reversed by 2103; of another state it is settled only where `settledAt` says when.
 * The nth of a server is o<n>, and what has a number has its own: N<n>, S<n>, M<n>, G<n>; of an id that a test names, N<id>.
 */
export const sold = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, values: OrderValues = {}): Promise<Written> => {
  const n = (made.get(db) ?? 0) + 1
  made.set(db, n)
  const number = values.id ?? n
  const storeId = values.storeId ?? storeIdOf('P32050100001')
  const [shop] = await db.select().from(store).where(eq(store.id, storeId))
  const { reversedAt, state = reversedAt ? 'reversed' : 'settled' } = values
  const booked = state === 'settled' || state === 'reversing' || state === 'reversed'
  const { settledAt = booked ? clock() : null } = values
  const [row] = await db
    .insert(order)
    .values({
      ...{ id: `o${n}`, orderNo: `N${number}`, areaCode: shop!.areaCode, companyId: shop!.companyId, storeId },
      ...{ operatorId: 'u', operatorName: '李店员', state, insutype: '310', medicalType: '41', lines: [] },
      ...{ person: { maskedCertNo: '', personTypeName: '', insuredAreaName: '' }, basket: { accountUsed: true } },
      ...(settledAt && { settledAt, setlId: `S${number}`, mdtrtId: `M${number}`, msgid: `G${number}` }),
      reversedBy: reversedAt && '2103',
      ...{ createdAt: clock(), updatedAt: clock() },
      ...moneyOf(values),
      ...values,
    })
    .returning()
  return row!
}

/** What a reversal at a moment in Shanghai (yyyy-MM-ddTHH:mm:ss) leaves in an order. */
export const reversed = (at: string, by: '2103' | '2601' = '2103'): OrderValues => ({
  ...{ state: 'reversed', reversedBy: by, reversedAt: new Date(`${at}+08:00`) },
  ...(by === '2103' && { reversalSetlId: 'R1', reversalMsgid: 'RG1' }),
})
