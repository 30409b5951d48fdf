import type { ErpDraft, ErpFrame } from '@yibao/shared/agent/erp.ts'
import { CallError } from '../api/error.ts'
import { inFrame } from '../state/place.ts'
import { onAgentEvent } from './link.ts'
import { runVerb } from './run.ts'
import { useAgent } from './store.ts'

/** Both texts are SPEC 8's, letter by letter. */
export const erpTexts = { notReady: 'sendFrameMessage未实现', notInErp: '不运行在ERP环境' } as const

type FrameWindow = { sendFrameMessage?: (json: string) => unknown }

const usable = () => ['connected', 'busy', 'driverFault'].includes(useAgent.getState().state)

/** Sends a frame: the shell around the page first, else the agent (DESIGN 8). */
export const sendFrame = async (frame: ErpDraft): Promise<void> => {
  const { sendFrameMessage } = globalThis as FrameWindow
  if (typeof sendFrameMessage === 'function') {
    await sendFrameMessage.call(globalThis, JSON.stringify(frame))
    return
  }
  if (usable()) {
    await runVerb('erp.send', frame)
    return
  }
  throw inFrame()
    ? new CallError(erpTexts.notReady, { code: 'erp.notReady', tips: '请从 ERP 重新打开' })
    : new CallError(`${erpTexts.notInErp} ${JSON.stringify(frame)}`, { code: 'erp.none' })
}

/** Frames of the ERP as they arrive. Returns the unsubscriber; use it in an effect, so that a hidden tab takes none. */
export const onFrame = (listener: (frame: ErpFrame) => void): (() => void) =>
  onAgentEvent(({ event, data }) => {
    if (event === 'erp.frame') listener(data as ErpFrame)
  })
