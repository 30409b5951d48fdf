import type { Deps } from '../../../call/context.ts'
import type { Answer } from '../../../centre/client.ts'
import { lookForSettlement, type QueriedSettlement, queryLines } from '../../../centre/operations/settlement-query.ts'
import { queryVisits, type Visit } from '../../../centre/operations/visits.ts'
import { notLookedAt } from '../../../centre/outcome.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import type { Identity } from '../../card/types.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { takenBackAmong } from './reversal-among.ts'

const waiting = { timeoutMs: 20_000 }
const day = 86_400_000

/** Whom a question is about. */
export type Who = Pick<Identity, 'psnNo' | 'insuredArea'>

interface Ids {
  setlId: string
  mdtrtId: string
}

/** 5203 of one settlement by the store's own operator; 'none': the centre has none under it; undefined: no readable answer. */
export const heardOf = async (
  deps: Deps,
  storeRow: StoreRow,
  { psnNo, insuredArea }: Who,
  { setlId, mdtrtId }: Ids,
): Promise<QueriedSettlement | 'none' | undefined> => {
  const asked = { psnNo, setlId, mdtrtId }
  const answer = await runAsSystem(deps, storeRow, lookForSettlement, asked, { ...waiting, insuredArea })
  if (answer.kind === 'booked') return answer.value
  return answer.kind === 'refused' && !notLookedAt(answer) ? 'none' : undefined
}

/** The same where only what is there matters: undefined when the centre shows none. */
export const askSettlement = async (
  deps: Deps,
  storeRow: StoreRow,
  who: Who,
  ids: Ids,
): Promise<QueriedSettlement | undefined> => {
  const heard = await heardOf(deps, storeRow, who, ids)
  return heard === 'none' ? undefined : heard
}

/** The numbers of all that was settled in a visit, or taken back of it: 5204 without setl_id (areas with `lookup`). */
export const numbersIn = async (
  deps: Deps,
  storeRow: StoreRow,
  { psnNo, insuredArea }: Who,
  mdtrtId: string,
): Promise<Answer<string[]>> => {
  const answer = await runAsSystem(deps, storeRow, queryLines, { psnNo, mdtrtId }, { ...waiting, insuredArea })
  if (answer.kind !== 'booked') return answer
  return { ...answer, value: [...new Set(answer.value.map((line) => line.setlId).filter(Boolean))] }
}

/**
 * Every settlement of some visits, one question after the other: 5204 without setl_id, then 5203 of each (areas with
 * `lookup`). Undefined stands for what got no readable answer; a number that the centre denies is none of them.
 */
export async function* settlementsOf(
  deps: Deps,
  storeRow: StoreRow,
  identity: Who,
  visits: readonly string[],
): AsyncGenerator<QueriedSettlement | undefined> {
  for (const mdtrtId of visits) {
    const numbers = await numbersIn(deps, storeRow, identity, mdtrtId)
    if (numbers.kind !== 'booked') yield undefined
    else
      for (const setlId of numbers.value) {
        const one = await heardOf(deps, storeRow, identity, { setlId, mdtrtId })
        if (one !== 'none') yield one
      }
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

/** A settlement that was looked for; `refunded` undefined: what else its visit holds could not be read. */
type FoundSettlement = Omit<QueriedSettlement, 'refunded'> & { refunded: boolean | undefined }

/** The wanted settlement of a visit, and whether the visit holds its reversal: the rest of it is asked about for that. */
const wantedIn = async (
  found: AsyncGenerator<QueriedSettlement | undefined>,
  wanted: Sought['wanted'],
): Promise<FoundSettlement | undefined> => {
  const seen: (QueriedSettlement | undefined)[] = []
  for await (const one of found) {
    seen.push(one)
    if (one?.refunded && wanted(one)) return one
  }
  const ours = seen.find((one) => one && wanted(one))
  if (!ours) return undefined
  const by = takenBackAmong(ours, seen)
  return { ...ours, refunded: by === 'unclear' || seen.includes(undefined) ? undefined : by !== undefined }
}

/**
 * The wanted settlement in a visit that is known, else among a person's around a moment, and no question about another visit
 * once it is found. What it finds is there; finding nothing proves nothing (DESIGN 7 a).
 */
export const findAround = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { visit, at, medicalType, wanted }: Sought,
): Promise<FoundSettlement | undefined> => {
  const lookInto = (id: string) => wantedIn(settlementsOf(deps, storeRow, identity, [id]), wanted)
  const known = visit ? await lookInto(visit) : undefined
  if (known) return known
  const period = { from: new Date(at.getTime() - day), until: new Date(at.getTime() + day) }
  const visits = await visitsIn(deps, storeRow, identity, { ...period, medicalType })
  if (visits.kind !== 'booked') return undefined
  const ids = visits.value.map(({ mdtrtId }) => mdtrtId).filter((id) => id !== visit)
  for (const id of ids) {
    const found = await lookInto(id)
    if (found) return found
  }
  return undefined
}
