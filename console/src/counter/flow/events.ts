import type { ButtonId } from '../button-texts.ts'
import type { MessageKey } from '../messages.ts'
import type { Draft } from './kept-draft.ts'
import type {
  AbnormalRow,
  Area,
  Batch,
  Benefits,
  Bought,
  Disease,
  ErpBill,
  Herbs,
  Item,
  Kinds,
  Medium,
  Options,
  Order,
  OrderRow,
  ParkedRow,
  ParkInput,
  Person,
  Prescription,
  Refusal,
  Returned,
  RxChoice,
  RxDetail,
  Unparked,
} from './model.ts'

interface RxWaiting {
  id: string
  number: string
}

type Nothing = Record<never, never>

/** What a person at the counter does. */
interface Actions {
  read: { medium?: Medium; code?: string }
  cancelRead: Nothing
  scanIdCard: { code: string }
  scanItem: { code: string; trace: boolean }
  typedCode: Nothing
  mistypedId: Nothing
  tornCode: Nothing
  chooseInsurance: { insutype: string }
  chooseMedicalType: { medicalType: string }
  chooseAccount: { used: boolean }
  chooseDisease: { disease: Disease }
  sayHerbs: Herbs
  setPrescription: { prescription: Prescription | undefined }
  /** A reviewed prescription of the customer, with the goods it allows as the shop sells them. `readId`: who he is. */
  takeRx: { readId: string; rx: RxChoice; items: Item[] }
  /** 处方管理 sends one to be sold: whoever it is for (masked) is read here. */
  sellRx: { id: string; number: string; name: string }
  rxEntered: RxWaiting
  /** `trace` = the code that was scanned, of whose drug the shop has several goods. */
  addItem: { item: Item; quantity?: string | undefined; trace?: string | undefined }
  setQuantity: { line: string; quantity: string }
  setPrice: { line: string; price: string }
  removeCode: { line: string; code: string }
  setBatch: { line: string; batch: Batch | undefined }
  removeLine: { line: string }
  removeLast: Nothing
  nextQuantity: { quantity: string | undefined }
  takeQuantity: Nothing
  dropChoices: Nothing
  presettle: Nothing
  /** What the audit says was read; the reason where a rule wants one. */
  confirmAudit: { reason?: string | undefined }
  settle: Nothing
  print: Nothing
  reprint: { orderId: string; print?: 'reversal' }
  park: Nothing
  /** `key`: of this question. */
  unpark: { parkedId: string; key: string }
  clear: Nothing
  /** The button of a narrow screen that was 结算 a moment ago. */
  next: Nothing
  clearConfirmed: Nothing
  toBackground: Nothing
  /** `scanned`: found by its number, which was scanned while customer `turn` stood here. */
  openReversal: { orderId: string; key: string; part?: boolean; scanned?: { turn: number; code: string } }
  choosePart: Nothing
  partChosen: { returned: Returned }
  /** `medium`: what the person shows, where it is not what he paid by. */
  confirmPart: { reason: string; authorizationId?: string | undefined; medium?: Medium | undefined }
  confirmReversal: { reason: string; authorizationId?: string | undefined; medium?: Medium | undefined }
  reversalAsked: Nothing
  open: { dialog: 'disease' | 'herbs' | 'prescription' | 'keys' | 'bought' | 'cardPin' }
  openLine: { line: string; types?: boolean }
  closeDialog: Nothing
  button: { id: ButtonId }
  leave: Nothing
  held: Nothing
  numLockOff: Nothing
}

/** What comes back from the server, the agent, the ERP and the clock. */
interface Answers {
  areaKnown: { area: Area }
  /** The dictionary's names of 医疗类别: an administrator may change them while the counter is open. */
  kindsNamed: { kinds: Kinds }
  optionsKnown: { options: Options }
  personRead: { seq: number; person: Person }
  readFailed: { seq: number; refusal: Refusal }
  personKept: { turn: number; person: Person | undefined }
  diseasesKnown: { readId: string; diseases: Disease[]; twoUnknown?: boolean }
  diseasesUnread: { readId: string }
  balancesKnown: { readId: string; diseases: Disease[] | undefined }
  benefitsKnown: { readId: string; benefits: Benefits }
  /** `disease`: the code that was asked about; no drugs where nobody keeps a list of them. */
  coverageKnown: { disease: string; drugs: readonly string[] | undefined }
  boughtKnown: { readId: string; bought: Bought[] }
  /** `turn`: of the customer whose goods were scanned. */
  itemsFound: { turn: number; code: string; trace: boolean; quantity: string | undefined; items: Item[] }
  itemsKnown: { items: Item[] }
  codesSold: { turn: number; sold: { code: string; orderNo: string }[] }
  /** Prescriptions that a pharmacist has still to review: the counter says when he has. */
  rxWaits: { waiting: RxWaiting[] }
  rxChanged: { id: string }
  rxSeen: {
    rx: Pick<RxDetail, 'id' | 'number' | 'maskedName' | 'state' | 'source' | 'verdict' | 'pharmacist' | 'reason'>
  }
  itemsFailed: { refusal: Refusal }
  /** The hint library's explanation of a refusal of the centre, and what it says to do. */
  advised: { since: number; key: MessageKey; explain: string; next: string }
  /** `edit`: number of the F8 that is answered; `second`: of the basket behind the one at the counter. */
  priced: { turn: number; edit: number; order: Order; second?: true | undefined }
  priceFailed: { turn: number; edit: number; refusal: Refusal; second?: true | undefined }
  auditConfirmed: { turn: number; order: Order }
  auditFailed: { turn: number; settleKey: string; refusal: Refusal }
  settleAnswered: { orderId: string; order: Order }
  settleFailed: { orderId: string; refusal: Refusal }
  orderSeen: { orderId: string; order: Order }
  orderUnseen: { orderId: string }
  /** `look`: a look that was planned, by its number; without it somebody asks, or the server has news. */
  orderChanged: { orderId: string; look?: number }
  waited: { orderId: string }
  /** The same of a whole reversal. */
  reversalWaits: { orderId: string }
  /** It is on its way, by this key: what becomes of it a page that closes now can only ask by it. */
  parkSent: { turn: number; key: string; input: ParkInput }
  /** `key`: of the question, as in `parkFailed`. */
  parkDone: { turn: number; key: string; parkedId: string; maskedName: string; count: number; total: string }
  /** `again`: not for the first time, which was told. */
  parkFailed: { turn: number; key: string; input: ParkInput; refusal: Refusal; again?: true | undefined }
  /** What did not reach the server goes once more: no counter has it any more. */
  parkAgain: { key: string }
  parkedListed: { rows: ParkedRow[] }
  /** `key`: of the question that it answers. */
  unparked: { parked: Unparked; key: string }
  unparkFailed: { parkedId: string; key: string; refusal: Refusal; again?: true | undefined }
  /** Taken back as far as anybody knows: asked once more for what it was. */
  unparkAgain: { key: string }
  parkedFailed: { refusal: Refusal }
  signedIn: Nothing
  reversalLoaded: { order: Order }
  reversalLost: { orderId: string; refusal: Refusal }
  reversalAnswered: { orderId: string; order: Order }
  reversalFailed: { orderId: string; refusal: Refusal }
  /** `jobId` where the agent's job waits for an answer. */
  printed: { orderId: string; slipId: string; state: PrintState; jobId?: string; printer?: string; text?: string }
  bill: { bill: ErpBill }
  /** The order that has settled the bill which was taken as customer `turn`. */
  billSettled: { turn: number; order: Order }
  /** An order whose bill was told as settled, as it is now. */
  billTurned: { order: Order; told: 'settled' | 'over' }
  /** `frameId`: the result it acknowledges, where the ERP names it. */
  erpAcked: { billNo: string; frameId?: string | undefined }
  /** The agent has this result, and keeps it for the ERP. */
  erpKept: { billNo: string; frame: string }
  erpLate: { billNo: string; attempts: number }
  /** The clerk has the results that nobody acknowledged sent again at once. */
  erpAgain: object
  /** The administrators were told; not `fresh`: they had been, of the same, within 10 minutes. */
  reported: { fresh: boolean }
  erpFailed: { billNo: string; text: string }
  /** `noStore`: the account belongs to no store, so no agent and no centre serves it. `unfit`: the agent runs and takes nobody. */
  linked: {
    online: boolean
    agent: boolean
    /** The reader's driver failed and is used no more until it is repaired: its light is red. */
    fault?: boolean
    noStore?: boolean
    unfit?: 'clock' | 'expired' | undefined
    /** When the centre, which does not answer, did last; undefined while it answers. */
    silent?: string | undefined
    /** Minutes that this PC's clock is from the service's; 0 while it is good enough. */
    minutesOff?: number
  }
  /** `key`: by which its basket is put aside where the counter is not free any more. */
  restored: { draft: Draft; key: string }
  ordersOpen: { rows: AbnormalRow[] }
  /** What this operator settled just now, or `since` a basket that was left behind was written down; newest first. */
  settledLately: { rows: OrderRow[]; since?: number | undefined }
  privacy: { turn: number }
  failed: { refusal: Refusal }
}

export type PrintState =
  | ('done' | 'paper' | 'cover' | 'offline' | 'paused' | 'disk' | 'desk' | 'later' | 'unsure' | 'failed' | 'browser')
  /** The agent's queue has it and says in its own words why it waits. */
  | 'waits'
  /** It came out at another place, or is not wanted any more: a person says; and then that it is not printed here. */
  | ('elsewhere' | 'dropped')
  /** Made, with characters in it that no font of ours draws. */
  | 'glyph'

type Events = Actions & Answers
export type EventType = keyof Events
export type EventOf<T extends EventType> = { type: T } & Events[T]
export type CounterEvent = { [T in EventType]: EventOf<T> }[EventType]
