import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { ybConfig } from '@yibao/shared/calls/base.ts'
import type { buyLog } from '@yibao/shared/calls/buy-log.ts'
import type { card } from '@yibao/shared/calls/card.ts'
import type { catalogue } from '@yibao/shared/calls/catalogue.ts'
import type { order } from '@yibao/shared/calls/order.ts'
import type { rx } from '@yibao/shared/calls/prescription.ts'
import type { settlement } from '@yibao/shared/calls/settlement.ts'

// What the counter handles, by the names of the contracts.
export type Person = ResultOf<typeof card.read>
export type Medium = Person['medium']
export type Disease = ResultOf<typeof card.disease>[number]
export type Benefits = ResultOf<typeof card.benefits>
export type Bought = ResultOf<typeof buyLog.queryUserBuyLog>[number]
export type Item = ResultOf<typeof catalogue.searchItemDirectoryList>[number]
export type Order = ResultOf<typeof order.get>
export type OrderRow = ResultOf<typeof order.paged>['items'][number]
export type AuditHit = NonNullable<Order['audit']>[number]
export type AbnormalRow = ResultOf<typeof order.abnormalPaged>['items'][number]
export type ParkedRow = ResultOf<typeof settlement.parkedList>[number]
export type Unparked = ResultOf<typeof settlement.unpark>
export type Area = ResultOf<typeof ybConfig.pullMedicalUI>
export type Options = ResultOf<typeof card.pageDropDown>
export type BasketInput = InputOf<typeof settlement.preSettle>
/** A basket as Park takes it: nobody needs to have been read yet. */
export type ParkInput = Omit<BasketInput, 'readId' | 'insutype'> & { readId?: string; insutype?: string }

/** A basket that no counter has any more and the server not yet. It is sent by its key until the server has it. */
export interface Aside {
  key: string
  input: ParkInput
  /** A window that is gone left it behind. */
  left?: true
  /** A try before may have reached the server: one that did not says nothing of it. */
  unsure?: true
}

/** A basket on its way back from the server, by the key of its question. */
export interface Returning {
  parkedId: string
  key: string
}

export type RxChoice = ResultOf<typeof rx.usable>['items'][number]
export type RxDetail = ResultOf<typeof rx.get>
export type Herbs = NonNullable<BasketInput['herbs']>
/** Of which goods it was said; `kinds`: how many herbs they were, where that was known. */
export interface HerbsSaid extends Herbs {
  codes: readonly string[]
  kinds?: number
}
type Dosage = NonNullable<BasketInput['lines'][number]['dosage']>
export type Prescription = NonNullable<BasketInput['prescription']>

/** The dictionary's names of 医疗类别. */
export type Kinds = readonly { value: string; name: string }[]

/** A failed call as the counter needs it. `code`: a key of the server's refusals, 106001, 302002 or an agent's code. */
export interface Refusal {
  message: string
  code?: string | undefined
  tips?: string | undefined
  /** Of the envelope; 0 when no answer came (network, time). */
  statusCode: number
  extend?: Record<string, unknown> | null | undefined
  /** It is proven that nothing left for the server (ux 1.6). */
  unsent?: boolean | undefined
  /** A device that the server asked for could not: the call has done nothing. */
  atDevice?: boolean | undefined
}

/** A line of the basket. `amount` is set only where the ERP brought its own. */
export interface Line {
  id: string
  item: Item
  quantity: string
  price: string
  amount?: string | undefined
  traceCodes: string[]
  batch?: Batch
  /** How it is taken, where the ERP's bill says it. */
  dosage?: Dosage | undefined
  /** Its packs were past their day when they were named. */
  expired?: true
}

export interface ErpBill {
  /** Of the frame that brought it, to be acknowledged when the bill is taken; absent: it was parked here. */
  frameId?: string | undefined
  billNo: string
  revision: number
  total: string
  operator: string
  herbs?: Herbs | undefined
  lines: ({
    ownCode: string
    name: string
    spec?: string | undefined
    quantity: string
    price: string
    amount: string
    traceCodes?: string[] | undefined
    dosage?: Dosage | undefined
  } & Partial<Batch>)[]
}

/** Amounts and name of an order that somebody still has to hear about. */
export interface Pending {
  orderId: string
  maskedName: string
  cash: string
  since: number
  looks: number
  /** The answer of the settle call itself is still to come. */
  inFlight: boolean
  kind: 'settle' | 'reversal'
  /** The order was seen as 结算未知: the next other state is definite. */
  seenUnknown?: boolean
  seenNo?: number
  /** Number of the look that is planned: one that was planned before it is none any more. */
  look?: number
  /** No automatic step is left: nobody verifies it any more, a person ends it on the abnormal page. */
  givenUp?: boolean
  erpBill?: string
  /** Of the split that is being settled: under it its basket goes aside. */
  settleKey?: string | undefined
  /** Only the list of open orders brought it: another PC may be settling it, and prints. */
  listed?: true | undefined
  /** Settlement of a basket that nobody sends again: it goes aside where nothing of it was booked. */
  basket?: Aside | undefined
  /** Reversal of a partial return: the order of the kept lines, parked meanwhile. */
  kept?: string | undefined
}

/** A slip whose job waits for a person: nobody else knows whether it came out. */
export interface Doubt {
  orderId: string
  slipId: string
  jobId: string
  message: 'print.unsure' | 'print.elsewhere'
  text: string
  /** Number of the customer before whom it was put off. */
  later?: number
}

/** One of the masked names at the right of R7. */
export interface Recent {
  orderId: string
  maskedName: string
  cash: string
  mark: 'done' | 'pending' | 'reversed' | 'none'
}

/**
 * Where the packs of a line come from: an ERP's bill says it, or a person (3505 demands it of every sale). Days are yyyy-MM-dd.
 */
export interface Batch {
  lot: string
  madeOn?: string | undefined
  expiresOn?: string | undefined
}

/** Quantities that go back, by line number; a line that is not named stays whole. */
export type Returned = Readonly<Record<number, string>>

/** Goods among which the clerk chooses. `trace` = the code that was scanned, which the chosen one has. */
export interface Choices {
  keyword: string
  items: Item[]
  quantity: string | undefined
  trace?: string | undefined
}

/** The last pre-settlement and whether the basket is still the one it was made for. */
export interface Priced {
  order: Order
  fresh: boolean
  at: number
}
