import type { DocumentType } from '@yibao/shared/agent/documents.ts'
import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import type { ApprovalAction } from '@yibao/shared/approval.ts'
import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { type ComponentType, createContext, useContext } from 'react'
import type { Reprint } from '../agent/index.ts'
import type { Instead } from '../kit/index.ts'
import type { BillBook } from './world/bills.ts'
import type { Dispatch, WorldOf } from './world/world.ts'

/** What the counter needs from the rest of the console, and nothing more. The page wires it; tests bring their own. */
export interface CounterPorts {
  /** One awaited call; hardware that it needs is run by the continuation mechanism (DESIGN 6). Throws a Refusal. */
  callServer: <C extends Call>(call: C, input: InputOf<C>, options?: PortCallOptions) => Promise<ResultOf<C>>
  /** Bytes of a slip document. */
  slipPdf: (slipId: string) => Promise<Uint8Array>
  device: PortDevice
  erp: PortErp
  /** order.changed events; the returned function stops listening. */
  onOrderChanged: (listener: (orderId: string) => void) => () => void
  /** rx.changed events, likewise. */
  onRxChanged: (listener: (id: string) => void) => () => void
  /** The line of these events stands, for the first time or again: what was told before reached nobody. */
  onAnew: (listener: () => void) => () => void
  rx: PortRx
  /** A new idempotency key. */
  newKey: () => string
  me: PortMe
  /** Id of the tab the page lives in: drafts belong to it. */
  tabId: string
  /** Opens another page of the console. */
  go: (path: string) => void
  /** Asks an administrator for his approval; undefined when nobody gave it. */
  authorize: (action: ApprovalAction, target: string, about: string, instead?: Instead) => Promise<string | undefined>
  /** Asks why a slip is printed again; undefined when nobody said. */
  askReprint: () => Promise<ReprintReason | undefined>
  /** Ends the expired session so that the person can sign in again. */
  relogin: () => void
  /** Name of a dictionary code. */
  dictText: (codeType: string, value: string) => string
  /** SPEC 3's stored values; never a person's data. */
  store: (name: 'readCard' | 'threeReadCard' | 'preAmount', value: unknown) => void
  /** Asks before the tab is left; the returned function stops asking. */
  beforeLeave: (ask: () => Promise<boolean>) => () => void
  /** The tab holds unfinished input. */
  dirty: (on: boolean) => void
  /** A card is being read or money decided: the console does not lock itself meanwhile. */
  underWay: (on: boolean) => void
  PrintPreview: ComponentType<PreviewProps>
  /** What few customers need, which is read while the browser is idle (late.ts). */
  seldom: () => Promise<{
    seldomCalls: (ports: CounterPorts, dispatch: Dispatch) => WorldOf<SeldomEffect>
    billWatch: (
      ports: CounterPorts,
      book: BillBook,
      dispatch: Dispatch,
    ) => { changed: (orderId: string) => Promise<void>; catchUp: () => Promise<void> }
  }>
}

/** Effects whose code comes late. */
export type SeldomEffect =
  | 'advise'
  | 'report'
  | 'askBill'
  | 'askBought'
  | 'askCoverage'
  | 'askRx'
  | 'askSold'
  | 'lookUpItems'
  | 'print'
  | 'resolvePrint'

/** Prescriptions: windows of the console that the counter opens over itself. */
interface PortRx {
  /** Types one in for the customer who was read, or corrects one; undefined when nothing was handed in. */
  enter: (start: RxStart) => Promise<{ id: string; number: string } | undefined>
  /** A pharmacist reviews it at this PC with his own password; true when he said something. */
  review: (rx: { id: string; storeId: string }) => Promise<boolean>
  /** Which goods of the shop the lines of a downloaded one mean; answers how it stands then. */
  match: (rx: { id: string }) => Promise<{ state: string } | undefined>
}

/** What is known when a prescription is typed in at the counter. */
export interface RxStart {
  id: string | undefined
  readId: string
  maskedName: string
  /** The prescription drugs of the basket. */
  lines: { item: { ownCode: string; name: string; spec: string; unit: string }; quantity: string }[]
}

/** Who works at the counter, where, and what he may. */
interface PortMe {
  userId: string
  operatorName: string
  /** undefined for an administrator, who has no store of his own. */
  storeId: string | undefined
  storeName: string
  settle: boolean
  reverse: boolean
  price: boolean
}

interface PortCallOptions {
  idempotencyKey?: string
  silent?: boolean
  scanned?: { medium: string; code: string }
  signal?: AbortSignal
}

/** State of a print job in the agent's queue; `browser` = printed by the browser because no agent is there. */
export interface PortJob {
  id: string
  state: string
  /** Why it waits or failed: PRINTER_PAPER, PRINTER_OFFLINE, … */
  code?: string
  message?: string
  printer?: string
}

interface PortDevice {
  print: (
    pdf: Uint8Array,
    options: { idempotencyKey: string; documentType: DocumentType; reprint?: Reprint | undefined },
  ) => Promise<PortJob>
  /** The job as it stands now. */
  job: (id: string) => Promise<PortJob>
  /** Tells a job in doubt what the person saw; not printed = it prints again. */
  resolve: (id: string, printed: boolean) => Promise<PortJob>
}

interface PortErp {
  /** Frames of the ERP, already decoded from their transport; the returned function stops listening. */
  onFrame: (listener: (frame: unknown) => void) => () => void
  /** Who has it now; `agent`: it is kept there, and need not be given to it again (`kept`). Rejects with SPEC 8's text when there is no ERP to tell. */
  send: (frame: string, kept?: boolean) => Promise<'host' | 'agent' | 'acked'>
  /** Tells who builds the ERP why a bill was not taken. */
  refuse: (why: string) => void
  /** How many results the ERP has not acknowledged in time, and what sends them again at once. */
  unheard: (count: number, resend: () => void) => void
}

/** 打印预览: shows the bytes, prints them and tells how that ended. */
interface PreviewProps {
  pdf: Uint8Array
  slipId: string
  documentType: DocumentType
  reprint?: Reprint | undefined
  onPrinted: (state: 'done' | 'failed' | 'unsure' | 'browser', printer?: string) => void
  onClose: () => void
}

const context = createContext<CounterPorts | undefined>(undefined)

export const PortsProvider = context.Provider

/** What the page gave the counter, inside its screen. */
export const usePorts = (): CounterPorts => {
  const ports = useContext(context)
  if (!ports) throw new Error('the counter needs its ports')
  return ports
}
