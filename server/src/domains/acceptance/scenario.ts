import { transactionTitle } from '../../centre/catalogue.ts'

/** A transaction of the scenario and what must have gone well before it can be tried. */
interface Place {
  infno: string
  needs: readonly string[]
  /** Of areas alone that settle some purchases in registered visits. */
  visit?: boolean
}

/**
 * What a store's day takes of its centre, in order (domain.md 8.2, auto-api-acceptance). 2601 makes a purchase of its own,
 * whose answer is thrown away.
 */
const scenario = [
  { infno: '9001', needs: [] },
  { infno: '1101', needs: ['9001'] },
  { infno: '2001', needs: ['1101'] },
  { infno: '2101', needs: ['1101'] },
  { infno: '2102', needs: ['2101'] },
  { infno: '5203', needs: ['2102'] },
  { infno: '5204', needs: ['2102'] },
  { infno: '2103', needs: ['2102'] },
  { infno: '2201', needs: ['1101'], visit: true },
  { infno: '2203', needs: ['2201'], visit: true },
  { infno: '2204', needs: ['2203'], visit: true },
  { infno: '2206', needs: ['2204'], visit: true },
  { infno: '2207', needs: ['2206'], visit: true },
  { infno: '2208', needs: ['2207'], visit: true },
  { infno: '2205', needs: ['2204'], visit: true },
  { infno: '2202', needs: ['2201'], visit: true },
  { infno: '2601', needs: ['1101'] },
  { infno: '3201', needs: ['2102'] },
  { infno: '9101', needs: ['2102'] },
  { infno: '3202', needs: ['9101'] },
  { infno: '9102', needs: ['3202'] },
  { infno: '9002', needs: ['9001'] },
] as const satisfies readonly Place[]

export type Infno = (typeof scenario)[number]['infno']

const places: ReadonlyMap<string, Place> = new Map(scenario.map((place) => [place.infno, place]))

/** What must have gone well before a transaction can be tried. */
export const needsOf = (infno: Infno): readonly Infno[] => places.get(infno)!.needs as readonly Infno[]

const grown = (wanted: ReadonlySet<string>): ReadonlySet<string> => {
  const all = new Set([...wanted].flatMap((infno) => [infno, ...(places.get(infno)?.needs ?? [])]))
  return all.size > wanted.size ? grown(all) : all
}

/** The named transactions with all they need, in the scenario's order; all that the area has when none is named. */
export const planOf = (infnos: readonly string[] = [], { visits = false } = {}): Infno[] => {
  const here = [...places.values()].filter(({ visit }) => visits || !visit).map(({ infno }) => infno)
  const wanted = grown(new Set(infnos.length ? infnos.filter((infno) => here.includes(infno)) : here))
  return scenario.flatMap(({ infno }) => (wanted.has(infno) ? [infno] : []))
}

/** 2102 门诊结算 … as people read it. */
export const titleOf = (infno: string): string => transactionTitle(infno)
