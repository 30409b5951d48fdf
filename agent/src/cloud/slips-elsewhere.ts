import { paths, slipsElsewhereAnswer } from '@yibao/shared/agent/cloud.ts'
import { slipNews } from '@yibao/shared/agent/slip-news.ts'
import { type ServerClient, ServerRefused } from './server-client.ts'

/** ms a person at the printer waits for it. */
const waitMs = 3_000

/**
 * What the server knows of slips that wait here: by their ids, the code of why they are not to come out by themselves.
 * Throws as the client does. Two printers may ask in the same moment, and whichever request comes in second with the
 * earlier time is refused for it: that one asks once more.
 */
export const slipsElsewhere = async (client: Pick<ServerClient, 'post'>, agentId: string, slipIds: string[]) => {
  const ask = () => client.post(paths.slipsElsewhere, { agentId, slipIds }, slipsElsewhereAnswer, undefined, waitMs)
  const { slips } = await ask().catch((error: unknown) => {
    if (error instanceof ServerRefused && error.code === 'agent.request') return ask()
    throw error
  })
  return new Map(slips.map(({ slipId, news }) => [slipId, slipNews[news]]))
}
