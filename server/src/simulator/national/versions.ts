import { lot } from './pick.ts'

/** The days the national catalogue was published on; the last ones come when the centre's clock reaches them. */
const published = ['20240101', '20260301', '20260901', '20261201', '20270301'] as const

/** Rows of a thousand that a publication brings or changes, besides the first. */
const shares = [60, 30, 6, 4]

/** When and how a row came into the catalogue. */
interface Edition {
  /** F001_20240101_A */
  version: string
  /** yyyy-MM-dd */
  day: string
  /** Changed since the first publication: another pack, or no longer valid. */
  change?: 'pack' | 'invalid'
}

const editionOf = (stamp: string, change?: Edition['change']): Edition => ({
  version: `F001_${stamp}_A`,
  day: `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6)}`,
  ...(change && { change }),
})

const laterOf = (n: number): string | undefined => {
  let chance = lot(n)
  for (const [i, share] of shares.entries()) {
    if (chance < share) return published[i + 1]
    chance -= share
  }
  return undefined
}

/** The edition of the n-th row that a centre has on a day (yyyy-MM-dd); undefined = it is not there yet. */
export const editionOn = (n: number, today: string): Edition | undefined => {
  const later = laterOf(n)
  if (later === undefined) return editionOf(published[0])
  const kind = n % 3
  if (later > today.replaceAll('-', '')) return kind === 0 ? undefined : editionOf(published[0])
  return editionOf(later, kind === 1 ? 'pack' : kind === 2 ? 'invalid' : undefined)
}
