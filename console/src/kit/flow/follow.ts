import type { ResultOf } from '@yibao/shared/call.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { callServer } from '../../api/index.ts'
import { FlowProblem, type Problem, type StepTools } from './types.ts'

type Progress = ResultOf<typeof progress.percentage>

/** ms between two looks. */
const pauseMs = 500

/**
 * Follows work of the server to its end and says how far it is; the person may leave, the work goes on. Answers how it ended.
 */
export const followProgress = async (
  progressId: string,
  { say, signal }: Pick<StepTools<unknown>, 'say' | 'signal'>,
  problemOf: (ended: Progress) => Problem,
): Promise<Progress> => {
  let last = ''
  for (;;) {
    const now = await callServer(progress.percentage, { progressId }, { silent: true, signal })
    if (now.error) throw new FlowProblem(problemOf(now))
    if (now.finished) return now
    if (now.text !== last) say(now.text, now.percentage)
    last = now.text
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    signal.throwIfAborted()
  }
}
