import { sum } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { groupBy } from '../../base/group-by.ts'
import type { Context } from '../../call/context.ts'
import { parseFen } from '../../centre/decimal.ts'
import type { Accumulation } from '../../centre/operations/person-records.ts'
import { cardRead } from './tables.ts'
import type { YearBefore, YearUse } from './types.ts'

type Counted = keyof YearUse

/**
 * What each counts, by the accumulator's code (dictionary cum_type_code): a code of a fund, or of a business, without a part
 * behind it that narrows it to a treatment, a disease, a month or a day. Those would be counted twice.
 */
const codes: Record<Counted, RegExp> = {
  stays: /^C0000_BIZ(21\d\d|22|52)$/,
  total: /^F0000_BIZ\d+$/,
  poolFund: /^D(310101|390101|390102)$/,
  largeAmount: /^D330101$/,
  civilServant: /^D320101$/,
  seriousIllness: /^D390201$/,
  account: /^D(310201|390501)$/,
  medicalAid: /^D610101$/,
}

/** In hundredths; the year's own row says it all, the months of a centre that lists only them add up to it. */
const hundredthsOf = (rows: readonly Accumulation[]): number | undefined => {
  const whole = rows.filter(({ month }) => month.length < 6)
  const values = (whole.length ? whole : rows).map(({ value }) => parseFen(value))
  return values.some((value) => value === undefined) ? undefined : sum(values as number[])
}

const countedOf = (all: readonly Accumulation[], wanted: RegExp): number | undefined => {
  const rows = all.filter(({ code }) => wanted.test(code))
  const values = [...groupBy(rows, ({ code, insurance }) => `${code} ${insurance}`).values()].map(hundredthsOf)
  return !values.length || values.some((value) => value === undefined) ? undefined : sum(values as number[])
}

/** Stays are counts: 2.00 is two. */
const staysOf = (hundredths: number | undefined): number | undefined =>
  hundredths !== undefined && hundredths % 100 === 0 && hundredths >= 0 ? hundredths / 100 : undefined

/**
 * What a person used in the year of `at`, in fen, out of the centre's answer of that moment. What it does not list, or says in
 * no number, is absent and never zero; undefined where nothing is left.
 */
export const yearBeforeOf = (all: readonly Accumulation[], at: Date): YearBefore | undefined => {
  const year = formatDay(at).slice(0, 4)
  const ofYear = all.filter((row) => (row.year || row.month.slice(0, 4) || year) === year)
  const counted = Object.entries(codes).flatMap(([name, wanted]) => {
    const value = countedOf(ofYear, wanted)
    const said = name === 'stays' ? staysOf(value) : value
    return said === undefined ? [] : [[name, said]]
  })
  return counted.length ? { at: at.toISOString(), year, ...Object.fromEntries(counted) } : undefined
}

/** Keeps with a reading what the centre counted of its person, or that nobody knows it any more. */
export const keepYearBefore = async (c: Context, readId: string, before: YearBefore | undefined): Promise<void> => {
  const yearBefore = before ? c.services.vault.seal(JSON.stringify(before)) : null
  await c.db.update(cardRead).set({ yearBefore }).where(eq(cardRead.id, readId))
}

/** What was kept with a reading so far. */
export const keptYearBefore = async (c: Context, readId: string): Promise<YearBefore | undefined> => {
  const [row] = await c.db.select({ sealed: cardRead.yearBefore }).from(cardRead).where(eq(cardRead.id, readId))
  const text = row?.sealed ? c.services.vault.opened(row.sealed) : undefined
  return text === undefined ? undefined : (JSON.parse(text) as YearBefore)
}
