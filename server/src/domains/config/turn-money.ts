import { sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { turnClearing } from '../clearing/turn.ts'
import type { Place } from './place.ts'

type Settings = Record<string, unknown>

const isCounted = (settings: Settings) => settings.fundIncludesAcct === true
const isApart = (settings: Settings) => settings.mulaidInAcct === false

/**
 * When an area's centre turns out to count the personal account among the funds, or the family's payment in the account,
 * or not to: what was booked, compared and claimed by the option of before is turned into what the centre meant
 * (migrations 0131 and 0132), with the change or not at all. Else every day of before is 不平 from then on, and a claim has
 * the account twice.
 */
export const turnMoney = async (
  tx: Context['db'],
  { level, areaCode }: Place,
  before: Settings,
  after: Settings,
): Promise<void> => {
  const counted = isCounted(before) !== isCounted(after)
  if (level !== 'area' || (!counted && isApart(before) === isApart(after))) return
  const family = (apart: boolean) => tx.execute(sql`select family_in_account(${areaCode}, ${apart})`)
  // Among the funds is the account as the centre counts it.
  if (counted) {
    const sign = isCounted(after) ? 1 : -1
    await family(false)
    await tx.execute(sql`select funds_without_account(${areaCode}, ${sign})`)
    await turnClearing(tx, areaCode, sign)
  }
  await family(isApart(after))
}
