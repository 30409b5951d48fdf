import { refuse } from '../refusal.ts'
import type { Person } from '../seed/persons.ts'
import type { Call } from '../transactions/call.ts'
import type { Bought } from '../transactions/lines.ts'
import { checkNotTaken, standingOf, whyNot } from './state.ts'
import { issuedBy } from './store.ts'

/**
 * The electronic prescription that the lines of a 2101 or 2102 name, '' for none: a number that this centre has not issued
 * is a paper's. Refuses one that this person, this pharmacy or nobody may use now.
 */
export const circulatedIn = (call: Call, person: Person, bought: readonly Bought[]): string => {
  const named = bought.filter(({ line }) => line.prescribed).map(({ row }) => row.rxno ?? '')
  const found = [...new Set(named)].flatMap((number) => issuedBy(call.store, number) ?? [])
  const [one] = found
  if (!one) return ''
  if (found.length > 1) refuse('一次结算只能使用一张电子处方')
  if (one.psn_no !== person.psnNo) refuse(`处方 ${one.hi_rxno} 不是该参保人员的处方`)
  const standing = standingOf(call.store, one, call.now)
  const why = whyNot(one, standing)
  if (why) refuse(why)
  checkNotTaken(one, standing, call.institution.code, call.now)
  if (standing.verdict?.fixmedins_code !== call.institution.code)
    refuse(`处方 ${one.hi_rxno} 没有本店药师的审核结果，不能结算`)
  return one.hi_rxno
}
