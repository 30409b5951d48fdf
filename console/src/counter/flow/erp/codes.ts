import { packsOf } from '@yibao/shared/trace-code.ts'
import type { ErpBill, Line } from '../model.ts'
import type { Counter } from '../state.ts'

const room = ({ quantity, traceCodes }: Line): number => packsOf(quantity) - traceCodes.length

/** What a person scanned for a line, without what the bill of before said itself. */
const scannedFor = (before: Line, { erp }: Counter): string[] => {
  const ofBill = new Set(erp?.lines.flatMap(({ traceCodes = [] }) => traceCodes))
  return before.traceCodes.filter((code) => !ofBill.has(code))
}

/**
 * The lines of a revised bill with the codes that were scanned before: each code once, with the line of the same lot, or
 * the one in its place, or any other of the product that has a pack without one. Where the product has fewer packs than
 * scanned codes, nobody knows which pack was put back: a code of a pack that is not sold must not be told, so all of
 * them are scanned again. Codes that the bill names are the bill's and are no pack's twice.
 */
export const withScanned = (state: Counter, lines: readonly Line[], bill: ErpBill): Line[] => {
  if (state.erp?.billNo !== bill.billNo) return [...lines]
  const named = new Set(lines.flatMap(({ traceCodes }) => traceCodes))
  const next = lines.map((line) => ({ ...line }))
  for (const ownCode of new Set(next.map(({ item }) => item.ownCode))) {
    const mine = next.filter(({ item }) => item.ownCode === ownCode)
    const before = state.lines.filter(({ item }) => item.ownCode === ownCode)
    const waiting = before.map((line) => scannedFor(line, state).filter((code) => !named.has(code)))
    const free = mine.reduce((sum, line) => sum + Math.max(0, room(line)), 0)
    if (waiting.flat().length > free) continue
    const give = (to: Line | undefined, from: number) => {
      const taken = to ? waiting[from]!.splice(0, Math.max(0, room(to))) : []
      if (to) to.traceCodes = [...to.traceCodes, ...taken]
    }
    for (const [i, { batch }] of before.entries())
      give(batch && mine.find((line) => line.batch?.lot === batch.lot && room(line) > 0), i)
    for (const i of before.keys()) if (!before[i]!.batch) give(mine[i], i)
    for (const line of mine) for (const i of before.keys()) give(line, i)
  }
  return next
}
