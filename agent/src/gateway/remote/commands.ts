import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentCommand, AgentPolicy, CommandKind } from '@yibao/shared/agent/cloud.ts'
import { agentErrors } from '@yibao/shared/agent/errors.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { isSignedBy } from '../../cloud/signature.ts'
import type { Gateway } from '../context.ts'
import { asAgentError } from '../error-answer.ts'
import { bundle } from './bundle.ts'
import { driverTest } from './driver-test.ts'
import { redact } from './redact.ts'
import { selfTest, selfTestText } from './self-test.ts'

export interface RemoteParts {
  gateway: Gateway
  /** the agent's own folder */
  folder: string
  /** the end of the log, at most so many characters */
  readLog: (chars: number) => string
  /** Ends the desk and its hosts; it starts again by itself. */
  restartDesk: () => void
  /** what is being worked on now */
  isBusy: () => Promise<boolean>
}

/** A restart waits this long for the counter to be idle. ms. */
const patienceMs = 5 * 60_000
const lookMs = 500
const logChars = 200_000

const restart = async ({ restartDesk, isBusy }: RemoteParts, signal: AbortSignal): Promise<string> => {
  for (const until = performance.now() + patienceMs; await isBusy(); await sleep(lookMs, undefined, { signal }))
    if (performance.now() > until) throw new Error('本机一直在使用中，5 分钟内没有重启')
  restartDesk()
  return '桌面程序和驱动已重新启动'
}

type Run = (parts: RemoteParts, signal: AbortSignal, args: AgentCommand['args']) => Promise<string>

const runs: Record<CommandKind, Run> = {
  selfTest: async ({ gateway, folder }) => selfTestText(await selfTest(gateway, folder)),
  log: async ({ readLog }) => redact(readLog(logChars)),
  bundle: ({ gateway, folder, readLog }) => bundle(gateway, folder, readLog),
  restart,
  driverTest: ({ gateway }, _, args) => driverTest(gateway, args),
}

/** Whether a command is meant for this agent and signed by a key of its policy. */
export const isGenuine = (command: AgentCommand, signature: string, policy: AgentPolicy | undefined): boolean => {
  const key = policy?.serverKeys.find(({ kid }) => kid === command.kid)
  if (!key || command.agentId !== policy?.agentId) return false
  return isSignedBy(key.publicKey, Buffer.from(canonicalJson(command)), Buffer.from(signature, 'base64url'))
}

const unknownFault = '没有做成，请再试一次；仍不行请查看日志，或在那台电脑上运行 agent doctor'

const wordsOf = (error: unknown) => {
  const { code } = asAgentError(error)
  if (code !== 'INTERNAL') return `${agentErrors[code].message}；${agentErrors[code].hint}`
  // What the system says is in English, whatever folder it names.
  const own = error instanceof Error && !('code' in error) && /[\u4e00-\u9fff]/.test(error.message)
  return own ? error.message : unknownFault
}

/** Carries a command out; a fault of it is told by its words for people only. */
export const runCommand = async (
  { kind, args }: Pick<AgentCommand, 'kind' | 'args'>,
  parts: RemoteParts,
  signal: AbortSignal,
): Promise<{ ok: boolean; text: string }> => {
  try {
    return { ok: true, text: await runs[kind](parts, signal, args) }
  } catch (error) {
    return { ok: false, text: wordsOf(error) }
  }
}
