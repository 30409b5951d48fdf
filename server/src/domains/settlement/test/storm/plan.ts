// What strikes which purchase: drawn from the seed alone, before anything is sent.

interface Fault {
  fault: string
  infno: string
  [more: string]: unknown
}

/** How one purchase goes: the faults its messages run into, and whether the customer brings the goods back. */
export interface Plan {
  faults: Fault[]
  cancel: boolean
  /** Booked only after the 2601 was answered 'not found': nobody but the statement can know of it (DESIGN 7). */
  late: boolean
}

/** What is killed, under which message; `waiting` = while the centre takes its time. */
export type Kill = { victim: 'server' | 'centre'; infno: '2102' | '2103'; when: 'before' | 'after' | 'waiting' }

const kills: Kill[] = [
  { victim: 'server', infno: '2102', when: 'before' },
  { victim: 'centre', infno: '2102', when: 'before' },
  { victim: 'server', infno: '2102', when: 'waiting' },
  { victim: 'centre', infno: '2102', when: 'after' },
  { victim: 'server', infno: '2103', when: 'waiting' },
  { victim: 'centre', infno: '2103', when: 'after' },
  { victim: 'server', infno: '2102', when: 'after' },
  { victim: 'centre', infno: '2103', when: 'before' },
]

export const killAt = (index: number): Kill => kills[index % kills.length]!

/** mulberry32: the same seed gives the same storm. */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

export type Random = ReturnType<typeof random>

const pick = <T>(next: Random, from: readonly T[]): T => from[Math.floor(next() * from.length)]!

/** An answer that can be used all the same, if somewhat later. */
const harmless = [
  { fault: 'delay', ms: 120, when: 'before' },
  { fault: 'delay', ms: 120, when: 'after' },
  { fault: 'wrongContentType' },
  { fault: 'outputAsString' },
  { fault: 'numbersAsStrings' },
]

/** No answer, before or after the centre did it. */
const losing = [
  { fault: 'dropBeforeBooking' },
  { fault: 'dropAfterBooking' },
  { fault: 'malformed' },
  { fault: 'http500' },
]

const refusal = { fault: 'refuse', text: '参保人账户已冻结' }
/** The same refusal to a question of recovery proves nothing; to 2601 it makes the order a person's matter. */
const busy = { fault: 'refuse', text: '该业务已进入清算，不允许操作' }

/** The longer one outlasts settleWait: the original arrives when recovery has begun. */
const outlasting = (settleWait: number) => ({ fault: 'delay', ms: settleWait + 200, when: 'before' })

const drifts = [
  { fault: 'amountDrift', infno: '2102', fen: 2 },
  { fault: 'amountDrift', infno: '2102', fen: 3, field: 'acct_pay' },
]

const questions = ['2601', '5201', '5203', '5204']

/** One more fault for recovery itself, half of the times that it is needed. */
const recoveryFaults = (next: Random): Fault[] =>
  next() < 0.5 ? [] : [{ ...pick(next, [...harmless, ...losing, busy]), infno: pick(next, questions) }]

/** A purchase of the storm: always at least one fault, 2102 and 2103 alike, now and then one of recovery's on top. */
export const planOf = (next: Random, settleWait: number): Plan => {
  const dice = next()
  if (dice < 0.01) {
    const infno = next() < 0.5 ? '2102' : '2103'
    return { faults: [{ ...outlasting(settleWait), infno }], cancel: infno === '2103', late: false }
  }
  if (dice < 0.05) return { faults: [{ fault: 'bookAfterNotFound', infno: '2102' }], cancel: false, late: true }
  if (dice < 0.12) return { faults: [pick(next, drifts)], cancel: next() < 0.3, late: false }
  const cancel = next() < 0.35
  const infno = cancel ? '2103' : '2102'
  const first = pick(next, [...harmless, ...losing, ...losing, refusal])
  const lost = losing.some(({ fault }) => fault === first.fault)
  return { faults: [{ ...first, infno }, ...(lost ? recoveryFaults(next) : [])], cancel, late: false }
}
