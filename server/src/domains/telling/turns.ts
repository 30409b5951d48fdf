import { eq } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { Refusal } from '../../refuse.ts'
import { working } from '../attendance/working.ts'
import { systemLayer, withOverrides } from '../organisation/settings.ts'
import { area, store } from '../organisation/tables.ts'
import type { Told } from './told.ts'

/** Rows of a store in a round: told one after the other, beside its settlements and not in front of them. */
export const perStore = 20
/** Stores that one node tells of at the same time. */
const storesAtOnce = 4
/** ms after which a store's turn begins no further message: others wait behind one whose centre takes its time. */
const turnMs = 60_000
/** ms that a store is left alone after its centre did not answer. */
const rest = 120_000

/** Which stores' centres did not answer just now, until when. */
export type Resting = Map<string, number>

/** Open stores where somebody is signed in today and whose area tells by itself, with how long after a sale, ms. */
export const tellingStores = async (deps: Deps, resting: Resting): Promise<{ id: string; delay: number }[]> => {
  const now = deps.clock().getTime()
  const rows = await deps.db
    .select({ id: store.id, system: systemLayer, area: area.settings, own: store.settings })
    .from(store)
    .innerJoin(area, eq(area.code, store.areaCode))
    .where(working(deps))
  return rows.flatMap(({ id, system, area: ofArea, own }) => {
    const { saleUpload, saleUploadDelay } = withOverrides(system, ofArea, own)
    return saleUpload && (resting.get(id) ?? 0) <= now ? [{ id, delay: saleUploadDelay }] : []
  })
}

/** Of a claimed row that is due. Another node, or a person, may have it, or had it since it was looked for. */
export const isDue = ({ clock }: Deps, one: { nextAt: Date | null } | undefined): boolean =>
  one?.nextAt != null && one.nextAt <= clock()

/**
 * Tells what was found due, some stores at the same time; `tell` answers undefined of what is no longer due. A store's
 * turn ends with the first message that its centre does not answer, or when it has lasted; who did not answer is put
 * into `resting`. Answers how many were told or tried.
 */
export const takeTurns = async (
  deps: Deps,
  due: readonly { id: string; storeId: string }[],
  tell: (id: string) => Promise<Told | undefined>,
  report: (fault: unknown) => void,
  resting: Resting,
): Promise<number> => {
  const now = deps.clock().getTime()
  const turns = new Map<string, string[]>()
  for (const { id, storeId } of due) turns.set(storeId, [...(turns.get(storeId) ?? []), id])
  const left = [...turns]
  let all = 0
  /** Whether its centre answered. */
  const turn = async (ids: readonly string[]): Promise<boolean> => {
    const until = deps.clock().getTime() + turnMs
    for (const id of ids) {
      if (deps.clock().getTime() >= until) break
      const told = await tell(id).catch((fault: unknown): Told => {
        if (!(fault instanceof Refusal)) report(fault)
        return { kind: 'down', text: '' }
      })
      if (told) all++
      if (told?.kind === 'unknown' || told?.kind === 'down') return false
    }
    return true
  }
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [storeId, ids] = next
      if (await turn(ids)) resting.delete(storeId)
      else resting.set(storeId, now + rest)
    }
  }
  await Promise.all(Array.from({ length: storesAtOnce }, worker))
  return all
}
