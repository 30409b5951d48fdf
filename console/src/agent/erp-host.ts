import { type ErpDraft, type ErpFrame, erpDraft, erpSender } from '@yibao/shared/agent/erp.ts'
import { basename } from '../state/place.ts'
import { useErpStanding } from './erp-standing.ts'

// The ERP that holds this page: a box or a shell that puts sendFrameMessage into the window and calls
// receiveFrameMessage, or a web page that frames the console and talks by postMessage (docs/ERP.md). Both carry the same
// frames as the agent's post box.

interface HostWindow {
  sendFrameMessage?: (json: string) => unknown
  receiveFrameMessage?: (json: string) => boolean
}
const host = globalThis as HostWindow

type Listener = (frame: ErpFrame) => void
const listeners = new Set<Listener>()
/** Counts what arrived here, so that a listener sees an order as the agent's frames have one. */
let count = 0

/** Origin of the framing page once it has greeted us; only it may then talk, and only to it is answered. */
let parentOrigin: string | undefined

/** Whoever builds the ERP looks into the browser's console: a frame that is none gets no other answer. */
const tellVendor = (problem: string) => console.warn(`医保云：ERP 消息不正确（${problem}）`)

/** A frame as the ERP may send one; undefined for anything else, and why in the browser's console. */
export const frameOfErp = (json: unknown): ErpDraft | undefined => {
  let value: unknown
  try {
    value = typeof json === 'string' ? JSON.parse(json) : json
  } catch {
    tellVendor('不是有效的 JSON')
    return undefined
  }
  const parsed = erpDraft.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    void import('@yibao/shared/agent/driver/words.ts').then(
      ({ issueWords }) => issue && tellVendor(issueWords(issue, [], '消息')),
    )
    return undefined
  }
  const senders: readonly string[] = erpSender[parsed.data.type]
  if (senders.includes('erp')) return parsed.data
  tellVendor(`type：${parsed.data.type} 只能由另一方发送`)
  return undefined
}

/** Hands a frame to the page; false when nobody listens or it is none: the ERP keeps it and sends it again. */
const receive = (json: unknown): boolean => {
  const frame = frameOfErp(json)
  if (!frame || !listeners.size) return false
  count += 1
  for (const listener of listeners) listener({ ...frame, seq: count })
  return true
}

// Which pages may frame the console is said by the agent's frame-ancestors alone: elsewhere a frame is anybody's.
const framed = () => window.parent !== window && basename() === '/app'

const toParent = (message: object) => {
  if (parentOrigin && framed()) window.parent.postMessage(message, parentOrigin)
}

/** The ERP may send from now on; what it has no ack for it sends again. */
const tellReady = () => {
  if (listeners.size) toParent({ yibao: 'ready', protocol: 1 })
}

const onMessage = ({ source, origin, data }: MessageEvent) => {
  if (source !== window.parent || !framed() || typeof data !== 'object' || data === null) return
  const { yibao, frame } = data as { yibao?: unknown; frame?: unknown }
  if (yibao === 'hello') {
    parentOrigin = origin
    useErpStanding.setState({ greeted: true })
    tellReady()
  } else if (yibao === 'frame' && origin === parentOrigin) receive(frame)
}

let holders = 0

/**
 * Makes this page known to the page that frames it, so that a frame from here has whom to go to: also one of a page that
 * takes no bills. Returns what ends it.
 */
export const greetHost = (): (() => void) => {
  if (holders === 0) addEventListener('message', onMessage)
  holders += 1
  // The framing page greets a page it knows; a reloaded one has to be heard of first.
  if (framed()) window.parent.postMessage({ yibao: 'here' }, '*')
  return () => {
    holders -= 1
    if (holders === 0) removeEventListener('message', onMessage)
  }
}

/** Listens to whoever holds this page. Returns the unsubscriber. */
export const onHostFrame = (listener: Listener): (() => void) => {
  if (!listeners.size) host.receiveFrameMessage = receive
  listeners.add(listener)
  const leave = greetHost()
  tellReady()
  return () => {
    leave()
    listeners.delete(listener)
    if (!listeners.size) delete host.receiveFrameMessage
  }
}

/** Says in the browser's console why a bill that arrived here was not taken. */
export const refuseFrame = tellVendor

/** ms in which a promise of the box may say that it did not take a frame; its acknowledgement is what counts. */
const sayMs = 5000

const callBox = async (send: (json: string) => unknown, json: string): Promise<'given' | 'refused'> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, sayMs)
  })
  try {
    await Promise.race([send.call(globalThis, json), late])
    return 'given'
  } catch (fault) {
    tellVendor(`sendFrameMessage：${fault}`)
    return 'refused'
  } finally {
    clearTimeout(timer)
  }
}

/** Gives a frame to whoever holds this page: 'refused' by a box whose function threw, 'none' where nobody holds it. */
export const sendToHost = async (frame: ErpDraft): Promise<'given' | 'refused' | 'none'> => {
  const json = JSON.stringify(frame)
  if (typeof host.sendFrameMessage === 'function') return callBox(host.sendFrameMessage, json)
  if (!parentOrigin || !framed()) return 'none'
  toParent({ yibao: 'frame', frame: json })
  return 'given'
}
