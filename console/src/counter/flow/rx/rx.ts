import { scaled } from '@yibao/shared/money.ts'
import { plus } from '../amounts.ts'
import { edited, nextCustomer } from '../customer.ts'
import type { Item, Line, Prescription, RxChoice } from '../model.ts'
import type { Counter } from '../state.ts'
import {
  beforeReversal,
  ended,
  type HandlersOf,
  mention,
  refuse,
  reversalOf,
  type Step,
  say,
  step,
  whyNotChoose,
} from '../step.ts'

/** How many prescriptions that wait for a pharmacist are followed at once. */
const followed = 20

/** What a prescription allows of each product, in its unit. */
const goodsOf = ({ lines }: RxChoice): NonNullable<Prescription['goods']> => {
  const limits = new Map<string, string>()
  for (const { ownCode, limit, quantity } of lines)
    if (ownCode) limits.set(ownCode, plus(limits.get(ownCode) ?? '0', limit ?? quantity))
  return [...limits].map(([ownCode, limit]) => ({ ownCode, limit }))
}

/** What is wrong with a line under the chosen prescription (ux T16); undefined where nothing is, or none was reviewed. */
export const rxProblem = (
  { prescription, lines }: Pick<Counter, 'prescription' | 'lines'>,
  { item }: Line,
): { key: 'rx.outside' | 'rx.quantity'; limit: string } | undefined => {
  if (!prescription?.goods) return undefined
  const limit = prescription.goods.find(({ ownCode }) => ownCode === item.ownCode)?.limit
  if (limit === undefined) return { key: 'rx.outside', limit: '' }
  const bought = lines.filter((line) => line.item.ownCode === item.ownCode).map(({ quantity }) => scaled(quantity, 4))
  return bought.reduce((all, one) => all + one, 0n) > scaled(limit, 4) ? { key: 'rx.quantity', limit } : undefined
}

/** Why the basket cannot be settled on its prescription; undefined when it can, or has none. */
export const whyNotOnRx = (state: Counter) => {
  const { prescription, area, lines } = state
  const drug = lines.find(({ item }) => item.prescription)
  if (area?.rxReviewRequired && drug && prescription && !prescription.id) return { key: 'rx.review' } as const
  for (const line of lines) {
    const problem = rxProblem(state, line)
    if (problem) return { key: problem.key, values: { item: line.item.name, limit: problem.limit } }
  }
  return undefined
}

/** The lines that the basket lacks, as many as prescribed. */
const missing = (state: Counter, goods: NonNullable<Prescription['goods']>, items: readonly Item[]): Line[] => {
  // An ERP's lines are the ERP's, and those of a return are what is kept of it.
  if (state.erp || state.part) return []
  const there = new Set(state.lines.map(({ item }) => item.ownCode))
  return goods
    .flatMap(({ ownCode, limit }) => {
      const item = there.has(ownCode) ? undefined : items.find((one) => one.ownCode === ownCode)
      return item ? { item, quantity: limit } : []
    })
    .map(({ item, quantity }, i) => ({
      id: `l${state.nextLine + i}`,
      item,
      quantity,
      price: item.price,
      traceCodes: [],
    }))
}

/** Passed, but its centre has not heard of it yet: nothing is settled on it before. */
const onItsWay = ({ state, source, verdict }: Pick<RxChoice, 'state' | 'source' | 'verdict'>) =>
  state === 'passed' && source === 'circulation' && verdict !== 'told' && verdict !== 'refused'

const awaits = ({ state }: Pick<RxChoice, 'state'>) => state === 'waiting' || state === 'second'

/** Settled, or chosen: nobody has to hear of it any more. */
const without = (state: Counter, id: string): Counter =>
  state.rxWaiting.some((one) => one.id === id)
    ? { ...state, rxWaiting: state.rxWaiting.filter((one) => one.id !== id) }
    : state

const surely = (state: Counter, which: string): Counter => ({
  ...state,
  rxWaiting: state.rxWaiting.map(({ unsure, ...one }) => (one.id === which || !unsure ? one : { ...one, unsure })),
})

/** The prescription of a basket that was brought back: whether its pharmacist has spoken meanwhile, its store is asked. */
export const followRx = (state: Counter, at: number): Step => {
  const { prescription: rx, rxWaiting } = state
  if (!rx?.id || rxWaiting.some(({ id }) => id === rx.id)) return step(state)
  const one = { id: rx.id, number: rx.number, since: at, unsure: true } as const
  return step({ ...state, rxWaiting: [one, ...rxWaiting].slice(0, followed) }, { do: 'askRx', id: rx.id })
}

export const prescriptions: HandlersOf<'takeRx' | 'sellRx' | 'rxEntered' | 'rxWaits' | 'rxChanged' | 'rxSeen'> = {
  takeRx(state, { readId, rx, items }, at) {
    // It is downloaded for one person, and another one may stand here by now.
    if (state.person?.readId !== readId) return step(mention(state, at, 'rx.late', { number: rx.number }))
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    const { id, number, hospital, doctor } = rx
    const goods = goodsOf(rx)
    const added = missing(state, goods, items)
    const waits = awaits(rx)
    // A downloaded one fills the basket before its pharmacist has spoken: the clerk hears when he has.
    const told = waits ? prescriptions.rxWaits(state, { type: 'rxWaits', waiting: [{ id, number }] }, at).state : state
    const chosen = edited({
      ...(waits ? told : without(state, id)),
      prescription: { id, number, hospital, doctor, goods },
      rxToSell: undefined,
      lines: [...state.lines, ...added],
      nextLine: state.nextLine + added.length,
      dialog: undefined,
    })
    const known = new Set([...chosen.lines.map(({ item }) => item.ownCode), ...items.map(({ ownCode }) => ownCode)])
    const open = rx.lines.filter(({ ownCode }) => !ownCode || !known.has(ownCode)).map(({ name }) => name)
    const values = { number, n: goods.length, names: open.join('、') }
    if (waits) return step(say(chosen, at, 'rx.awaits', values))
    return step(say(chosen, at, open.length ? 'rx.takenPart' : 'rx.taken', values))
  },

  sellRx(before, { id, number, name }, at) {
    const why = ended(before) ? undefined : whyNotChoose(before)
    // The dialog of a reversal under way and the questions of a return stand: their answers belong to them.
    if (reversalOf(before)?.busy) return refuse(before, at, 'money.busy')
    if (beforeReversal(before)) return refuse(before, at, 'part.waiting')
    if (why) return refuse(before, at, why)
    const state = { ...(ended(before) ? nextCustomer(before) : before), rxToSell: { id, number } }
    // Whoever stands here keeps his basket: it is his, or its dialog says that it is not.
    if (state.person) return step({ ...state, dialog: { kind: 'prescription' } })
    return step(say(state, at, 'rx.sell', { number, name }))
  },

  rxEntered(state, { id, number }, at) {
    const next = prescriptions.rxWaits(state, { type: 'rxWaits', waiting: [{ id, number }] }, at)
    return { ...next, state: mention(next.state, at, 'rx.entered', { number }) }
  },

  rxWaits(state, { waiting }, at) {
    const known = new Set(state.rxWaiting.map(({ id }) => id))
    const fresh = waiting.filter(({ id }) => !known.has(id)).map((one) => ({ ...one, since: at }))
    if (!fresh.length) return step(state)
    return step({ ...state, rxWaiting: [...fresh, ...state.rxWaiting].slice(0, followed) })
  },

  rxChanged: (state, { id }) =>
    // Something was done to it: whatever that is the clerk hears, though the first answer about it was lost.
    state.rxWaiting.some((one) => one.id === id) ? step(surely(state, id), { do: 'askRx', id }) : step(state),

  rxSeen(before, { rx }, at) {
    const { id, number, state, maskedName: name, pharmacist, reason } = rx
    const waiting = before.rxWaiting.find((one) => one.id === id)
    if (!waiting) return step(before)
    if (awaits(rx) || onItsWay(rx)) return step(waiting.unsure ? surely(before, id) : before)
    const next = without(before, id)
    // Its clerk knew before the basket was put aside.
    if (waiting.unsure && state === 'passed' && rx.verdict !== 'refused') return step(next)
    // F4 would put aside who is still at the counter.
    const park = before.person?.maskedName === name ? '' : '按 F4 取回挂单，'
    const how = before.prescription?.id === id ? '按 F8 预结算' : `${park}按 F6 选用`
    const values = { number, name, pharmacist, reason, next: how }
    if (state === 'passed' && rx.verdict !== 'refused')
      return step(mention(next, at, 'rx.passed', values), { do: 'sound', tone: 'read' })
    if (state === 'undone') return step(next)
    const said = state === 'passed' ? 'rx.notTaken' : 'rx.returned'
    const key = state === 'refused' ? 'rx.refused' : said
    return step(mention(next, at, key, values), { do: 'sound', tone: 'refused' })
  },
}
