import { useMemo } from 'react'
import { type ErpFrame, onFrame, sendFrame } from './erp.ts'
import { onAgentEvent } from './link.ts'
import { type PrintJob, type PrintOptions, printPdf } from './print.ts'
import { type RunOptions, runVerb } from './run.ts'
import { type AgentState, type Device, useAgent } from './store.ts'
import { type StateText, stateTexts } from './texts.ts'

export type { AgentState, ErpFrame, PrintJob, PrintOptions, StateText }

export interface DeviceHandle {
  state: AgentState
  /** The state in words with its one action. */
  text: StateText
  /** Cards can be read, documents printed. */
  ready: boolean
  printers: Device[]
  run: (verb: Parameters<typeof runVerb>[0], args?: Record<string, unknown>, options?: RunOptions) => Promise<unknown>
  print: (pdf: Blob, options?: PrintOptions) => Promise<PrintJob>
  /** Events such as card.inserted; subscribe in an effect, so that only the visible tab hears them. */
  onEvent: typeof onAgentEvent
  erp: { onFrame: typeof onFrame; send: typeof sendFrame }
}

const fixed = { run: runVerb, print: printPdf, onEvent: onAgentEvent, erp: { onFrame, send: sendFrame } }

/** The only way of a page to the agent (DESIGN 6). */
export const useDevice = (): DeviceHandle => {
  const state = useAgent((one) => one.state)
  const printers = useAgent((one) => one.printers)
  return useMemo(
    () => ({
      ...fixed,
      state,
      printers,
      text: stateTexts[state],
      ready: state === 'connected' || state === 'busy',
    }),
    [state, printers],
  )
}
