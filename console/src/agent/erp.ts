import type { ErpDraft, ErpFrame } from '@yibao/shared/agent/erp.ts'
import { CallError } from '../api/error.ts'
import { inFrame } from '../state/place.ts'
import { onHostFrame, sendToHost } from './erp-host.ts'
import { onAgentEvent } from './link.ts'
import { reach, usable } from './reach.ts'
import { runVerb } from './run.ts'
import { useAgent } from './store.ts'

/** Both texts are SPEC 8's, letter by letter. */
export const erpTexts = { notReady: 'sendFrameMessage未实现', notInErp: '不运行在ERP环境' } as const

/** Who has a frame now: whoever holds the page may lose it, the agent keeps it until the ERP has acknowledged it. */
export type Carrier = 'host' | 'agent'

/** Sends a frame: whoever holds the page first, else the agent (DESIGN 8), unless that is known to keep it already. */
export const sendFrame = async (frame: ErpDraft, kept = false): Promise<Carrier> => {
  if (await sendToHost(frame)) return 'host'
  if (await reach()) {
    if (!kept) await runVerb('erp.send', frame)
    return 'agent'
  }
  if (useAgent.getState().state === 'stopped')
    throw new CallError('本机助手没有应答', { code: 'agent.stopped', tips: '请点击右上角「助手」查看' })
  throw inFrame()
    ? new CallError(erpTexts.notReady, { code: 'erp.notReady', tips: '请从 ERP 重新打开' })
    : new CallError(`${erpTexts.notInErp} ${JSON.stringify(frame)}`, { code: 'erp.none' })
}

/** What the ERP sent while no page was there: frames that nobody has acknowledged, oldest first. */
const waiting = async (): Promise<readonly ErpFrame[]> =>
  usable() ? (await runVerb('erp.list', { pending: true })).frames : []

/**
 * Frames of the ERP as they arrive, and those that arrived while the page was away; the same frame may come twice.
 * Returns the unsubscriber; use it in an effect, so that a hidden tab takes none.
 */
export const onFrame = (listener: (frame: ErpFrame) => void): (() => void) => {
  const catchUp = () =>
    void waiting()
      .then((frames) => frames.forEach(listener))
      .catch(() => undefined)
  catchUp()
  const ends = [
    onHostFrame(listener),
    onAgentEvent(({ event, data }) => {
      if (event === 'erp.frame') listener(data as ErpFrame)
      else if (event === 'reset') catchUp()
    }),
    useAgent.subscribe((now, before) => {
      if (now.state === 'connected' && before.state !== 'connected' && before.state !== 'busy') catchUp()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
