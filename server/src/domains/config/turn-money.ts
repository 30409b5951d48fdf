import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { turnClearing } from '../clearing/turn.ts'
import { order } from '../order/tables.ts'
import type { Place } from './place.ts'

type Settings = Record<string, unknown>

const isCounted = (settings: Settings) => settings.fundIncludesAcct === true
const isApart = (settings: Settings) => settings.mulaidInAcct === false

const isTurned = ({ level }: Place, before: Settings, after: Settings): boolean =>
  level === 'area' && (isCounted(before) !== isCounted(after) || isApart(before) !== isApart(after))

/** Orders that are turned while shops are open: for the seconds that takes, the area's settlements wait. */
const mostByDay = 20_000

/** Refuses a change between 8:00 and 20:00 for which more orders have to be turned, and with it everything saved beside it. */
export const requireNight = async (c: Context, place: Place, before: Settings, after: Settings): Promise<void> => {
  const clock = formatTime(c.now).slice(11, 16)
  if (!isTurned(place, before, after) || clock < '08:00' || clock >= '20:00') return
  const booked = c.db
    .select({ one: sql`1` })
    .from(order)
    .where(and(eq(order.areaCode, place.areaCode), isNotNull(order.settledAt)))
    .limit(mostByDay + 1)
    .as('booked')
  if ((await c.db.$count(booked)) > mostByDay) refuse('config.night', { place: place.name })
}

/**
 * When an area's centre turns out to count the personal account among the funds, or the family's payment in the account,
 * or not to: what was booked, compared and claimed by the option of before is turned into what the centre meant
 * (migrations 0132 and 0171), with the change or not at all. Else every day of before is 不平 from then on, and a claim has
 * the account twice. Only what is booked: what is priced is counted by the area when it is settled, and a counter that settles
 * it meanwhile does not meet it here.
 */
export const turnMoney = async (tx: Context['db'], place: Place, before: Settings, after: Settings): Promise<void> => {
  if (!isTurned(place, before, after)) return
  const { areaCode } = place
  const family = (apart: boolean) => tx.execute(sql`select family_in_account(${areaCode}, ${apart})`)
  // Among the funds is the account as the centre counts it.
  if (isCounted(before) !== isCounted(after)) {
    const sign = isCounted(after) ? 1 : -1
    await family(false)
    await tx.execute(sql`select funds_without_account(${areaCode}, ${sign})`)
    await turnClearing(tx, areaCode, sign)
  }
  await family(isApart(after))
}
