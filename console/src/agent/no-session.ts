import { CallError } from '../api/error.ts'
import type { AgentState } from './store.ts'

type Said = [message: string, code: string, tips: string]

const absent: Said = ['未连接本机助手', 'agent.absent', '请点击右上角「助手」查看；电子凭证可直接扫码']

const byState: Partial<Record<AgentState, Said>> = {
  unpaired: ['与本机助手的配对已结束', 'agent.unpaired', '请重新输入配对码'],
  clock: ['本机时间不准确', 'agent.clock', '请校准本机时间，之后自动连接'],
  expired: ['本机助手很久没有连上云服务，或本机日期不对', 'agent.expired', '请核对本机的日期和网络，之后自动连接'],
}

/** What a call reads that finds no session with the agent, by how the agent stands. */
export const noSession = (state: AgentState): CallError => {
  const [message, code, tips] = byState[state] ?? absent
  return new CallError(message, { code, tips })
}
