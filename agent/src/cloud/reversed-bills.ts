import { paths, reversedBillsAnswer, reversedBillsAtOnce } from '@yibao/shared/agent/cloud.ts'
import type { ErpResult } from '@yibao/shared/agent/erp.ts'
import type { ServerClient } from './server-client.ts'

/** Answers of one round, so that a server that never comes to an end holds nothing up. */
const mostAnswers = 50

interface ReversedBillsParts {
  client: Pick<ServerClient, 'post'>
  agentId: string
  /** what the ERP was told last of an order under a bill, which as unknown, and since when (unix ms) to ask; undefined while it was told nothing */
  settled: {
    toldOf: (orderId: string, billNo: string) => 'settled' | 'over' | undefined
    unknown: (nowMs: number) => string[]
    isUnknown: (orderId: string) => boolean
    since: () => number | undefined
    asked: (since: number) => void
  }
  /** unix ms */
  clock: () => number
  /** puts a result into the ERP's post box */
  tell: (frame: Omit<ErpResult, 'seq'>) => void
}

/**
 * Asks the server which ERP bills were taken back at another place (area administration, another counter, recovery), which
 * stand again or are no longer the settlement's, and what became of those that were told as unknown, and tells the ERP of what
 * this PC told it otherwise before: no page has to be open for that. Throws as the client does.
 */
export const askReversedBills = async (
  { client, agentId, settled, tell, clock }: ReversedBillsParts,
  signal?: AbortSignal,
): Promise<void> => {
  for (let n = 0; n < mostAnswers; n += 1) {
    const since = settled.since()
    const unknown = settled.unknown(clock())
    if (since === undefined && !unknown.length) return
    // Without a settlement there is no reversal to hear of: all of them are of before.
    const asked = { agentId, since: since ?? Number.MAX_SAFE_INTEGER, ...(unknown.length && { unknown }) }
    const answer = await client.post(paths.reversedBills, asked, reversedBillsAnswer, signal)
    // A page may have told it while the answer was on its way.
    for (const frame of answer.ended ?? []) if (settled.isUnknown(frame.body.orderId ?? '')) tell(frame)
    const turned = answer.turned ?? []
    for (const frame of [...answer.frames, ...turned]) {
      const { state, orderId = '' } = frame.body
      if (settled.toldOf(orderId, frame.billNo) === (state === 'settled' ? 'over' : 'settled')) tell(frame)
    }
    if (since !== undefined) settled.asked(answer.since)
    if (Math.max(answer.frames.length, turned.length) < reversedBillsAtOnce) return
  }
}
