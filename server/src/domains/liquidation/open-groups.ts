import { eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { namesOf } from '../dictionary/entries.ts'
import { type GroupKey, keyText } from '../order/group.ts'
import type { AreaSettings } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { type MonthDay, monthDays, sumsOfDays } from '../reconciliation/groups/days.ts'
import { type MonthResult, monthResults } from '../reconciliation/month/results.ts'
import { reconMonth } from '../reconciliation/tables.ts'
import { belongs, type ClaimPart } from './sums.ts'

/** A store's month as 月对账 left it. */
interface Agreement {
  results: MonthResult[]
  days: MonthDay[]
  settings: AreaSettings
  /** What a group is called: two of one insurance by who clears them too. */
  titleOf: (key: GroupKey) => string
}

/** Reads how far a store's month is reconciled. */
export const agreementOf = async (
  c: Pick<Context, 'db' | 'deps'>,
  shop: StoreRow,
  month: string,
  settings: AreaSettings,
): Promise<Agreement> => {
  const nameOf = await namesOf(c.db, shop.areaCode, ['insutype'])
  const results = await monthResults(c.db, { from: month, to: month, stores: eq(reconMonth.storeId, shop.id) })
  const days = await monthDays(c.db, { storeIds: [shop.id], month, now: c.deps.clock() })
  const titleOf = ({ insutype, clrOptins }: GroupKey) => {
    const name = insutype ? nameOf('insutype', insutype) : '未记险种'
    const twin = [...results, ...days].some((one) => one.insutype === insutype && one.clrOptins !== clrOptins)
    return twin ? `${name}（${clrOptins}）` : name
  }
  return { results, days, settings, titleOf }
}

const titles = { 0: '未对账', 3: '不平', 5: '对账未完成' } as const

const problemOf = (key: GroupKey, { results, days, settings }: Agreement): string | undefined => {
  const own = (one: GroupKey) => keyText(one) === keyText(key)
  const result = results.find(own)
  if (!result) return titles[0]
  if (result.state !== '2' && result.state !== '4') return titles[result.state]
  // The books may have moved since without a run that noticed it.
  const now = sumsOfDays(days.filter(own), settings)
  const same = (['count', 'total', 'fund', 'account', 'cash'] as const).every((name) => now[name] === result[name])
  return same ? undefined : '对账后账目有变动'
}

/**
 * What keeps a part of a month from being claimed: its groups that are not 平 or 已处理, those that only the centre has rows
 * of among them, in words; '' when all are. `agreed`: each of them is 平.
 */
export const openGroups = (part: ClaimPart, agreement: Agreement): { open: string; agreed: boolean } => {
  const here = (key: GroupKey) => belongs({ ...key, clrWay: part.clrWay }, part)
  const keys = new Map([...agreement.days, ...agreement.results].filter(here).map((key) => [keyText(key), key]))
  const open = [...keys.values()].flatMap((key) => {
    const problem = problemOf(key, agreement)
    return problem ? [`${agreement.titleOf(key)} ${problem}`] : []
  })
  const agreed = agreement.results.filter(here).every(({ state }) => state === '2')
  return { open: open.join('、'), agreed }
}

/**
 * What of a store's month is unequal in groups that no part speaks of, in words: rows that only the centre has, of an
 * insurance without a settlement of ours.
 */
export const openElsewhere = (parts: readonly ClaimPart[], agreement: Agreement): string[] => {
  const spoken = (key: GroupKey) => parts.some((part) => belongs({ ...key, clrWay: part.clrWay }, part))
  return [...agreement.results, ...agreement.days]
    .filter((key) => key.state === '3' && !spoken(key))
    .map((key) => openGroups({ ...key, clrWay: '' }, agreement).open)
}
