import { refuse } from '../base/refuse.ts'
import type { Message, NotSent, Refused, Unknown } from './client.ts'
import { faultText } from './fault.ts'

/**
 * A centre's no, or no answer, as the refusal a clerk reads; a message that moves money comes here only with a definite one.
 * `infno`: which message it was, where whoever asked for one thing sends several. Of one that did not leave it says so
 * (`notSent`): that is as definite a no as the centre's own, which the words of a centre that did not answer are not.
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
  return refuse('centre.down', {}, outcome.kind === 'notSent' ? { extend: { notSent: true } } : undefined)
}

/** The message, or the refusal a clerk reads when our own check held it back. */
export const messageOrRefuse = (built: Message | NotSent): Message =>
  built.kind === 'message' ? built : refuseOutcome(built)
