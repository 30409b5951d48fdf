import { refuse } from '../refusal.ts'
import { institutionOf } from '../seed/institutions.ts'
import type { Store } from '../store/open.ts'
import { dateTime, day, moment } from '../time.ts'
import { type Issued, usesOf, type Verdict, verdictOf } from './store.ts'

/** How a prescription stands at a moment. */
export interface Standing {
  /** rx_stas_codg: 1 valid, 2 over, 3 revoked */
  state: '1' | '2' | '3'
  /** rx_used_stas_codg: 1 unused, 2 used up, 3 used in part */
  used: '1' | '2' | '3'
  /** Uses so far, those before this centre began to count included. */
  uses: number
  /** yyyy-MM-dd from which it may be used again, '' when at once. */
  nextFrom: string
  /** On the use that comes next, or on the last one when it is used up. */
  verdict: Verdict | undefined
  turn: number
}

const dayMs = 86_400_000

/** How a prescription stands at a moment, unix ms: its state, how often it was used and when it may be again. */
export const standingOf = (store: Store, one: Issued, now: number): Standing => {
  const own = usesOf(store, one.hi_rxno)
  const { most, interval } = one.data.repeat
  const uses = own.length + one.data.usedBefore
  const last = own.at(-1)?.setl_time
  const next = last && uses < most ? day(moment(last) + interval * dayMs) : ''
  const turn = uses < most ? uses + 1 : uses
  return {
    state: one.revoked ? '3' : one.valid_end < dateTime(now) ? '2' : '1',
    used: uses === 0 ? '1' : uses < most ? '3' : '2',
    uses,
    nextFrom: next > day(now) ? next : '',
    verdict: verdictOf(store, one.hi_rxno, turn),
    turn,
  }
}

/** Why it cannot be used now, in the centre's words; undefined when it can. */
export const whyNot = (
  { hi_rxno, valid_end }: Issued,
  { state, used, nextFrom, verdict }: Standing,
): string | undefined => {
  if (state === '3') return `处方 ${hi_rxno} 已被开方机构撤销`
  if (state === '2') return `处方 ${hi_rxno} 已于 ${valid_end} 过期`
  if (used === '2') return `处方 ${hi_rxno} 已使用，不能重复使用`
  if (nextFrom) return `处方 ${hi_rxno} 未到下次使用日期 ${nextFrom}`
  return verdict?.stas === '0' ? `处方 ${hi_rxno} 药师审核未通过，须由医师修改后重新开具` : undefined
}

/** A passed verdict keeps a prescription for its pharmacy until midnight. */
export const keptFor = ({ verdict }: Standing, now: number): string =>
  verdict?.stas === '1' && verdict.given_on === day(now) ? verdict.fixmedins_code : ''

/** Refuses what another pharmacy has passed today. */
export const checkNotTaken = ({ hi_rxno }: Issued, standing: Standing, code: string, now: number): void => {
  const other = keptFor(standing, now)
  if (other && other !== code)
    refuse(`处方 ${hi_rxno} 已由「${institutionOf(other)?.name ?? other}」审核，不能在本店使用`)
}
