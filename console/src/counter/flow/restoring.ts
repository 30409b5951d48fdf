import { asBefore, putAside } from './aside.ts'
import { parkInput } from './basket-input.ts'
import { enter, nextCustomer, occupied, remember } from './customer.ts'
import type { Effect } from './effects.ts'
import type { Draft } from './kept-draft.ts'
import type { Pending } from './model.ts'
import { leftOwed } from './owed.ts'
import { basketValues } from './parking.ts'
import { takeBack } from './returning/returning.ts'
import { followRx } from './rx/rx.ts'
import { goOn } from './second.ts'
import { basketOf, unknownMessage } from './settling.ts'
import type { Counter } from './state.ts'
import { beforeReversal, chain, type HandlersOf, later, mention, type Step, say, step, under } from './step.ts'

// What a page that is gone has left: its basket, money whose end is awaited, and what it still had to tell.

const back = (state: Counter, draft: Draft, at: number): Counter => {
  const { orderId, pending, maskedName, insutype, medicalType, disease, prescription, lines, part, erp, background } =
    draft
  const base: Counter = {
    ...state,
    orderId,
    insutype,
    ...(medicalType === undefined ? {} : { medicalType, kindChosen: true }),
    disease,
    prescription,
    herbs: draft.herbs,
    accountUsed: draft.accountUsed ?? true,
    lines,
    // What was confirmed before a crash books nothing after it, whichever page wrote it down.
    part: part && { ...part, given: undefined, shown: undefined },
    // Two that were only priced are priced again; of two that were being settled the second is still to come.
    second: pending || draft.second?.at === 'own' ? draft.second : undefined,
    erp,
    // The calls have ended with their page.
    background: background.map((one) => ({ ...one, inFlight: false })),
    unheard: draft.unheard,
    left: leftOwed(draft, at),
    doubts: [...state.doubts, ...(draft.doubts ?? []).map(({ later: _, ...doubt }) => doubt)],
  }
  const next: Counter = {
    ...base,
    nextLine: lines.length + 1 + Math.max(0, ...lines.map(({ id }) => Number(id.slice(1)))),
    expects: maskedName,
    whose: draft.whose,
    following: draft.readId ? { turn: state.turn, readId: draft.readId } : undefined,
    erpResults: { ...draft.erpResults, ...state.erpResults },
  }
  if (!pending) return next
  // A settlement was under way when the page died: whether it was booked is asked, never guessed (ux 1.7).
  const waiting = { ...pending, since: at, looks: 0, inFlight: false, kind: pending.kind ?? ('settle' as const) }
  // What is being read already would talk over the band.
  return unknownMessage({ ...enter(next, 'unknown', at), reading: undefined, pending: waiting }, at)
}

/** The orders whose end is looked for, what an ERP has not heard, and baskets that had not got aside or back. */
const goOnWith = (next: Counter, draft: Draft, watched: readonly Pending[]): Step => {
  const orders = [...watched.map(({ orderId }) => orderId), ...next.left]
  const looks = orders.map((orderId): Effect => ({ do: 'look', orderId }))
  const untold = Object.entries(next.erpResults).filter(([, { told }]) => !told)
  const tells = untold.map(([billNo, { frame, attempts }]): Effect => ({ do: 'tellErp', billNo, frame, attempts }))
  const first = step(next, ...looks, ...tells)
  const gone = (draft.aside ?? []).reduce((done, one) => chain(done, (now) => putAside(now, one)), first)
  return (draft.returning ?? []).reduce((done, one) => chain(done, (now) => takeBack(now, one)), gone)
}

/** What of a basket has to go aside where the counter is not free; undefined where nothing would be missed. */
const restOf = (was: Counter): Counter | undefined => {
  // Its old settlement stands, and at that order the return is chosen anew.
  if (beforeReversal(was)) return undefined
  const { pending, second } = was
  const rest = pending?.kind === 'settle' ? (second?.at === 'first' ? goOn(was, was).state : undefined) : was
  return rest?.lines.length ? rest : undefined
}

/** Somebody is served already: money of before is watched in the background, and the basket of before goes aside. */
const behind = (state: Counter, draft: Draft, key: string, at: number): Step => {
  const was = back(nextCustomer(state), draft, at)
  const rest = restOf(was)
  const kept = was.pending?.kind === 'reversal' && was.part ? was.orderId : undefined
  const own = basketOf(was)
  const basket = own && { ...own, input: { ...own.input, readId: draft.readId } }
  const moved = was.pending ? [{ ...was.pending, kept, basket }] : []
  const watched = [...was.background, ...moved]
  const { left, doubts, erpResults } = was
  const next: Counter = { ...state, background: [...state.background, ...watched], left, doubts, erpResults }
  const marked = moved.reduce(
    (now, { orderId, maskedName, cash }) => remember(now, { orderId, maskedName, cash, mark: 'pending' }),
    next,
  )
  const told = moved.reduce((now, { maskedName: name }) => mention(now, at, 'settle.moved', { name }), marked)
  // The order that a return which was only asked for was priced in is nobody's.
  const given = was.lines.length > 0 && beforeReversal(was)
  const gone: Effect[] = given && was.orderId ? [{ do: 'drop', orderId: was.orderId, reason: '放弃部分退货' }] : []
  const said = given ? under(told, say(told, at, 'part.given')) : told
  const first = chain(step(said, ...gone), (now) => goOnWith(now, draft, watched))
  if (!rest) return first
  const input = { ...parkInput(rest), readId: draft.readId }
  return chain(first, (now) => putAside(now, { key, ...asBefore(was.unheard, input), left: true }))
}

/** No cash is handed out for a reversal that the page before asked for, until its end is known. */
const reversalsTold = (state: Counter, { background }: Draft, at: number): Step => {
  const open = background.filter(({ kind }) => kind === 'reversal')
  const told = open.reduce((now, { maskedName: name, orderId }) => {
    return mention(now, at, 'cancel.unknown', { name: name || '这笔', orderId })
  }, state)
  return step(told)
}

const atCounter = (state: Counter, draft: Draft, at: number): Step => {
  const next = back(state, draft, at)
  const waiting = [...(next.pending ? [next.pending] : []), ...next.background]
  const watched = chain(goOnWith(next, draft, waiting), (now) => reversalsTold(now, draft, at))
  const started = chain(watched, (now) => followRx(now, at))
  const wakes = next.pending ? [later(30_000, { type: 'waited', orderId: next.pending.orderId })] : []
  const effects: Effect[] = [...started.effects, ...wakes]
  if (next.lines.length === 0) return { state: started.state, effects }
  const follow = next.following ? [{ do: 'followPerson' as const, ...next.following }] : []
  if (next.pending) return { state: started.state, effects: [...effects, ...follow] }
  const values = {
    ...basketValues(next),
    next: draft.readId ? '按 F8 重新预结算' : '请扫描医保电子凭证，或按 F2 读卡',
  }
  const said = mention({ ...started.state, restored: true }, at, 'draft.back', values)
  return { state: said, effects: [...effects, ...follow] }
}

/** ms after which nobody stands there any more for whom it was: the next card that is read would buy it. */
const longAgo = 4 * 3600_000

/** Goods of a customer who has gone, perhaps sold to him by somebody else since. */
const isOver = ({ at: left, lines }: Draft, at: number): boolean => lines.length > 0 && at - left > longAgo

export const restoring: HandlersOf<'restored'> = {
  restored(state, { draft, key }, at) {
    const free = !occupied(state) && state.phase === 'open' && !isOver(draft, at)
    if (free) return atCounter(state, draft, at)
    return chain(behind(state, draft, key, at), (now) => reversalsTold(now, draft, at))
  },
}
