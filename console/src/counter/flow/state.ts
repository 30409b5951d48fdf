import type { ReversalMoney } from '../../orders/give-back.ts'
import type { MessageValues } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import type { Dialog } from './dialog.ts'
import type {
  Area,
  Aside,
  AuditHit,
  Benefits,
  Bought,
  Choices,
  Disease,
  Doubt,
  ErpBill,
  HerbsSaid,
  Kinds,
  Line,
  Medium,
  Options,
  Order,
  Pending,
  Person,
  Prescription,
  Priced,
  Recent,
  Returning,
} from './model.ts'

/**
 * Where the money of the current basket stands. `open` has no request under way; `refused` = the centre said no to 2102;
 * `unknown` may have been booked and leaves only by a definite answer (ux 1.7).
 */
export type Phase = 'open' | 'presettling' | 'settling' | 'unknown' | 'settled' | 'refused' | 'reversed'

export interface Shown {
  key: MessageKey
  values: MessageValues
  at: number
  /**
   * What was tried meanwhile and could not be done, in place of its next step; or what has only come to pass (`news`),
   * behind it. The message itself stays.
   */
  aside?: { key: MessageKey; values: MessageValues; news?: true } | undefined
  /** Raw text, code and request number under 详情. */
  detail?: string | undefined
}

export interface PartAmounts {
  cash: string
  account: string
  fund: string
}

/** A partial return under way (ux 1.4): the basket holds what is kept of `old`. All amounts as the wire has them. */
export interface PartReturn {
  /**
   * reading: no credential or price yet. asking: both amounts are shown. reversing: 2103 has left. reversed: it is done,
   * and what is kept is not settled. done: both.
   */
  at: 'reading' | 'asking' | 'reversing' | 'reversed' | 'done'
  old: PartAmounts & ReversalMoney & { orderId: string; maskedName: string; settledAt?: string | undefined }
  /** Idempotency key of the reversal. */
  key: string
  /** What is kept was put aside meanwhile: whether the old one's cash was given back by then nobody here knows. */
  later?: true
  /** What the kept lines cost when the reversal was confirmed, until they were sent once at that price. */
  shown?: PartAmounts | undefined
  /** What the reversal was confirmed with: it stands when nothing of that left. Never kept over a crash. */
  given?: { reason: string; authorizationId: string | undefined } | undefined
}

/** Two settlements of one customer: the prescription's goods and what he buys besides (ux 1.3). */
export interface Second {
  /** first: the prescription's are at the counter, the others wait behind them. own: the others are the basket. */
  at: 'first' | 'own'
  /** Of the lines that wait, as F8 sent them: what becomes known of a product later moves none of them. */
  lines?: readonly string[]
  /** Of the waiting ones, as they were priced beside the first. */
  orderId?: string | undefined
  amounts?: PartAmounts | undefined
  /** Why they could not be priced. */
  why?: string | undefined
  /** Their answer is still to come, and the first one's that came before it. */
  waits?: boolean
  held?: { order: Order; edit: number } | undefined
  /** Cash of the first one, as the wire has it, once that was booked. */
  before?: string | undefined
}

/** Messages that say why a split counts no more. */
export type StaleBy = Extract<
  MessageKey,
  | 'pre.stale'
  | 'pre.chosen'
  | 'pre.parted'
  | 'pre.notBooked'
  | 'part.stale'
  | 'net.back'
  | 'settle.resolvedNo'
  | 'erp.changed'
  | 'park.unheard'
>

export interface Counter {
  phase: Phase
  /** When the phase began, ms. */
  since: number
  /** Number of the customer: answers for an earlier one are recognised by it. */
  turn: number
  /** Number of the last edit or F8: a split for an older one is stale on arrival. */
  edit: number
  /** Number of the last F8: what an earlier one is answered is known by it. */
  asked: number | undefined
  reading: { medium: Medium; since: number; seq: number; scanned: boolean } | undefined
  readSeq: number
  readFailures: number
  medium: Medium
  person: Person | undefined
  /** 60 s after the end the person is no longer shown (ux 2.2 R2). */
  cleared: boolean
  /** Somebody read while another's basket was open (M16), or who differs from the parked one. */
  other: { person: Person; reason: 'other' | 'parked' } | undefined
  /** Masked name the next reading must match: an unparked or restored basket. */
  expects: string | undefined
  /** The basket is one that a page which is gone had left unsettled, as far as its disk knew. */
  restored: true | undefined
  /** Mark of whom it was last, by which another one of the same masked name is told. */
  whose: string | undefined
  /** Whoever was read before the page was loaded is asked for, first in this turn: until then he is nobody. */
  following: { turn: number; readId: string } | undefined
  insutype: string | undefined
  medicalType: string
  /** A person chose it, or it came with its basket: what the area is known to say later changes nothing. */
  kindChosen: boolean
  benefits: Benefits | undefined
  diseases: Disease[] | undefined
  /** The last question about them came to nothing: F3 asks again. */
  diseasesUnread: boolean
  /** The centre has not said whether 门诊两病 or special drugs are filed for him. */
  twoUnknown: boolean
  balancesAsked: boolean
  disease: { code: string; name: string; automatic: boolean } | undefined
  /** National codes, or their beginnings, that a disease covers; absent: all. Of another disease it says nothing. */
  covered: { disease: string; drugs: readonly string[] | undefined } | undefined
  bought: Bought[] | undefined
  /** The customer pays from the account as far as it reaches; false: he keeps it and pays cash. */
  accountUsed: boolean
  prescription: Prescription | undefined
  /** Sent here to be sold: it is looked for among those of whoever is read. */
  rxToSell: { id: string; number: string } | undefined
  /** What was said of its 中药饮片. */
  herbs: HerbsSaid | undefined
  /** Of any customer: a pharmacist has not said anything yet. `unsure` = it came back with its basket, and may have its verdict. */
  rxWaiting: { id: string; number: string; since: number; unsure?: true }[]
  lines: Line[]
  nextLine: number
  flash: { line: string; at: number } | undefined
  removed: { line: Line; index: number } | undefined
  /** Codes that other orders have sold already, with the order's number. */
  sold: Record<string, string>
  /** Quantity typed as `3*` for the next scan. */
  quantity: string | undefined
  choices: Choices | undefined
  /** What the audit says of the lines as they are, by their places; gone with any change of them. */
  audit: AuditHit[] | undefined
  orderId: string | undefined
  priced: Priced | undefined
  /** What made the last split stale: said again to whoever presses F9 then. */
  staleBy: StaleBy | undefined
  /** The order while its end is awaited (settling, unknown), else undefined. */
  pending: Pending | undefined
  background: Pending[]
  /** Orders settled here whose slips are not with a printer yet, and those that an earlier page left like that. */
  owed: readonly string[]
  left: readonly string[]
  /** Slips to be asked about, the oldest first, until each is answered. */
  doubts: readonly Doubt[]
  recent: Recent[]
  parked: number
  /**
   * Turn whose basket is on its way aside, and the last reading before: a later one is the next customer's. `goal`: it is
   * only asked whether it lies there already, for F8 or a changed basket's F4.
   */
  parking: { turn: number; readSeq: number; goal?: 'price' | 'park' } | undefined
  /** An F4 without an answer yet, or for ever: the server may have put that basket aside, and takes it once by its key. */
  unheard: Aside | undefined
  /** Baskets on their way aside: the next page sends what this one could not. */
  aside: readonly Aside[]
  /** Baskets on their way back: the next page asks for them by the same keys. */
  returning: readonly Returning[]
  part: PartReturn | undefined
  second: Second | undefined
  erp: ErpBill | undefined
  /** Bills for which the counter is not free, and changes of the one whose money is under way; oldest first. */
  erpWaiting: readonly ErpBill[]
  /** Results sent to the ERP by bill, and how often; told = acknowledged, kept = the agent sees to it. */
  erpResults: Record<string, { orderId: string; frame: string; attempts: number; told: boolean; kept?: true }>
  message: Shown | undefined
  log: Shown[]
  dialog: Dialog | undefined
  link: { online: boolean; agent: boolean; fault?: boolean; silent?: boolean; minutesOff?: number | undefined }
  may: { settle: boolean; reverse: boolean; price: boolean }
  /** As the dictionary names them by now, which may be known before the area is. */
  kinds: Kinds | undefined
  area: Area | undefined
  options: Options | undefined
}

/** What belongs to one customer, and is gone with him. */
export const nobody = {
  phase: 'open',
  since: 0,
  edit: 0,
  asked: undefined,
  reading: undefined,
  readFailures: 0,
  person: undefined,
  cleared: false,
  other: undefined,
  expects: undefined,
  restored: undefined,
  whose: undefined,
  following: undefined,
  insutype: undefined,
  benefits: undefined,
  diseases: undefined,
  ...{ diseasesUnread: false, twoUnknown: false, balancesAsked: false },
  disease: undefined,
  covered: undefined,
  bought: undefined,
  accountUsed: true,
  prescription: undefined,
  herbs: undefined,
  lines: [],
  flash: undefined,
  removed: undefined,
  sold: {},
  quantity: undefined,
  choices: undefined,
  audit: undefined,
  orderId: undefined,
  priced: undefined,
  staleBy: undefined,
  pending: undefined,
  unheard: undefined,
  part: undefined,
  second: undefined,
  erp: undefined,
  dialog: undefined,
  message: undefined,
} satisfies Partial<Counter>

/** The kind of purchase until the area has said which one is the ordinary. */
export const kindUntilKnown = '41'

/** The counter before anything happened. */
export const emptyCounter = (may: Counter['may']): Counter => ({
  ...nobody,
  turn: 1,
  readSeq: 0,
  medium: 'socialCard',
  medicalType: kindUntilKnown,
  kindChosen: false,
  rxToSell: undefined,
  rxWaiting: [],
  nextLine: 1,
  background: [],
  owed: [],
  left: [],
  doubts: [],
  recent: [],
  parked: 0,
  parking: undefined,
  aside: [],
  returning: [],
  erpWaiting: [],
  erpResults: {},
  log: [],
  link: { online: true, agent: true },
  may,
  kinds: undefined,
  area: undefined,
  options: undefined,
})
