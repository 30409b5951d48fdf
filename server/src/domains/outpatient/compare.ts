import type { ResultOf } from '@yibao/shared/call.ts'
import type { outpatient as calls } from '@yibao/shared/calls/outpatient.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, inArray, lt, or } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { QueriedSettlement } from '../../centre/operations/settlement-query.ts'
import { hashPerson } from '../card/identity.ts'
import { statusOf } from '../order/states.ts'
import { order } from '../order/tables.ts'
import { type OrderRow, statesInAir } from '../order/view.ts'
import { ownerOf } from '../reconciliation/classify/owner.ts'
import { reversalAmong } from '../settlement/recover/reversal-among.ts'
import type { AtCentre } from './at-centre.ts'
import type { Whose } from './whose.ts'

type Shown = ResultOf<typeof calls.queryCentre>['visits'][number]
type Verdict = Shown['verdict']

const atBench = '请在「日对账」对这一天的明细，差异里会列出这一笔，按建议处理'
const advice: Record<Verdict, string | undefined> = {
  equal: undefined,
  centreOnly:
    '医保中心记了这一笔，本地没有。药品已给顾客的按「补录」，没有给的按「冲正」；医保中心不再接受冲正的，先补录，再在订单上「撤销」',
  localOnly: `医保中心没有查到这一笔。${atBench}`,
  amounts: `两边金额不同，先不要撤销。${atBench}`,
  reversedThere: `医保中心已退费，本地仍是已结算，先不要再退现金。${atBench}`,
  reversedHere: `本地已撤销，医保中心没有退费。${atBench}`,
  unfinished: '系统还在核实这一笔，请勿重复结算。在「异常订单」按「重查」',
}

/** What may be done with it here; everything else is the bench's. */
const doable = (verdict: Verdict, refunded: boolean) => {
  const can = verdict === 'centreOnly' && !refunded
  return { canBackfill: can, canReverse: can }
}

const same = (one: QueriedSettlement, { total, fundTotal, account }: OrderRow): boolean =>
  one.total === total && one.fundTotal === fundTotal && one.account === account

/** How our order stands to a settlement that the centre has; `ours` undefined = this store has no order of it. */
const verdictOf = (one: QueriedSettlement, ours: OrderRow | undefined): Verdict => {
  if (!ours) return 'centreOnly'
  if (statesInAir.includes(ours.state)) return 'unfinished'
  if (ours.setlId !== one.setlId) return 'centreOnly'
  if (ours.state === 'reversed') return one.refunded ? 'equal' : 'reversedHere'
  if (ours.state !== 'settled') return 'centreOnly'
  if (one.refunded) return 'reversedThere'
  return same(one, ours) ? 'equal' : 'amounts'
}

const oursOf = async (c: Context, { shop }: Whose, one: QueriedSettlement): Promise<OrderRow | undefined> => {
  const [booked] = await c.db
    .select()
    .from(order)
    .where(and(eq(order.areaCode, shop.areaCode), eq(order.setlId, one.setlId), eq(order.storeId, shop.id)))
  return booked ?? (await ownerOf(c.db, shop.id, { msgid: one.medinsSetlId, refunded: false }))?.order
}

/** One settlement of the centre beside ours. */
export const beside = async (
  c: Context,
  whose: Whose,
  one: QueriedSettlement,
): Promise<{ shown: Shown; ours: OrderRow | undefined }> => {
  const ours = await oursOf(c, whose, one)
  const verdict = verdictOf(one, ours)
  const gone = verdict === 'centreOnly' && one.refunded
  const shown: Shown = {
    key: one.setlId,
    verdict,
    at: one.setlTime ?? formatTime(c.now),
    medicalType: one.medicalType,
    setlId: one.setlId,
    mdtrtId: one.mdtrtId,
    centre: { total: yuan(one.total), fund: yuan(one.fundTotal), account: yuan(one.account) },
    ...(ours ? localSide(ours) : {}),
    advice: gone ? '医保中心结算后又退费，没有扣款，不用处理' : advice[verdict],
    ...doable(verdict, one.refunded),
  }
  return { shown, ours }
}

const localSide = (row: OrderRow): Partial<Shown> => ({
  ...(row.setlId ? { local: { total: yuan(row.total), fund: yuan(row.fundTotal), account: yuan(row.account) } } : {}),
  orderId: row.id,
  orderNo: row.orderNo,
  status: statusOf(row),
})

/** Our settled and unknown orders of the person in these days that no settlement of the centre speaks of. */
const aloneHere = async (
  c: Context,
  { shop, psnNo }: Whose,
  { from, to, seen, whole }: { from: string; to: string; seen: ReadonlySet<string>; whole: boolean },
): Promise<Shown[]> => {
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
  const rows = await c.db
    .select()
    .from(order)
    .where(
      and(
        eq(order.storeId, shop.id),
        eq(order.psnHash, hashPerson(c.services.vault, psnNo)),
        or(
          and(eq(order.state, 'settled'), gte(order.settledAt, start), lt(order.settledAt, end)),
          and(inArray(order.state, statesInAir), gte(order.createdAt, start), lt(order.createdAt, end)),
        ),
      ),
    )
  return rows.flatMap((row): Shown[] => {
    const verdict = row.state === 'settled' ? 'localOnly' : 'unfinished'
    // What was not looked into may be there.
    if (seen.has(row.id) || (verdict === 'localOnly' && !whole)) return []
    return [
      {
        key: row.id,
        verdict,
        at: formatTime(row.settledAt ?? row.createdAt),
        medicalType: row.medicalType,
        setlId: row.setlId ?? undefined,
        mdtrtId: row.mdtrtId ?? undefined,
        ...localSide(row),
        advice: advice[verdict],
        ...doable(verdict, false),
      },
    ]
  })
}

/** Both books of a person at a store, newest first. */
export const compared = async (
  c: Context,
  whose: Whose,
  { from, to, found }: { from: string; to: string; found: AtCentre },
): Promise<Shown[]> => {
  const rows = []
  const inVisit = ({ mdtrtId }: QueriedSettlement) => found.settlements.filter((one) => one.mdtrtId === mdtrtId)
  const reversals = new Set(found.settlements.map((one) => reversalAmong(one, inVisit(one))))
  for (const one of found.settlements) {
    // What takes another one back is told with it.
    if (reversals.has(one)) continue
    const refunded = one.refunded || reversalAmong(one, inVisit(one)) !== undefined
    rows.push(await beside(c, whose, { ...one, refunded }))
  }
  const seen = new Set(rows.flatMap(({ ours }) => ours?.id ?? []))
  const alone = await aloneHere(c, whose, { from, to, seen, whole: found.left === 0 })
  return [...rows.map(({ shown }) => shown), ...alone].sort((a, b) => b.at.localeCompare(a.at))
}
