import { choice } from '@yibao/shared/field.ts'
import { FlowProblem } from '../kit/index.ts'
import { readToken } from '../state/session.ts'
import type { Tools } from './context.ts'

/** The trial's own code comes when somebody runs it: with it come the calls of the counter. */
export const runTrial = async (tools: Tools) => (await import('./run-trial.ts')).runTrial(tools)

/** The trial as a step of a flow that may run before anybody has signed in. */
export const trial = {
  fields: { medium: choice('凭证', { socialCard: '社保卡', idCard: '身份证' }) },
  initial: { medium: 'socialCard' },
  check: async (tools: Tools) => {
    if (!readToken())
      throw new FlowProblem({
        what: '还没有登录',
        meaning: '试算要用操作员的身份访问医保中心',
        next: '按「跳过试算」结束，登录后可回到本页试算；或现在到登录页登录',
      })
    return (await runTrial(tools)).outcome
  },
}
