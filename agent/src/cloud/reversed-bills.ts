import { paths, reversedBillsAnswer, reversedBillsAtOnce } from '@yibao/shared/agent/cloud.ts'
import type { ErpResult } from '@yibao/shared/agent/erp.ts'
import type { ServerClient } from './server-client.ts'

/** Answers of one round, so that a server that never comes to an end holds nothing up. */
const mostAnswers = 50

interface ReversedBillsParts {
  client: Pick<ServerClient, 'post'>
  agentId: string
  /** which settlements the ERP was told of, and since when (unix ms) to ask; undefined while there is none */
  settled: { has: (orderId: string) => boolean; since: () => number | undefined; asked: (since: number) => void }
  /** puts a result into the ERP's post box */
  tell: (frame: Omit<ErpResult, 'seq'>) => void
}

/**
 * Asks the server which ERP bills were taken back at another place (area administration, another counter, recovery), and
 * tells the ERP of those that this PC told it as settled: no page has to be open for that. Throws as the client does.
 */
export const askReversedBills = async (
  { client, agentId, settled, tell }: ReversedBillsParts,
  signal?: AbortSignal,
): Promise<void> => {
  for (let n = 0; n < mostAnswers; n += 1) {
    const since = settled.since()
    if (since === undefined) return
    const answer = await client.post(paths.reversedBills, { agentId, since }, reversedBillsAnswer, signal)
    for (const frame of answer.frames) if (settled.has(frame.body.orderId ?? '')) tell(frame)
    settled.asked(answer.since)
    if (answer.frames.length < reversedBillsAtOnce) return
  }
}
