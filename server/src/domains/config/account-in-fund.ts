import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Place } from './place.ts'

const isCounted = (settings: Record<string, unknown>) => settings.fundIncludesAcct === true

/**
 * When an area's centre turns out to count the personal account among the funds, or not to: what was booked, compared and
 * claimed by the option of before is turned into what the centre meant (migration 0131, centre/fund-sum.ts), with the
 * change or not at all. Else every day of before is 不平 from then on, and a claim has the account twice.
 */
export const turnFunds = async (
  tx: Context['db'],
  { level, areaCode }: Place,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> => {
  if (level !== 'area' || isCounted(before) === isCounted(after)) return
  await tx.execute(sql`select funds_without_account(${areaCode}, ${isCounted(after) ? 1 : -1})`)
}
