import type { Context } from '../../call/context.ts'
import type { Answer } from '../../centre/client.ts'
import { type Insurance, type Person, type PersonQuery, queryPerson } from '../../centre/operations/person.ts'
import type { CentreProfile } from '../../centre/profile.ts'
import { clerkHeader } from '../attendance/sign.ts'
import type { StoreRow } from '../organisation/store.ts'
import { outFlagOf } from './out-flag.ts'

/** What a medium says of where its person is insured. */
export interface Named {
  /** An e-voucher knows it. */
  insuredArea?: string | undefined
  /** Of a card who issued it: mostly the same, but he may have moved since. */
  issuedIn?: string | undefined
}

/** Active insurances before the others. */
export const insuredRank = (state: string): number => (state === '1' ? 0 : 1)

const rowsOf = (answer: Answer<Person>): readonly Insurance[] =>
  answer.kind === 'booked' ? answer.value.insurances : []
const isInsured = (answer: Answer<Person>): boolean => rowsOf(answer).some(({ state }) => insuredRank(state) === 0)

/** That nobody of this credential is insured there, as far as the centre says so in words that are known. */
export const saysNobody = (answer: Answer<Person>, { noPersonPatterns }: CentreProfile): boolean => {
  if (answer.kind === 'booked') return !isInsured(answer)
  if (answer.kind !== 'refused' || answer.signInLost) return false
  return noPersonPatterns.some((pattern) => pattern.test(answer.message))
}

/**
 * Areas to ask in, undefined being the centre's own: it looks for a person where insuplc_admdvs says, and without one
 * among its own people (domain.md 1.2). An e-voucher of elsewhere is asked for there first; whom a card of elsewhere is of
 * may be insured here by now.
 */
const areasOf = (areaCode: string, { insuredArea = '', issuedIn = '' }: Named): (string | undefined)[] => {
  const elsewhere = (code: string) => (/^\d{6}$/.test(code) && outFlagOf(areaCode, code) !== '0' ? [code] : [])
  return [...elsewhere(insuredArea), undefined, ...elsewhere(issuedIn)]
}

/** What a place of elsewhere refuses, in whatever words (no such place, not opened), the centre's own people may hold. */
const goesOn = (area: string | undefined, answer: Answer<Person>, profile: CentreProfile): boolean =>
  saysNobody(answer, profile) || (area !== undefined && answer.kind === 'refused' && !answer.signInLost)

/** 1101 in one area after the other until somebody is insured there. */
export const askPerson = async (
  c: Context,
  storeRow: StoreRow,
  query: PersonQuery,
  named: Named,
): Promise<Answer<Person>> => {
  const client = c.services.centre.of(storeRow.areaCode)
  const ask = async (area: string | undefined) =>
    client.run(queryPerson, query, await clerkHeader(c.deps, storeRow, c.me, area), { timeoutMs: 60_000 })
  const [first, ...others] = areasOf(storeRow.areaCode, named)
  const answer = await ask(first)
  if (!others.length || !goesOn(first, answer, client.profile)) return answer
  const there = await ask(others[0])
  // Nobody at either: the place that he was said to be of has said why.
  if (first !== undefined && answer.kind === 'refused' && saysNobody(there, client.profile)) return answer
  // An insurance that is paused says more than nobody, or no answer, from the other place.
  return rowsOf(answer).length && !isInsured(there) ? answer : there
}

/**
 * One row of each insurance. Whoever moved has two of them, the one of the old area ended: the active one counts, of two
 * active ones that of this city.
 */
export const countingRows = (rows: readonly Insurance[], areaCode: string): Insurance[] => {
  const away = ({ insuredArea }: Insurance) => (outFlagOf(areaCode, insuredArea) === '0' ? 0 : 1)
  const ranked = rows.toSorted((a, b) => insuredRank(a.state) - insuredRank(b.state) || away(a) - away(b))
  return rows.filter((row) => ranked.find(({ insurance }) => insurance === row.insurance) === row)
}
