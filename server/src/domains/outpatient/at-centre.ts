import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { QueriedSettlement } from '../../centre/operations/settlement-query.ts'
import type { Visit } from '../../centre/operations/visits.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { settingsOf } from '../organisation/settings.ts'
import { nobody } from '../reconciliation/repair/find-settlement.ts'
import { settlementsOf, visitsIn } from '../settlement/recover/lookup.ts'
import type { Whose } from './whose.ts'

/** Visits that are asked for one by one, the newest first: each is two questions or more. */
const most = 40

export interface AtCentre {
  settlements: QueriedSettlement[]
  /** Settlements of other places among the person's visits. */
  elsewhere: number
  /** Visits that were not looked into: too many of them, or no answer. */
  left: number
}

/** Refuses where the centre cannot be asked for a person's settlements (domain.md 2.13: 5204 demands setl_id). */
export const requireLookup = (c: Context, { shop }: Whose): void => {
  if (c.services.centre.of(shop.areaCode).profile.lookup) return
  refuse('recon.state', { text: '本区划的医保中心不能按参保人查询结算，请次日在「日对账」中对明细' })
}

/**
 * What the centre has of a person at this store in some days (both included): 5201 of each medical type, 5204 of each
 * visit, 5203 of each settlement. Throws a Refusal when 5201 is not answered: an empty answer would read as no visit.
 */
export const settlementsAt = async (
  c: Context,
  whose: Whose,
  { from, to }: { from: string; to: string },
): Promise<AtCentre> => {
  const { shop, psnNo, insuredArea } = whose
  const identity = { ...nobody, psnNo, insuredArea }
  const period = { from: startOfDay(from), until: startOfDay(addDays(to, 1)) }
  const { medicalTypes } = await settingsOf(c.db, shop.areaCode)
  const visits: Visit[] = []
  for (const medicalType of medicalTypes) {
    const answer = await visitsIn(c.deps, shop, identity, { ...period, medicalType })
    if (answer.kind !== 'booked') return refuseOutcome(answer)
    visits.push(...answer.value)
  }
  const newest = visits.toSorted((a, b) => b.from.localeCompare(a.from)).map(({ mdtrtId }) => mdtrtId)
  const ids = [...new Set(newest)]
  const found: AtCentre = { settlements: [], elsewhere: 0, left: Math.max(0, ids.length - most) }
  for await (const one of settlementsOf(c.deps, shop, identity, ids.slice(0, most))) {
    if (!one) found.left++
    else if (one.fixmedinsCode && one.fixmedinsCode !== shop.fixmedinsCode) found.elsewhere++
    else found.settlements.push(one)
  }
  return found
}
