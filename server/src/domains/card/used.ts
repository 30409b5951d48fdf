import { sum } from '@yibao/shared/money.ts'
import type { Accumulation } from '../../centre/operations/person-records.ts'

/** A filing as the centre lists it; days are yyyy-MM-dd. */
export interface Registered {
  code: string
  name: string
  from: string
  until?: string
  kind: 'chronic' | 'twoDiseases' | 'special'
  /** fen; only 门诊两病 are filed with one that is an amount (lmt): that of a special drug counts packs. */
  limit?: number
}

// What funds paid this year for one registered disease (5206). Only the rows that say it of this very disease count: of a
// disease that the centre does not count by itself nothing is known, and nothing is shown.

/** Funds that are an account of the person or his family (dictionary cum_type_code): no limit is drawn from them. */
const accounts = /^D(310201|390501)/

/**
 * 医疗待遇类别 of 门诊两病: the one of 高血压 (M039…), of 糖尿病 (M016…), and of who has both, which says of neither what it
 * alone used.
 */
const treatments: readonly [RegExp, string][] = [
  [/^M039/, 'TRE9901002'],
  [/^M016/, 'TRE9901003'],
]
const together = 'TRE9901004'

/** Parts of a code behind its fund: BIZ, TRE, ILL, PRDM … */
const partsOf = ({ code }: Accumulation): string[] => code.split('_').slice(1)

const isOf = (row: Accumulation, { code, kind }: Pick<Registered, 'code' | 'kind'>): boolean => {
  const parts = partsOf(row)
  const two = parts.includes('BIZ9901')
  if (kind !== 'twoDiseases') return parts.includes(`ILL${code}`) && !two
  const treatment = treatments.find(([codes]) => codes.test(code))?.[1]
  return (two && parts.includes(`ILL${code}`)) || (treatment !== undefined && parts.includes(treatment))
}

/** A part of the year: a month (PRDM) or a day (PRDR) by its code, or a month by its cum_ym. */
const isPart = (row: Accumulation): boolean =>
  row.month.length >= 6 || partsOf(row).some((part) => part.startsWith('PRD'))

/**
 * In fen, of the year (yyyy); undefined where the centre does not count it. The year's own rows say it all; the months of a
 * centre that lists only them add up to it.
 */
export const usedOf = (
  all: readonly Accumulation[],
  disease: Pick<Registered, 'code' | 'kind'>,
  year: string,
): number | undefined => {
  const funds = all.filter(
    (row) => row.code.startsWith('D') && !accounts.test(row.code) && (!row.year || row.year === year),
  )
  const shared = funds.some((row) => partsOf(row).includes(together) && row.fen !== 0)
  if (disease.kind === 'twoDiseases' && shared) return undefined
  const rows = funds.filter((row) => isOf(row, disease))
  const whole = rows.filter((row) => !isPart(row))
  if (!rows.length) return undefined
  return sum((whole.length ? whole : rows).map(({ fen }) => fen))
}
