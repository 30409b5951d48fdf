import { AgentError } from '../agent-error.ts'
import type { CloudLink } from '../cloud/cloud-link.ts'
import { PolicyRefused } from '../cloud/policy-store.ts'
import { ServerRefused, ServerUnreachable } from '../cloud/server-client.ts'

/** A server that gave no reason leaves only the number of its status. */
const wordsOf = ({ message }: ServerRefused) => (/^status \d+$/.test(message) ? '没有说明原因' : message)

/** Enrols with a code that came over the wire, its refusals in the agent's own words. */
export const enrolWith = async (cloud: Pick<CloudLink, 'enrol'>, code: string): Promise<void> => {
  try {
    await cloud.enrol(code)
  } catch (error) {
    if (error instanceof ServerUnreachable) throw new AgentError('SERVER_UNREACHABLE')
    if (error instanceof ServerRefused) throw new AgentError('ENROL_REFUSED', { text: wordsOf(error) })
    if (error instanceof PolicyRefused) throw new AgentError('ENROL_REFUSED', { text: '策略没有通过校验' })
    throw error
  }
}
