import { edited } from '../customer.ts'
import type { Effect } from '../effects.ts'
import type { Line } from '../model.ts'
import type { Counter } from '../state.ts'
import { ended, type HandlersOf, isParking, locked, refuse, say, step } from '../step.ts'

/** Most codes of one question. */
const most = 500

/** Asks whether packs were sold before; nothing of no codes. Warned of, never a stop: what counts is the centre's word. */
export const askSold = (state: Counter, codes: readonly string[]): Effect[] =>
  codes.length
    ? [{ do: 'askSold', turn: state.turn, codes: codes.slice(0, most), replaces: state.part?.old.orderId }]
    : []

/** Every trace code of the basket. */
export const codesOf = (lines: readonly Line[]): string[] => lines.flatMap(({ traceCodes }) => traceCodes)

/** The code of a line that another order has sold, with the number of that order. */
export const soldIn = ({ sold }: Pick<Counter, 'sold'>, { traceCodes }: Line) => {
  const code = traceCodes.find((one) => Object.hasOwn(sold, one))
  return code === undefined ? undefined : { code: code.slice(-6), order: sold[code]! }
}

/** Says that a pack in the basket was sold before. */
export const warnSold = (state: Counter, at: number): Counter => {
  for (const line of state.lines) {
    const found = soldIn(state, line)
    if (found) return say(state, at, 'trace.sold', { item: line.item.name, ...found })
  }
  return state
}

export const soldCodes: HandlersOf<'codesSold' | 'removeCode'> = {
  codesSold(state, { turn, sold }, at) {
    if (turn !== state.turn || sold.length === 0) return step(state)
    const known = { ...state.sold, ...Object.fromEntries(sold.map(({ code, orderNo }) => [code, orderNo])) }
    const next = { ...state, sold: known }
    return step(locked(state) || ended(state) ? next : warnSold(next, at))
  },

  /** A pack that was scanned by mistake: its code goes, the quantity stays, so that another one is scanned for it. */
  removeCode(state, { line: id, code }, at) {
    if (ended(state)) return refuse(state, at, 'basket.ended')
    if (locked(state)) return refuse(state, at, 'basket.locked')
    if (isParking(state)) return refuse(state, at, 'park.wait')
    if (state.erp?.lines.some(({ traceCodes }) => traceCodes?.includes(code))) return refuse(state, at, 'erp.readOnly')
    const lines = state.lines.map((line) =>
      line.id === id ? { ...line, traceCodes: line.traceCodes.filter((one) => one !== code) } : line,
    )
    const next = edited({ ...state, lines })
    return step(state.priced?.fresh ? say(next, at, 'pre.stale') : next)
  },
}
