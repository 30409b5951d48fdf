import { fen, formatAmount, yuan } from '@yibao/shared/money.ts'
import { amountsOf, orderValues, shown } from './amounts.ts'
import { askSold, codesOf } from './codes/sold-codes.ts'
import { edited, nextCustomer } from './customer.ts'
import type { CounterEvent } from './events.ts'
import type { Line, Order, Person } from './model.ts'
import { askAbout } from './reading.ts'
import { uncovered } from './rx/coverage.ts'
import { rxProblem } from './rx/rx.ts'
import type { Counter, PartAmounts, Second } from './state.ts'
import { ended, type Step, say, step } from './step.ts'

// A prescription is one settlement with only its goods (ux 1.3), a chronic disease's one with only what it covers (1.2).
// What the customer buys besides is his second one: both are priced by one F8, that of the prescription or the disease is
// booked first, and the rest is the basket then.

/** The two baskets as they will be settled, one after the other. */
interface Two {
  first: Counter
  second: Counter
}

/** By what the basket is parted, as the messages say it. A prescription is settled whole, whatever the disease covers. */
export const sidesOf = ({ prescription }: Pick<Counter, 'prescription'>) =>
  prescription?.goods ? { inside: '处方内', outside: '处方外' } : { inside: '用药范围内', outside: '用药范围外' }

const outsideOf = (state: Counter): Line[] =>
  state.prescription?.goods
    ? state.lines.filter((line) => rxProblem(state, line)?.key === 'rx.outside')
    : uncovered(state)

/** One that was only typed names no goods: it is what both are bought on. */
const restRx = ({ prescription }: Counter) => (prescription?.goods ? undefined : prescription)

/** The kind of purchase that what is outside a prescription or a disease is. */
const restType = ({ area, medicalType }: Counter) => area?.defaultMedicalType ?? medicalType

/**
 * What the basket comes to as two settlements; undefined where it is one, or none: what is outside the prescription may
 * need one of its own, an ERP's bill has one result, and a partial return keeps what was settled together.
 */
export const twoOf = (state: Counter): Two | undefined => {
  if (state.erp || state.part) return undefined
  const outside = outsideOf(state)
  const inside = state.lines.filter((line) => !outside.includes(line))
  const prescription = restRx(state)
  if (!outside.length || !inside.length) return undefined
  if (state.prescription?.goods && outside.some(({ item }) => item.prescription)) return undefined
  return {
    first: { ...state, lines: inside },
    second: {
      ...state,
      lines: outside,
      prescription,
      disease: undefined,
      medicalType: restType(state),
      orderId: state.second?.orderId,
    },
  }
}

/** The basket as F8 sends it: the prescription's goods first, as the grid and the audit count them. */
export const inOrder = (state: Counter, two: Two | undefined): Counter => {
  if (!two) return state.second?.at === 'first' ? { ...state, second: undefined } : state
  const lines = two.second.lines.map(({ id }) => id)
  const second: Second = { at: 'first', lines, waits: true, orderId: state.second?.orderId }
  return { ...state, lines: [...two.first.lines, ...two.second.lines], second }
}

/** What is known of the second basket: its amounts, or why it has none. The order it was priced in is used again. */
export const secondKnown = (state: Counter, known: { order: Order } | { why: string }): Counter => {
  const { second } = state
  if (second?.at !== 'first') return state
  const told = 'order' in known ? { orderId: known.order.id, amounts: amountsOf(known.order) } : { why: known.why }
  return { ...state, second: { ...second, ...told, waits: false, held: undefined } }
}

/**
 * What the second one will cost: it was priced as if there were no first one, and pays from the account what that leaves.
 * What the centre says then is asked by F8 again; this is what the customer hears before.
 */
const behind = ({ second, priced }: Counter): PartAmounts | undefined => {
  const { amounts } = second ?? {}
  const left = priced?.order.split?.balance
  if (!amounts || left === undefined) return amounts
  const short = Math.max(0, fen(amounts.account) - Math.max(0, fen(left)))
  return { ...amounts, account: yuan(fen(amounts.account) - short), cash: yuan(fen(amounts.cash) + short) }
}

/** What R6 says of a fresh pre-settlement: what is to be paid, and of two what comes behind it. */
export const sayPriced = (state: Counter, order: Order, at: number): Counter => {
  const cash = formatAmount(order.split?.cash ?? order.cash)
  const { second } = state
  if (order.twin) return say(state, at, 'pre.twin', { name: order.maskedName })
  if (second?.at !== 'first') return say(state, at, 'pre.done', { cash })
  const amounts = behind(state)
  const { lines = [], why = '' } = second
  const values = { ...sidesOf(state), a: state.lines.length - lines.length, b: lines.length, cash }
  if (!amounts) return say(state, at, 'second.refused', { ...values, text: why })
  return say(state, at, 'second.priced', { ...values, next: formatAmount(amounts.cash) })
}

/** What is said of the second basket beside the sum of all: before and after F8, and once it is the basket itself. */
export const secondText = (state: Counter): string | undefined => {
  const { second, priced } = state
  if (second?.at === 'own') return '第二笔'
  const two = ended(state) ? undefined : twoOf(state)
  if (!two) return undefined
  const kinds = `${sidesOf(state).outside} ${two.second.lines.length} 种`
  const amounts = behind(state)
  if (!amounts || !priced?.fresh) return `${kinds}另结一笔`
  const { cash, account, fund } = amounts
  return `第二笔，${kinds}：基金 ${formatAmount(fund)}，个人账户 ${formatAmount(account)}，现金约 ${formatAmount(cash)}`
}

/** The person with what the first settlement has left of his account. */
const withBalance = (person: Person, insutype: string | undefined, order: Order): Person => ({
  ...person,
  insurances: person.insurances.map((one) =>
    one.insutype === insutype && order.split ? { ...one, balance: order.split.balance } : one,
  ),
})

/**
 * The second basket is the counter's now: the same customer's, read already unless his credential counts once. `settled`
 * = the first one, once it is booked.
 */
export const goOn = (from: Counter, state: Counter, settled?: Order): Step => {
  const { accountUsed, second: waiting } = from
  const lines = from.lines.filter(({ id }) => waiting?.lines?.includes(id))
  const read = from.person?.singleUse ? undefined : from.person
  const person = read && settled ? withBalance(read, from.insutype, settled) : read
  const before = settled && amountsOf(settled).cash
  const expects = person ? undefined : (from.person?.maskedName ?? from.expects)
  const base = nextCustomer(state)
  const next = edited({
    ...{ ...base, whose: from.whose },
    ...{ lines, orderId: waiting?.orderId, accountUsed, expects, person, second: { at: 'own', before } },
    // He is still on his way, and this one is his as well.
    following: from.following,
    prescription: restRx(from),
    herbs: from.herbs,
    insutype: from.insutype,
  })
  const asked = askAbout(next)
  return { state: asked.state, effects: [...asked.effects, ...askSold(asked.state, codesOf(lines))] }
}

const how = ({ person, following }: Counter) => (person || following ? '按 F8 预结算第二笔' : '请重新读取凭证，再按 F8')

/** The first one is booked: what is to be collected for it, and that there is another one. */
const firstBooked = (state: Counter, at: number): Step => {
  const { cash } = orderValues(state.priced!.order)
  const gone = goOn(state, state, state.priced!.order)
  const values = { ...sidesOf(state), cash, n: gone.state.lines.length, next: how(gone.state) }
  const flagged = state.message?.key === 'amount.check'
  return { ...gone, state: say(gone.state, at, flagged ? 'second.ownCheck' : 'second.own', values) }
}

const plain = ['settle.done', 'settle.doneNoCash', 'settle.resolvedYes']

/** The second one is booked: what both come to, for the drawer. */
const secondBooked = (state: Counter, before: string, at: number): Step => {
  if (!state.message || !plain.includes(state.message.key)) return step(state)
  const { order } = state.priced!
  const { cash, account, balance } = orderValues(order)
  const sum = shown(fen(before) + fen(amountsOf(order).cash))
  const { slip = '' } = state.message.values
  return step(say(state, at, 'second.done', { cash, account, balance, sum, slip }))
}

/** Goes on with two settlements after any event; with one it changes nothing. */
export const followSecond = (before: Counter, state: Counter, event: CounterEvent, at: number): Step => {
  const booked = state.phase === 'settled' && before.phase !== 'settled'
  const { second } = state
  if (booked && second?.at === 'first') return firstBooked(state, at)
  if (booked && second?.at === 'own' && second.before !== undefined) return secondBooked(state, second.before, at)
  const moved = event.type === 'toBackground' && state.turn !== before.turn && before.second?.at === 'first'
  if (!moved) return step(state)
  // Nobody knows of the first one yet: the rest is not lost with it, and waits for the clerk's word.
  const next = goOn(before, state)
  const name = before.pending?.maskedName ?? ''
  return {
    ...next,
    state: say(next.state, at, 'second.behind', {
      ...sidesOf(before),
      ...{ name, n: next.state.lines.length, next: how(next.state) },
    }),
  }
}
