import type { ResultOf } from '@yibao/shared/call.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { isAway } from '../../api/away.ts'
import { CallError, callServer } from '../../api/index.ts'
import { FlowProblem, type Problem, type StepTools } from './types.ts'

type Progress = ResultOf<typeof progress.percentage>

const away = '与云服务的连接中断，正在重新连接，检查在后台继续…'

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
  const told = (text: string, percent?: number) => {
    if (text !== last) say(text, percent)
    last = text
  }
  for (;;) {
    const now = await callServer(progress.percentage, { progressId }, { silent: true, signal }).catch((fault) => {
      // One question that got lost says nothing about the work.
      if (fault instanceof CallError && isAway(fault)) return undefined
      throw fault
    })
    if (now?.error) throw new FlowProblem(problemOf(now))
    if (now?.finished) return now
    if (now) told(now.text, now.percentage)
    else told(away)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    signal.throwIfAborted()
  }
}
