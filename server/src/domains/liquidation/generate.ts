import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { and, eq, ne } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { besideText } from '../auth/other-areas.ts'
import { settingsOf } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { storesOf } from '../reconciliation/month/run.ts'
import { isOver } from '../reconciliation/month/total.ts'
import { eachStore, type Told } from '../system/each-store.ts'
import { type Application, callsOf } from './claim.ts'
import { bookOf, insertDraft, type Making } from './draft.ts'
import { type Held, heldBeside, heldGroups, heldSums } from './held.ts'
import { agreementOf, openElsewhere, openGroups } from './open-groups.ts'
import { heldText, outsideOf, outsideText } from './outside.ts'
import {
  addSums,
  belongs,
  type ClaimGroup,
  type ClaimPart,
  type ClaimSums,
  claimGroups,
  lessSums,
  noSums,
  overlap,
  sameSums,
} from './sums.ts'
import { liquidation } from './tables.ts'

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

type Outcome = 'made' | 'remade' | 'decided' | 'ruled' | 'kept' | 'applied' | 'refused' | 'unknown'

/** What became of a part; of one that a person has to see to, in words. */
type Made = Outcome | { todo: string }

/** What a month's application that stands at the centre has come to. */
const standsAs = async (c: Context, making: Making, old: Application): Promise<Made> => {
  // Its money is claimed nowhere until somebody has taken it back.
  if (old.state === '5') return 'refused'
  if (sameSums(old, making.expected)) return old.state === '7' || old.state === '8' ? 'unknown' : 'applied'
  return { todo: outsideText(old, await outsideOf(c, old, bookOf(c, making))) }
}

/** The month is applied for beside this part already, under a wider or narrower name: there is no application beside it. */
const coveredBy = async (c: Context, making: Making, by: Application): Promise<Made> => {
  const outside = await outsideOf(c, making.part, bookOf(c, making))
  return outside.settled || outside.reversed ? { todo: outsideText(by, outside) } : 'applied'
}

const makeOne = async (c: Context, making: Making, old: Application | undefined): Promise<Made | undefined> => {
  if (old && old.state !== '0') return standsAs(c, making, old)
  const { part, month, expected, elsewhere } = making
  const cover = elsewhere.find(({ by }) => by.month === month && overlap(by, part))
  if (cover) return coveredBy(c, making, cover.by)
  const same = old && sameSums(old, expected)
  if (same && old.agreed === making.agreed && old.withAccount === making.withAccount) return 'kept'
  // All of it is claimed elsewhere.
  if (!expected.settled && !expected.reversed) return old && { todo: '草稿所含的结算都已不属于它，请删除这份草稿' }
  await insertDraft(c, making, old?.id)
  if (!old) return 'made'
  if (!same) return 'remade'
  return old.agreed === making.agreed ? 'ruled' : 'decided'
}

const words: Readonly<Record<Outcome, string>> = {
  ...{ made: '生成', remade: '账目有变动，重新生成', ruled: '申报口径有变动，重新生成' },
  decided: '月对账结果有变动，重新生成（修改过的金额需重新填写）',
  ...{ kept: '草稿没有变化，保留', applied: '已申请，不重复生成' },
  refused: '已被驳回，按「撤销申请」后才能重新生成',
  unknown: '结果未知，请按「查询进度」或「核实结果」核实，没有重复生成',
}
const unfinished: readonly Outcome[] = ['refused', 'unknown']

/** One part of a store's month; whatever keeps it from being made stops no other part. */
const madeOrSaid = async (c: Context, making: Making, old: Application | undefined): Promise<Made | undefined> => {
  try {
    return await makeOne(c, making, old)
  } catch (error) {
    if (error instanceof Refusal) return { todo: [error.message, error.tips].filter(Boolean).join('。') }
    throw error
  }
}

const generateStore = async (c: Context, shop: StoreRow, month: string): Promise<Told> => {
  const asked = { storeIds: [shop.id], areas: [shop.areaCode], month }
  const groups = await claimGroups(c.deps, asked)
  const held = await heldGroups(c.deps, asked)
  const settings = await settingsOf(c.db, shop.areaCode)
  const { kinds, summed } = callsOf(c, shop.areaCode)
  const agreement = await agreementOf(c, shop, month, settings)
  const wanted = partsOf(groups, { kinds, byInsurance: settings.claimByInsurance && kinds && summed })
  const left = openElsewhere(wanted, agreement)
  if (!groups.length && !left.length) return { ok: true, text: '没有医保结算，不用申请' }
  const done = new Map<Outcome, number>()
  const todo: string[] = []
  const beside: Held[] = []
  for (const part of wanted) {
    const { open, agreed } = openGroups(part, agreement)
    if (open) {
      left.push(open)
      continue
    }
    const old = await standingOf(c, { shop, month, part })
    const elsewhere = heldBeside(held, { ...part, storeId: shop.id, id: old?.id })
    const all = groups.filter((group) => belongs(group, part)).reduce<ClaimSums>(addSums, noSums())
    const making = { shop, month, part, elsewhere, expected: lessSums(all, heldSums(elsewhere)) }
    // What the centre counts here and we do not makes the sums no longer those that agreed.
    const told = { ...making, agreed: agreed && !elsewhere.length, withAccount: settings.claimAccount }
    const made = await madeOrSaid(c, told, old)
    if (typeof made === 'object') todo.push(made.todo)
    else if (made) done.set(made, (done.get(made) ?? 0) + 1)
    beside.push(...elsewhere.filter(({ by }) => by.month !== month || !overlap(by, part)))
  }
  const parts = [...done].map(([outcome, n]) => `${words[outcome]} ${n} 份`).concat(...new Set(todo))
  for (const by of new Set(beside.map((one) => one.by)))
    parts.push(heldText(by, heldSums(beside.filter((one) => one.by === by))))
  if (left.length) parts.push(`${[...new Set(left)].join('、')}，请先到「月对账」处理`)
  return { ok: !left.length && !todo.length && !unfinished.some((one) => done.has(one)), text: parts.join('；') }
}

/** Liquidation/Generate: store by store behind a progress; what is open is the store's line and stops no other. */
export const generate = async (c: Context, { month, storeId }: InputOf<typeof calls.generate>) => {
  if (!isOver(month, c.now)) return refuse('liquidation.notMade', { text: '这个月还没有结束，下个月起才能申请清算' })
  const stores = await storesOf(c, month, storeId === undefined ? undefined : [storeId])
  const done = (n: number) => `${n} 家门店已处理`
  const beside = await besideText(c, storeId)
  return eachStore(c, stores, { name: '生成清算申请', of: month, done, beside }, (shop) =>
    generateStore(c, shop, month),
  )
}
