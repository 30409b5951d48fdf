import type { ResultOf } from '@yibao/shared/call.ts'
import type { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { outFlags } from '@yibao/shared/entities/person.ts'
import { yuan } from '@yibao/shared/money.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { namesOf } from '../dictionary/entries.ts'
import { answerOf, inOrder, sheetOf, storeNames } from '../statistics/grouped.ts'
import { type Filters, type GroupBy, type Sums, sumNames, sumsByGroup } from './fund-sums.ts'
import { operatorSums } from './operator-sums.ts'
import { summed } from './order-sums.ts'

type Result = ResultOf<typeof fundPay.query>

/** Sums for the wire, yuan, with what the parts of the funds leave unexplained. */
export const wireSums = ({ settlements, reversals, ...amounts }: Sums): Result['totals'] => {
  const { fundTotal, poolFund, civilServant, largeAmount, seriousIllness, enterprise, medicalAid, otherFund } = amounts
  const parts = poolFund + civilServant + largeAmount + seriousIllness + enterprise + medicalAid + otherFund
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, yuan(value)]))
  return { settlements, reversals, ...texts, gap: yuan(fundTotal - parts) } as Result['totals']
}

const codeTypes: Partial<Record<GroupBy, string>> = { insutype: 'insutype', medicalType: 'med_type' }

/** What groups are called; what has no code is said so. */
const namesFor = async (c: Context, groupBy: GroupBy, keys: string[]): Promise<(key: string) => string> => {
  const codeType = codeTypes[groupBy]
  if (codeType) {
    const nameOf = await namesOf(c.db, c.me.areaCode, [codeType])
    return (key) => (key ? nameOf(codeType, key) : '未填')
  }
  if (groupBy === 'outFlag') return (key) => outFlags[key as unknown as keyof typeof outFlags] ?? key
  if (groupBy !== 'store') return (key) => key
  return storeNames(c, keys)
}

/** The report: its groups with their names, and the sums of all. */
const fundPayReport = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'day' } = f
  const byTime = groupBy === 'day' || groupBy === 'month'
  const sums = f.operatorId ? await operatorSums(c, f, groupBy) : await sumsByGroup(c, f, groupBy)
  const groups = inOrder(sums, f, sumNames, { field: byTime ? 'key' : 'total' })
  const nameOf = await namesFor(
    c,
    groupBy,
    groups.map(({ key }) => key),
  )
  const items = groups.map(({ key, ...own }) => ({ key, name: nameOf(key), ...wireSums(own) }))
  return answerOf(c, items, wireSums(summed(sumNames, groups)))
}

/** 基金支付报表. */
export const fundPayHandlers: Handlers<typeof fundPay> = { query: (filters, c) => fundPayReport(c, filters) }

/** The same rows for the export of sheets. */
export const fundPaySource = sheetOf(fundPayReport)
