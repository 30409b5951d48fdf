import { approvalTarget } from '@yibao/shared/approval.ts'
import type { ResultOf } from '@yibao/shared/call.ts'
import type { progress } from '@yibao/shared/calls/base.ts'
import { initialization } from '@yibao/shared/calls/initialization.ts'
import type { SetupStep, serverChecks } from '@yibao/shared/setup.ts'
import { callServer } from '../api/index.ts'
import { followProgress } from '../kit/flow/follow.ts'
import type { FlowRemote, KeptStep, Outcome } from '../kit/flow/types.ts'
import { readUserInfo, saveInitializeInfo } from '../state/session.ts'
import type { Check, FirstDay, Step } from './context.ts'
import { checkReading } from './reading.ts'
import { runTrial } from './trial.ts'

type Setup = ResultOf<typeof initialization.state>
const quiet = { silent: true } as const

const keptOf = ({ steps }: Setup): Record<string, KeptStep> =>
  Object.fromEntries(steps.map(({ step, state, text }) => [step, { state, text }]))

/** The server's word on where the store stands is also what the guard goes by. */
const taken = (setup: Setup): Setup => {
  saveInitializeInfo(setup.initializeInfo)
  return setup
}

const outcomeOf = (setup: Setup, step: SetupStep): Outcome => {
  const { state = 'done', text = '' } = keptOf(taken(setup))[step] ?? {}
  return state === 'warn' ? { text, warn: true } : { text }
}

/** What to do is the last that a step says; what it told of its parts stands before. */
const told = (results: ResultOf<typeof progress.percentage>['results']) =>
  [...results].reverse().find(({ ok }) => !ok)?.text

/** A step that the server runs, followed by its progress; it may be left and goes on. */
const serverCheck =
  (step: keyof typeof serverChecks): Check =>
  async (tools) => {
    const { progressId } = await callServer(initialization.run, { step }, quiet)
    const { results } = await followProgress(progressId, tools, (ended) => ({
      what: ended.error ?? '',
      meaning: '这一步没有通过，本店暂时不能结算',
      next: told(ended.results) || '稍等几分钟后重新检查；仍不行请联系管理员',
    }))
    const rows = results.map(({ target, text }) => [target, text] as const)
    return { ...outcomeOf(await callServer(initialization.state, {}, quiet), step), ...(rows.length && { rows }) }
  }

const cardCheck: Check = async (tools) => {
  const outcome = await checkReading(tools)
  taken(await callServer(initialization.report, { step: 'card', text: outcome.text }, quiet))
  return outcome
}

const trialCheck: Check = async (tools) => {
  const { orderId, outcome } = await runTrial(tools)
  taken(await callServer(initialization.report, { step: 'trial', text: outcome.text, orderId }, quiet))
  return outcome
}

export const setupChecks: Record<SetupStep, Check> = {
  area: serverCheck('area'),
  institution: serverCheck('institution'),
  dictionary: serverCheck('dictionary'),
  catalogue: serverCheck('catalogue'),
  staff: serverCheck('staff'),
  card: cardCheck,
  trial: trialCheck,
}

/** Leaving out is an administrator's: his own session, or his approval at this PC (SPEC 2). */
export const skipByAdmin = (step: SetupStep, title: string): Step['skip'] => ({
  text: '跳过（管理员）',
  reason: true,
  allow: async (_, dialogs) => {
    const { isAdminUser, isSuperAdmin } = readUserInfo() ?? {}
    if (isAdminUser || isSuperAdmin) return {}
    const about = `跳过本店初始化的「${title}」`
    const authorizationId = await dialogs.authorize({ action: 'setup', target: approvalTarget.setup(step), about })
    return authorizationId === undefined ? undefined : { authorizationId }
  },
})

export const setupRemote: FlowRemote<FirstDay> = {
  load: async () => {
    const setup = taken(await callServer(initialization.state, {}, quiet))
    const { storeName, initializeInfo } = setup
    const left = initializeInfo.isNeedInitialize || setup.steps.some(({ state }) => state === 'skipped')
    return {
      steps: keptOf(setup),
      closed: left ? undefined : `${storeName}已完成初始化，不需要再做。`,
    }
  },
  skip: async (_, step, reason, allowed) => {
    const input = { step: step as SetupStep, reason, ...(allowed as { authorizationId?: string }) }
    taken(await callServer(initialization.skip, input, quiet))
  },
}
