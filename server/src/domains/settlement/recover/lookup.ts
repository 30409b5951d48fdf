import { type QueriedSettlement, queryLines, querySettlement } from '../../../centre/operations/settlement-query.ts'
import { queryVisits } from '../../../centre/operations/visits.ts'
import type { Deps } from '../../../context.ts'
import { type StoreRow, systemHeader } from '../../attendance/sign.ts'
import type { Identity } from '../types.ts'

const waiting = { timeoutMs: 20_000 }
const day = 86_400_000

/** 5203 of one settlement by the store's own operator; undefined when the centre gives no readable answer. */
export const askSettlement = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { setlId, mdtrtId }: { setlId: string; mdtrtId: string },
): Promise<QueriedSettlement | undefined> => {
  const client = deps.services.centre.of(storeRow.areaCode)
  const header = await systemHeader(deps, storeRow, identity.insuredArea)
  const answer = await client.run(querySettlement, { psnNo: identity.psnNo, setlId, mdtrtId }, header, waiting)
  return answer.kind === 'booked' ? answer.value : undefined
}

/**
 * The wanted settlement among a person's around a moment, by way of 5201 and 5204 without setl_id (areas with `lookup`).
 * Newest visits first, and no question more once it is found: a lost answer is mostly that of the last visit. What it
 * finds is there; finding nothing proves nothing (DESIGN 7 a).
 */
export const findAround = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { at, medicalType, wanted }: { at: Date; medicalType: string; wanted: (one: QueriedSettlement) => boolean },
): Promise<QueriedSettlement | undefined> => {
  const client = deps.services.centre.of(storeRow.areaCode)
  const ask = async <A, R>(operation: Parameters<typeof client.run<A, R>>[0], args: A) => {
    const header = await systemHeader(deps, storeRow, identity.insuredArea)
    const answer = await client.run(operation, args, header, waiting)
    return answer.kind === 'booked' ? answer.value : undefined
  }
  const period = { from: new Date(at.getTime() - day), until: new Date(at.getTime() + day) }
  const visits = (await ask(queryVisits, { psnNo: identity.psnNo, medicalType, ...period })) ?? []
  for (const { mdtrtId } of visits.toSorted((a, b) => b.from.localeCompare(a.from))) {
    const lines = (await ask(queryLines, { psnNo: identity.psnNo, mdtrtId })) ?? []
    for (const setlId of new Set(lines.map((line) => line.setlId).filter(Boolean))) {
      const settlement = await askSettlement(deps, storeRow, identity, { setlId, mdtrtId })
      if (settlement && wanted(settlement)) return settlement
    }
  }
  return undefined
}
