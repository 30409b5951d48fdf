import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { isReprintReason } from '@yibao/shared/agent/reprint.ts'
import { slip } from '@yibao/shared/calls/store.ts'
import { callServer } from '../api/index.ts'
import { endOf } from './print-end.ts'
import { runVerb } from './run.ts'

/**
 * Tells the server how slips of this counter ended whose page had gone by then, or could not say it: the agent's queue
 * keeps its ends, the server knows which of them it never heard.
 */
export const tellUntold = async (): Promise<void> => {
  const jobs = await runVerb('print.list', {})
  const ended = jobs.flatMap((job) => {
    const state = endOf(job)
    return state ? [{ slipId: job.id, state }] : []
  })
  if (!ended.length) return
  const { slipIds } = await callServer(slip.untold, { ended }, { silent: true })
  for (const { slipId, state } of ended) {
    if (!slipIds.includes(slipId)) continue
    const { printer, reason } = jobs.find(({ id }) => id === slipId) as JobInfo
    const about = { ...(printer && { printer }), ...(isReprintReason(reason) && { reprintReason: reason }) }
    await callServer(slip.printed, { slipId, state, ...about }, { silent: true })
  }
}
