import { refuse } from '../call/refuse.ts'
import type { Message, NotSent, Refused, Unknown } from './client.ts'
import { faultText } from './fault.ts'

/**
 * A centre's no, or no answer, as the refusal a clerk reads. Only for calls that move no money. `infno`: which message it was,
 * where whoever asked for one thing sends several.
 */
export const refuseOutcome = (outcome: Refused | NotSent | Unknown, infno?: string): never => {
  if (outcome.kind === 'refused' && outcome.signInLost)
    return refuse(
      outcome.signInLost === 'system' ? 'sign.system' : 'sign.closed',
      {},
      { extend: { centreText: outcome.message } },
    )
  if (outcome.kind === 'refused')
    return refuse(
      'centre.refused',
      { text: outcome.message },
      { extend: { centreText: outcome.message, ...(infno && { infno }) } },
    )
  if (outcome.kind === 'notSent' && outcome.faults?.length)
    return refuse('centre.message', { text: faultText(outcome.faults) })
  // Only a person who changes the plugin helps here: waiting would not.
  if (outcome.kind === 'notSent' && outcome.plugin) return refuse('plugin.notMapped', { text: outcome.reason })
  return refuse('centre.down')
}

/** The message, or the refusal a clerk reads when our own check held it back. */
export const messageOrRefuse = (built: Message | NotSent): Message =>
  built.kind === 'message' ? built : refuseOutcome(built)
