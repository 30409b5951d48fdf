import type { Deps } from '../../../call/context.ts'
import type { Answer } from '../../../centre/client.ts'
import { type QueriedSettlement, queryLines, querySettlement } from '../../../centre/operations/settlement-query.ts'
import { queryVisits, type Visit } from '../../../centre/operations/visits.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import type { StoreRow } from '../../attendance/sign.ts'
import type { Identity } from '../../card/types.ts'

const waiting = { timeoutMs: 20_000 }
const day = 86_400_000

/** 5203 of one settlement by the store's own operator; undefined when the centre gives no readable answer. */
export const askSettlement = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { setlId, mdtrtId }: { setlId: string; mdtrtId: string },
): Promise<QueriedSettlement | undefined> => {
  const { psnNo, insuredArea } = identity
  const asked = { psnNo, setlId, mdtrtId }
  const answer = await runAsSystem(deps, storeRow, querySettlement, asked, { ...waiting, insuredArea })
  return answer.kind === 'booked' ? answer.value : undefined
}

/**
 * Every settlement of some visits, one question after the other: 5204 without setl_id, then 5203 of each (areas with
 * `lookup`). Undefined stands for what got no readable answer.
 */
export async function* settlementsOf(
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  visits: readonly string[],
): AsyncGenerator<QueriedSettlement | undefined> {
  const { psnNo, insuredArea } = identity
  for (const mdtrtId of visits) {
    const lines = await runAsSystem(deps, storeRow, queryLines, { psnNo, mdtrtId }, { ...waiting, insuredArea })
    if (lines.kind !== 'booked') {
      yield undefined
      continue
    }
    for (const setlId of new Set(lines.value.map((line) => line.setlId).filter(Boolean)))
      yield await askSettlement(deps, storeRow, identity, { setlId, mdtrtId })
  }
}

/** 5201 of one medical type; the newest visit first, which is mostly the one somebody asks about. */
export const visitsIn = async (
  deps: Deps,
  storeRow: StoreRow,
  { psnNo, insuredArea }: Identity,
  asked: { from: Date; until: Date; medicalType: string },
): Promise<Answer<Visit[]>> => {
  const answer = await runAsSystem(deps, storeRow, queryVisits, { psnNo, ...asked }, { ...waiting, insuredArea })
  if (answer.kind !== 'booked') return answer
  return { ...answer, value: answer.value.toSorted((a, b) => b.from.localeCompare(a.from)) }
}

interface Sought {
  visit?: string | null
  at: Date
  medicalType: string
  wanted: (one: QueriedSettlement) => boolean
}

/**
 * The wanted settlement in a visit that is known, else among a person's around a moment, and no question more once it is
 * found. What it finds is there; finding nothing proves nothing (DESIGN 7 a).
 */
export const findAround = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { visit, at, medicalType, wanted }: Sought,
): Promise<QueriedSettlement | undefined> => {
  if (visit)
    for await (const found of settlementsOf(deps, storeRow, identity, [visit])) if (found && wanted(found)) return found
  const period = { from: new Date(at.getTime() - day), until: new Date(at.getTime() + day) }
  const visits = await visitsIn(deps, storeRow, identity, { ...period, medicalType })
  if (visits.kind !== 'booked') return undefined
  const ids = visits.value.map(({ mdtrtId }) => mdtrtId).filter((id) => id !== visit)
  for await (const settlement of settlementsOf(deps, storeRow, identity, ids))
    if (settlement && wanted(settlement)) return settlement
  return undefined
}
