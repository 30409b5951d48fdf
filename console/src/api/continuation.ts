import type { ConfirmResultInfo, Envelope } from '@yibao/shared/envelope.ts'
import { CallError } from './error.ts'
import type { CallOptions } from './request.ts'
import { texts } from './texts.ts'
import { ui } from './ui.ts'

/** What the agent is to run: the verb's arguments and the action ticket whose jti is the pubSubId (DESIGN 6). */
interface DeviceOrder {
  pubSubId: string
  args: Record<string, unknown>
  ticket?: string
}

/** The agent's answer, passed on untouched: one JSON string and its signature. */
export interface DeviceAnswer {
  result: string
  agentId?: string
  agentSignature?: string
}

export type DeviceRunner = (action: string, order: DeviceOrder, signal?: AbortSignal) => Promise<DeviceAnswer>

/** What /api/Continuation/Complete takes. */
export interface Completion {
  pubSubId: string
  action?: string
  button?: string
  ok?: boolean
  result?: string
  agentId?: string
  agentSignature?: string
}

let runner: DeviceRunner = async () => {
  throw new CallError(texts.noRunner, { code: 'agent.absent', tips: texts.noRunnerTips })
}

/** The agent's connection registers here; the API knows no agent. */
export const registerDeviceRunner = (next: DeviceRunner): void => {
  runner = next
}

const runDevice = async (info: ConfirmResultInfo, answer: Envelope, options: CallOptions): Promise<DeviceAnswer> => {
  // A scanned or typed credential never touches the agent and is accepted unsigned for card.read only (DESIGN 6).
  if (options.scanned && info.action === 'card.read') return { result: JSON.stringify(options.scanned) }
  const device = (answer.resultExtendInfo?.device ?? {}) as { args?: Record<string, unknown>; ticket?: string }
  return runner(
    info.action,
    { pubSubId: info.pubSubId, args: device.args ?? {}, ticket: device.ticket },
    options.signal,
  )
}

/**
 * Does what an answer with confimResultInfo asks for and gives the headers of the repeated request (DESIGN 6).
 * A failure at the hardware is told to the server too (ok: false), then thrown to the waiting caller.
 */
export const continueWith = async (
  answer: Envelope,
  options: CallOptions,
  complete: (completion: Completion) => Promise<void>,
): Promise<Record<string, string>> => {
  const info = answer.confimResultInfo!
  const { pubSubId, action } = info
  if (!info.isEndPoint) {
    const button = await ui().confirm({ ...info, buttonInfos: [...info.buttonInfos].sort((a, b) => a.sort - b.sort) })
    if (button === undefined) throw new CallError(texts.walkedAway, { code: 'cancelled' })
    await complete({ pubSubId, button })
    return info.routeHeaders
  }
  let done: DeviceAnswer
  try {
    done = await runDevice(info, answer, options)
  } catch (cause) {
    const error = cause instanceof CallError ? cause : new CallError(String(cause), { code: 'device' })
    const result = JSON.stringify({ code: error.code, message: error.message, hint: error.tips })
    // The server learns it if it can; the person waits for the device's own words, not for this.
    await complete({ pubSubId, action, ok: false, result }).catch(() => undefined)
    error.atDevice = true
    throw error
  }
  await complete({ pubSubId, action, ok: true, ...done })
  return info.routeHeaders
}

type Listener = (event: { pubSubId: string; error: CallError }) => void
const listeners = new Set<Listener>()

/** Told when a request that brought a pubSubId fails (SPEC 8: an error event is published). Returns the unsubscriber. */
export const onContinuationError = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells whoever waits for an answer of the hardware that there will be none. */
export const publishContinuationError = (pubSubId: string, error: CallError): void => {
  for (const listener of listeners) listener({ pubSubId, error })
}
