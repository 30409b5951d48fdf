import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { isReprintReason } from '@yibao/shared/agent/reprint.ts'
import { slip, untoldAtOnce } from '@yibao/shared/calls/slip.ts'
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
  for (let n = 0; n < ended.length; n += untoldAtOnce) {
    const some = ended.slice(n, n + untoldAtOnce)
    const { slipIds } = await callServer(slip.untold, { ended: some }, { silent: true })
    for (const { slipId, state } of some) {
      if (!slipIds.includes(slipId)) continue
      const { printer, reason } = jobs.find(({ id }) => id === slipId) as JobInfo
      const about = { ...(printer && { printer }), ...(isReprintReason(reason) && { reprintReason: reason }) }
      await callServer(slip.printed, { slipId, state, ...about }, { silent: true })
    }
  }
}
