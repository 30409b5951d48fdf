import type { Receipt } from '@yibao/shared/agent/receipt.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import { client } from '@yibao/shared/calls/client.ts'
import { callServer, fetchFile } from '../api/index.ts'
import { FlowProblem, type StepResult } from '../kit/index.ts'
import { readToken } from '../state/session.ts'
import type { FirstDay } from './context.ts'

type Steps = InputOf<typeof client.accept>['steps']
type Paper = InputOf<typeof client.acceptanceCard>['paper']

const quiet = { silent: true } as const
const most = 300
const words: Record<string, string> = { done: '通过', warn: '通过，有提醒', skipped: '已跳过' }

/** Who this PC's agent is, as the step that found it has kept. */
const agentIdOf = (results: readonly StepResult[]): string =>
  results.find(({ key }) => key === 'agent')?.facts.agentId ?? ''

const stepsOf = (results: readonly StepResult[]): Steps =>
  results.map(({ title, state, text }) => ({ title, state: state as 'done', text: text.slice(0, most) }))

const accept = (results: readonly StepResult[]) =>
  callServer(client.accept, { agentId: agentIdOf(results), steps: stepsOf(results) }, quiet)

/** Has the server keep that this PC was set up; without a login it stays on this PC, which is said. */
export const keepAccepted = async (_: FirstDay, results: readonly StepResult[]): Promise<string> => {
  if (!readToken()) return '还没有登录，验收结果只保存在本机。登录后再打开「安装初始化」，会自动保存到云服务。'
  const { summary } = await accept(results)
  return `验收结果已保存到云服务：${summary}。管理员可在「客户端监控」查看。`
}

/** The card for a printer that is told what to print and not how. */
export const cardReceipt = (results: readonly StepResult[], summary: string, at: string): Receipt => [
  { kind: 'text', text: '医保云 本机验收卡', align: 'center', large: true },
  { kind: 'rule' },
  { kind: 'text', text: `验收：${at}` },
  { kind: 'text', text: `结果：${summary}` },
  { kind: 'rule' },
  ...results.flatMap(
    ({ title, state, text }, n): Receipt => [
      { kind: 'row', left: `${n + 1} ${title}`, right: words[state] ?? state, bold: true },
      ...(text ? [{ kind: 'text', text: text.slice(0, most) } as const] : []),
    ],
  ),
  { kind: 'rule' },
  { kind: 'text', text: '签字：' },
  { kind: 'feed', lines: 3 },
  { kind: 'cut' },
]

/** Prints the card where this counter's slips are printed, on their paper; what it says is kept by the server first. */
export const printCard = async ({ device }: FirstDay, results: readonly StepResult[]): Promise<string> => {
  if (!readToken())
    throw new FlowProblem({
      what: '还没有登录，验收卡没有打印',
      meaning: '验收结果已保存在本机',
      next: '登录后再打开「安装初始化」，打印验收卡',
    })
  const { summary, at } = await accept(results)
  await device.search()
  const { byDocumentType } = await device.run('printer.settings', {})
  const chosen = byDocumentType.slip?.paper
  const paper: Paper = chosen === undefined || chosen === 'default' ? 'roll80' : chosen
  const { blob } = await fetchFile(client.acceptanceCard, { agentId: agentIdOf(results), paper }, quiet)
  const job = await device.print(blob, {
    documentType: 'slip',
    receipt: async () => cardReceipt(results, summary, at),
  })
  if (job.state === 'done') return '验收卡已打印。'
  throw new FlowProblem({
    what: job.message ?? '验收卡没有打印完',
    meaning: '验收结果已保存到云服务；验收卡在排队，处理后自动打印',
    next: '检查打印机的电源、连线和纸',
  })
}
