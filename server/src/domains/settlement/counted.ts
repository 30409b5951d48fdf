import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { type Counting, fundSum, fundsOf, type StatementCounting } from '../../centre/fund-sum.ts'
import type { Settlement } from '../../centre/operations/settlement.ts'
import type { Database } from '../../database/open.ts'
import { databaseBusy } from '../../process/database-busy.ts'
import { acctPayOf } from '../order/acct-pay.ts'
import type { OrderRow } from '../order/view.ts'
import { area } from '../organisation/tables.ts'

/** How an area's centre counts the account by its settings. */
export const counting = {
  accountInFund: sql<boolean>`coalesce(${area.settings} -> 'fundIncludesAcct' = 'true', false)`,
  familyApart: sql<boolean>`coalesce(${area.settings} -> 'mulaidInAcct' = 'false', false)`,
}

/**
 * How an area's centre counts by now, in the transaction that writes what was read of it: who read it may not have heard yet
 * that the option was changed, or had read it before, and what was booked until then is turned (config/turn-money.ts).
 */
export const countingNow = async (tx: Database, areaCode: string): Promise<Counting | undefined> => {
  // Whoever changes an option holds the area until all is turned: either what is written here too, or the change is seen.
  const [now] = await tx.select(counting).from(area).where(eq(area.code, areaCode)).for('share')
  return now
}

/** ms between two looks at an area that is being turned, and of all of them: recovery books what waits for longer. */
const pause = 500
const patience = 10_000

/**
 * Waits until nobody holds an area for turning it (config/turn-money.ts), which takes a minute for some 500 000 orders.
 * Between two looks it has no connection: those who wait for a lock would keep all of a node's from everybody else. Throws
 * that the database is busy after ten seconds: a clerk reads 结果未知 rather than nothing.
 */
export const untilTurned = async (db: Database, areaCode: string): Promise<void> => {
  const here = () => db.select({ code: area.code }).from(area).where(eq(area.code, areaCode))
  for (let waited = 0; waited < patience; waited += pause) {
    if ((await here().for('share', { skipLocked: true })).length || !(await here()).length) return
    await sleep(pause)
  }
  throw databaseBusy(`area ${areaCode} is being turned`)
}

/**
 * Whether an area counts the account by now as when something of its statements began to be read, in the transaction that
 * writes it. What a family member's account paid is in no statement: there, acct_pay is the centre's own.
 */
export const stillCounts = async (tx: Database, areaCode: string, begun: StatementCounting): Promise<boolean> => {
  const now = await countingNow(tx, areaCode)
  return !now || now.accountInFund === begun.accountInFund
}

/** A settlement as it is counted now. Among the funds is the account as the centre counts it, whatever we have in ours. */
export const recounted = <S extends Settlement>(s: S, now: Counting | undefined): S => {
  if (!now || (now.accountInFund === s.accountInFund && now.familyApart === s.familyApart)) return s
  const acctPay = acctPayOf(s)
  const sum = fundSum({ fundIncludesAcct: s.accountInFund }, s.fundTotal, acctPay)
  return {
    ...s,
    ...now,
    account: acctPay + (now.familyApart ? s.familyAccount : 0),
    fundTotal: fundsOf({ fundIncludesAcct: now.accountInFund }, sum, acctPay),
  }
}

/** Whether an account pays for it, anybody's: every other one is the same however the area counts. */
export const hasAccount = (s: Pick<Settlement, 'account' | 'familyAccount'>): boolean =>
  Boolean(s.account || s.familyAccount)

/** A settlement as its area's centre counts by now, in the transaction that books it. */
export const countedNow = async (
  tx: Database,
  { areaCode }: Pick<OrderRow, 'areaCode'>,
  s: Settlement,
): Promise<Settlement> => (hasAccount(s) ? recounted(s, await countingNow(tx, areaCode)) : s)
