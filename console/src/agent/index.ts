import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import type { ErpDraft, ErpFrame } from '@yibao/shared/agent/erp.ts'
import { useMemo } from 'react'
import { onFrame, sendFrame } from './erp.ts'
import { refuseFrame } from './erp-host.ts'
import { pair } from './link.ts'
import { onAgentEvent } from './news.ts'
import { endOfPrint, followPrint, type PrintOptions, printPdf, type Reprint, submitPdf } from './print.ts'
import type { PrintEnd } from './print-end.ts'
import { reach, search } from './reach.ts'
import { type RunOptions, runVerb } from './run.ts'
import { type AgentState, type AgentStore, type Device, useAgent } from './store.ts'
import { type StateText, stateTexts } from './texts.ts'

export type { AgentState, ErpDraft, ErpFrame, JobInfo, PrintEnd, PrintOptions, Reprint, RunOptions, StateText }

export interface DeviceHandle {
  state: AgentState
  /** The state in words with its one action. */
  text: StateText
  /** Cards can be read, documents printed. */
  ready: boolean
  printers: Device[]
  run: typeof runVerb
  print: (pdf: Blob, options?: PrintOptions) => Promise<JobInfo>
  /** Hands a document to the queue without waiting. */
  submit: typeof submitPdf
  /** Waits for the end of a job that waits for paper or its printer. */
  endOfPrint: (job: JobInfo) => Promise<JobInfo>
  /** The job's end, or why it waits, at most 20 s. */
  followPrint: typeof followPrint
  /** Looks for the agent now, as a person asked for it; how it stands then. */
  search: () => Promise<AgentStore>
  /** Whether it takes what is to be printed now; one that is away is looked for first. */
  reach: () => Promise<boolean>
  /** A session without login, by the six digits of the agent's own page. */
  pair: typeof pair
  /** Any state in words. */
  words: (state: AgentState) => StateText
  /** How the agent stands at this moment: for work that outlives a view. */
  now: () => AgentStore
  /** Events such as card.inserted; subscribe in an effect, so that only the visible tab hears them. */
  onEvent: typeof onAgentEvent
  erp: { onFrame: typeof onFrame; send: typeof sendFrame; refuse: typeof refuseFrame }
}

const fixed = {
  followPrint,
  reach,
  search,
  pair,
  words: (state: AgentState) => stateTexts[state],
  now: useAgent.getState,
  run: runVerb,
  print: printPdf,
  submit: submitPdf,
  endOfPrint,
  onEvent: onAgentEvent,
  erp: { onFrame, send: sendFrame, refuse: refuseFrame },
}

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
