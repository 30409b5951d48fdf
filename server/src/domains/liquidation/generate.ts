import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context, Deps } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { lease } from '../../database/claims.ts'
import { isFree } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { newId } from '../../ids.ts'
import type { StoreRow } from '../attendance/sign.ts'
import { order } from '../order/tables.ts'
import { settingsOf } from '../organisation/settings.ts'
import { rowsFrom } from '../reconciliation/book-query.ts'
import { eachStore, storesOf, type Told } from '../reconciliation/month/run.ts'
import { isOver } from '../reconciliation/month/total.ts'
import { amountsOf, claimColumns } from './amounts.ts'
import { type Application, callsOf } from './claim.ts'
import { agreementOf, openElsewhere, openGroups } from './open-groups.ts'
import { outsideOf, outsideText } from './outside.ts'
import { stateTitle } from './state.ts'
import {
  addSums,
  belongs,
  belongsTo,
  type ClaimGroup,
  type ClaimPart,
  type ClaimSums,
  claimGroups,
  claimRows,
  noSums,
  sameSums,
  sumColumns,
  sumsFrom,
  wayOf,
} from './sums.ts'
import { liquidation, liquidationItem } from './tables.ts'

/** What a month's groups are applied for by: organisation, kind and way, and insurance where the area wants it. */
const partsOf = (
  groups: readonly ClaimGroup[],
  { kinds, byInsurance }: { kinds: boolean; byInsurance: boolean },
): ClaimPart[] => {
  const parts = groups.map(({ clrOptins, clrType, clrWay, insutype }) => ({
    clrOptins,
    ...{ clrType: kinds ? clrType : '', clrWay: kinds ? clrWay : '', insutype: byInsurance ? insutype : '' },
  }))
  return [...new Map(parts.map((part) => [Object.values(part).join('/'), part])).values()]
}

interface Filling {
  id: string
  shop: StoreRow
  month: string
  part: ClaimPart
}

/** All that our book has of a store's month, as applications look at it. */
const monthRows = (c: Context, shop: StoreRow, month: string) => {
  const { first, last } = daysOfMonth(month)
  return claimRows({ from: first, until: last }, eq(order.storeId, shop.id), wayOf(c, [shop.areaCode]))
}

/** Puts the settlements of a part into an application, each with its amounts of now; answers their sums. */
const fill = async (c: Context, tx: Database, { id, shop, month, part }: Filling): Promise<ClaimSums> => {
  const rows = monthRows(c, shop, month)
  const columns = sql.raw('order_id, refunded, at, total, recognised, fund, account, cash')
  await tx.execute(sql`
    insert into ${liquidationItem} (liquidation_id, ${columns})
    select ${id}, ${columns} from ${rows} as book where ${belongsTo(part)} on conflict do nothing`)
  const answer = await tx.execute(
    sql`select ${sumColumns} from ${liquidationItem} where ${eq(liquidationItem.liquidationId, id)}`,
  )
  return sumsFrom(rowsFrom(answer)[0]!)
}

/** Refuses with the name of the application that holds settlements of a part already, made when the area claimed otherwise. */
const unlessHeld = async (c: Context, tx: Database, { id, shop, month, part }: Filling): Promise<void> => {
  const rows = monthRows(c, shop, month)
  const answer = await tx.execute(sql`
    select l.state from (select order_id, refunded from ${rows} as book where ${belongsTo(part)}) as wanted
    join ${liquidationItem} i on i.order_id = wanted.order_id and i.refunded = wanted.refunded and i.live
    join ${liquidation} l on l.id = i.liquidation_id where l.id <> ${id} limit 1`)
  const [held] = rowsFrom(answer) as { state: string }[]
  if (!held) return
  const text = `有结算已在这个月的另一份清算申请（${stateTitle(held.state)}）中，没有生成`
  refuse('liquidation.notMade', { text, next: '请先删除或撤销那一份' })
}

interface Making {
  shop: StoreRow
  month: string
  part: ClaimPart
  expected: ClaimSums
  agreed: boolean
  withAccount: boolean
}

const insertDraft = async (c: Context, { shop, month, part, expected, agreed, withAccount }: Making, old?: string) => {
  const now = c.deps.clock()
  const id = newId(now)
  await c.db.transaction(async (tx) => {
    const db = tx as unknown as Database
    if (old) await dropDraft(c.deps, db, old)
    const place = { id, storeId: shop.id, areaCode: shop.areaCode, month, ...part }
    const made = await tx
      .insert(liquidation)
      .values({ ...place, agreed, withAccount, operatorName: c.me.name, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: liquidation.id })
    if (!made.length) refuse('liquidation.busy')
    const sums = await fill(c, db, { id, shop, month, part })
    // One of them was settled, reversed or claimed elsewhere between the reading and now.
    if (!sameSums(sums, expected)) {
      await unlessHeld(c, db, { id, shop, month, part })
      refuse('liquidation.notMade', { text: '账目刚有变动，没有生成', next: '请重新生成' })
    }
    const claim = claimColumns(amountsOf(sums, { withAccount }))
    await tx
      .update(liquidation)
      .set({ ...sums, ...claim })
      .where(eq(liquidation.id, id))
  })
}

/** Removes a draft with its settlements' places; refuses when it is none any more, or somebody is applying for it. */
export const dropDraft = async (deps: Pick<Deps, 'moved'>, db: Database, id: string): Promise<void> => {
  const free = isFree(deps, liquidation.claimedUntil, lease)
  const gone = await db
    .delete(liquidation)
    .where(and(eq(liquidation.id, id), eq(liquidation.state, '0'), free))
    .returning({ id: liquidation.id })
  if (!gone.length) refuse('liquidation.busy')
  await db.delete(liquidationItem).where(eq(liquidationItem.liquidationId, id))
}

const standingOf = async ({ db }: Context, { shop, month, part }: Pick<Making, 'shop' | 'month' | 'part'>) => {
  const [one] = await db
    .select()
    .from(liquidation)
    .where(
      and(
        eq(liquidation.storeId, shop.id),
        eq(liquidation.month, month),
        eq(liquidation.clrOptins, part.clrOptins),
        eq(liquidation.clrType, part.clrType),
        eq(liquidation.clrWay, part.clrWay),
        eq(liquidation.insutype, part.insutype),
        ne(liquidation.state, '2'),
      ),
    )
  return one as Application | undefined
}

type Outcome = 'made' | 'remade' | 'ruled' | 'kept' | 'applied' | 'refused'

/** What became of a part; of an application that the month has outgrown, in words. */
type Made = Outcome | { late: string }

const makeOne = async (c: Context, making: Making): Promise<Made> => {
  const old = await standingOf(c, making)
  // Its money is claimed nowhere until somebody has taken it back.
  if (old?.state === '5') return 'refused'
  if (old && old.state !== '0') {
    if (sameSums(old, making.expected)) return 'applied'
    return { late: outsideText(old, await outsideOf(c, old, monthRows(c, making.shop, making.month))) }
  }
  const same = old && sameSums(old, making.expected) && old.agreed === making.agreed
  if (same && old.withAccount === making.withAccount) return 'kept'
  await insertDraft(c, making, old?.id)
  if (!old) return 'made'
  return same ? 'ruled' : 'remade'
}

const words: Readonly<Record<Outcome, string>> = {
  ...{ made: '生成', remade: '账目有变动，重新生成', ruled: '申报口径有变动，重新生成' },
  ...{ kept: '草稿没有变化，保留', applied: '已申请，不重复生成' },
  refused: '已被驳回，按「撤销申请」后才能重新生成',
}

const generateStore = async (c: Context, shop: StoreRow, month: string): Promise<Told> => {
  const groups = await claimGroups(c.deps, { storeIds: [shop.id], areas: [shop.areaCode], month })
  const settings = await settingsOf(c.db, shop.areaCode)
  const { kinds, summed } = callsOf(c, shop.areaCode)
  const agreement = await agreementOf(c, shop, month, settings)
  const wanted = partsOf(groups, { kinds, byInsurance: settings.claimByInsurance && kinds && summed })
  const left = openElsewhere(wanted, agreement)
  if (!groups.length && !left.length) return { ok: true, text: '没有医保结算，不用申请' }
  const done = new Map<Outcome, number>()
  const late: string[] = []
  for (const part of wanted) {
    const { open, agreed } = openGroups(part, agreement)
    if (open) {
      left.push(open)
      continue
    }
    const expected = groups.filter((group) => belongs(group, part)).reduce<ClaimSums>(addSums, noSums())
    const outcome = await makeOne(c, { shop, month, part, expected, agreed, withAccount: settings.claimAccount })
    if (typeof outcome === 'object') late.push(outcome.late)
    else done.set(outcome, (done.get(outcome) ?? 0) + 1)
  }
  const parts = [...done].map(([outcome, n]) => `${words[outcome]} ${n} 份`).concat(late)
  if (left.length) parts.push(`${[...new Set(left)].join('、')}，请先到「月对账」处理`)
  return { ok: !left.length && !late.length && !done.has('refused'), text: parts.join('；') }
}

/** Liquidation/Generate: store by store behind a progress; what is open is the store's line and stops no other. */
export const generate = async (c: Context, { month, storeId }: InputOf<typeof calls.generate>) => {
  if (!isOver(month, c.now)) return refuse('liquidation.notMade', { text: '这个月还没有结束，下个月起才能申请清算' })
  const stores = await storesOf(c, month, storeId === undefined ? undefined : [storeId])
  const done = (n: number) => `${n} 家门店已处理`
  return eachStore(c, stores, { name: '生成清算申请', done }, (shop) => generateStore(c, shop, month))
}
