import { choice } from '@yibao/shared/field.ts'
import type { Tools } from './context.ts'

/** The trial's own code comes when somebody runs it: with it come the calls of the counter. */
export const runTrial = async (tools: Tools) => (await import('./run-trial.ts')).runTrial(tools)

/** The trial as a step of a flow that may run before anybody has signed in. */
export const trial = {
  fields: { medium: choice('凭证', { socialCard: '社保卡', idCard: '身份证' }) },
  initial: { medium: 'socialCard' },
  check: async (tools: Tools) => (await runTrial(tools)).outcome,
}
