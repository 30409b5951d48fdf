import { addDays, parseTime } from '@yibao/shared/time.ts'
import type { Operation } from '../../centre/client.ts'
import { type QueriedSettlement, queryLines } from '../../centre/operations/settlement-query.ts'
import { queryVisits, type Visit } from '../../centre/operations/visits.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { systemHeader } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { nobody } from '../reconciliation/find-settlement.ts'
import { refuseOutcome } from '../settlement/outcome.ts'
import { askSettlement } from '../settlement/recover/lookup.ts'
import type { Whose } from './whose.ts'

/** Visits that are asked for one by one, the newest first: each is two questions or more. */
const most = 40
const waiting = { timeoutMs: 20_000 }

export interface AtCentre {
  settlements: (QueriedSettlement & { mdtrtId: string })[]
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
  const client = c.services.centre.of(shop.areaCode)
  const ask = async <A, R>(operation: Operation<A, R>, args: A) =>
    client.run(operation, args, await systemHeader(c.deps, shop, insuredArea), waiting)
  const period = { from: parseTime(`${from} 00:00:00`), until: parseTime(`${addDays(to, 1)} 00:00:00`) }
  const { medicalTypes } = await settingsOf(c.db, shop.areaCode)
  const visits = new Map<string, Visit>()
  for (const medicalType of medicalTypes) {
    const answer = await ask(queryVisits, { psnNo, medicalType, ...period })
    if (answer.kind !== 'booked') return refuseOutcome(answer)
    for (const visit of answer.value) visits.set(visit.mdtrtId, visit)
  }
  const newest = [...visits.values()].sort((a, b) => b.from.localeCompare(a.from))
  const found: AtCentre = { settlements: [], elsewhere: 0, left: Math.max(0, newest.length - most) }
  for (const { mdtrtId } of newest.slice(0, most)) {
    const lines = await ask(queryLines, { psnNo, mdtrtId })
    if (lines.kind !== 'booked') {
      found.left++
      continue
    }
    for (const setlId of new Set(lines.value.map((line) => line.setlId).filter(Boolean))) {
      const one = await askSettlement(c.deps, shop, { ...nobody, psnNo, insuredArea }, { setlId, mdtrtId })
      if (!one) found.left++
      else if (one.fixmedinsCode && one.fixmedinsCode !== shop.fixmedinsCode) found.elsewhere++
      else found.settlements.push({ ...one, mdtrtId })
    }
  }
  return found
}
