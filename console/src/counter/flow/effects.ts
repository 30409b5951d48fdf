import type { MessageKey } from '../messages.ts'
import type { CounterEvent } from './events.ts'
import type { BasketInput, Doubt, Medium, ParkInput } from './model.ts'

interface Effects {
  read: { seq: number; medium: Medium; code?: string | undefined }
  stopReading: Record<never, never>
  followPerson: { turn: number; readId: string }
  askDiseases: { readId: string }
  askBalances: { readId: string }
  askBenefits: { readId: string; insutype: string; medicalType: string; diseaseCode?: string; diseaseName?: string }
  askCoverage: { diseaseCode: string; diseaseName: string; insutype: string; medicalType: string }
  askBought: { readId: string }
  findItem: { turn: number; code: string; trace: boolean; quantity: string | undefined }
  lookUpItems: { codes: string[] }
  askSold: { turn: number; codes: string[]; replaces?: string | undefined }
  /** Rx/Get now. */
  askRx: { id: string }
  /** What the hint library knows of the centre's words in the message of `since`. */
  advise: { since: number; key: MessageKey; text: string; infno: string }
  /** `edit`: number of this F8; `second`: the basket behind the one at the counter. */
  preSettle: { turn: number; edit: number; input: BasketInput; second?: true }
  confirmAudit: { turn: number; orderId: string; settleKey: string; reason?: string | undefined }
  /** 2102. The key is the split's: however often this runs, one settlement is booked. */
  settle: { orderId: string; key: string }
  /** Order/Get now. */
  look: { orderId: string }
  /** Takes the key of a lost settle; its answer is a look. */
  renounce: { orderId: string; settleKey: string }
  cancel: { orderId: string; reason: string; key: string; authorizationId?: string | undefined; medium?: Medium }
  /** Voids an order of which nothing was booked. */
  drop: { orderId: string; reason: string }
  loadReversal: { orderId: string }
  /** `key`: of a basket that no counter has any more; the world makes one where none is given. */
  park: { turn: number; input: ParkInput; key?: string; again?: true }
  listParked: Record<never, never>
  /** `again`: the answer of a try before did not come. */
  unpark: { parkedId: string; key: string; again?: true }
  print: { orderId: string; kind: 'settlement' | 'reversal' | 'presettlement' }
  /** A person looked at the printer: the agent's job waits for the word before it prints again. */
  resolvePrint: Omit<Doubt, 'later'> & { printed: boolean }
  tellErp: { billNo: string; frame: string; attempts: number; kept?: true }
  /** Whether a bill that has come was settled before: not every ERP's box remembers what it was told. */
  askBill: { turn: number; billNo: string }
  /** The bill of this frame is on the counter, or what became of it has been told. */
  ackErp: { billNo: string; revision: number; frameId: string }
  /** Tells who builds the ERP why a bill was not taken. */
  refuseErp: { why: string }
  /** `since`: when the basket that a page has left was last written down. */
  openOrders: { since?: number | undefined }
  /** The area's settings once more, and with them which kinds of purchase it offers. */
  readArea: Record<never, never>
  signIn: Record<never, never>
  relogin: Record<never, never>
  goTo: { what: 'agent' | 'printer' | 'clock' }
  /** To the administrators of the area. */
  report: { cause: 'driver' | 'presettle' | 'reversal'; text: string; orderId?: string }
  leave: Record<never, never>
  sound: { tone: 'read' | 'booked' | 'refused' }
  /** Dispatches the event after ms. */
  later: { ms: number; event: CounterEvent }
}

export type EffectName = keyof Effects
export type EffectOf<N extends EffectName> = { do: N } & Effects[N]
export type Effect = { [N in EffectName]: EffectOf<N> }[EffectName]
