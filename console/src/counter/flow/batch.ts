import { formatDay } from '@yibao/shared/time.ts'
import { edited } from './customer.ts'
import type { Batch, Item, Line } from './model.ts'
import type { Counter } from './state.ts'
import { ended, type HandlersOf, isParking, locked, refuse, say, step } from './step.ts'

const today = (at: number) => formatDay(new Date(at))

/** The day printed on the pack is the last one it may be sold on. */
const expired = ({ expiresOn }: Pick<Partial<Batch>, 'expiresOn'>, at: number): boolean =>
  expiresOn !== undefined && expiresOn !== '' && expiresOn < today(at)

/** The batch of a line that may name one, and whether it is past its day; nothing where it names none. */
export const batchOf = ({ lot, madeOn, expiresOn }: Partial<Batch>, at: number): Pick<Line, 'batch' | 'expired'> =>
  lot ? { batch: { lot, madeOn, expiresOn }, ...(expired({ expiresOn }, at) && { expired: true }) } : {}

/** What the store sold last of an item, unless it is past its day: only offered, the pack in the hand decides. */
export const suggestedBatch = ({ lastLot }: Item, at: number): Batch | undefined =>
  lastLot && !expired(lastLot, at) ? lastLot : undefined

/** Why a line's batch cannot be changed by hand: what the bill names is the bill's. */
export const whyNotBatch = (
  state: Counter,
  { item, batch }: Line,
): 'basket.locked' | 'park.wait' | 'basket.ended' | 'erp.readOnly' | undefined => {
  if (ended(state)) return 'basket.ended'
  if (locked(state)) return 'basket.locked'
  if (isParking(state)) return 'park.wait'
  const named = state.erp?.lines.some(({ ownCode, lot }) => ownCode === item.ownCode && lot && lot === batch?.lot)
  return named ? 'erp.readOnly' : undefined
}

/** Lines of a revised bill that names no batch keep what a person wrote for the same line of the product. */
export const withTyped = (state: Counter, lines: readonly Line[]): Line[] => {
  const count = new Map<string, number>()
  return lines.map((line) => {
    const { ownCode } = line.item
    const nth = count.get(ownCode) ?? 0
    count.set(ownCode, nth + 1)
    const before = state.lines.filter(({ item }) => item.ownCode === ownCode)[nth]
    if (line.batch || !before?.batch || whyNotBatch(state, before)) return line
    return { ...line, batch: before.batch, ...(before.expired && { expired: true }) }
  })
}

/** Says that a line is past its day, where the area lets it be sold all the same; where not, F8 says it. */
export const warnExpired = (state: Counter, at: number): Counter => {
  const line = state.lines.find((one) => one.expired)
  if (!line) return state
  return say(state, at, whyExpired(state) ?? 'item.expired', expiredValues(line))
}

/** What a message says of goods that are past their day. */
export const expiredValues = ({ item, batch }: Line) => ({ item: item.name, day: batch?.expiresOn ?? '' })

/** Why what is past its day cannot be settled here; what a customer keeps of a return was sold before. */
export const whyExpired = ({ area, part }: Counter): 'item.expiredNo' | undefined =>
  area?.expiredForbidden && !part ? 'item.expiredNo' : undefined

export const batches: HandlersOf<'setBatch'> = {
  /** The packs of a line, as a person read them from the box; nothing takes them away. */
  setBatch(state, { line: id, batch }, at) {
    const line = state.lines.find((one) => one.id === id)
    if (!line) return step(state)
    const why = whyNotBatch(state, line)
    if (why) return refuse(state, at, why)
    const { batch: _, expired: __, ...bare } = line
    const lines = state.lines.map((one) => (one.id === id ? { ...bare, ...batchOf(batch ?? {}, at) } : one))
    const next = edited({ ...state, lines })
    return step(warnExpired(state.priced?.fresh ? say(next, at, 'pre.stale') : next, at))
  },
}
