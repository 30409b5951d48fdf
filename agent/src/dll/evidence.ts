import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'

/** What is kept of a call that killed its host: how it ended and the shapes of its arguments, never their values. */
export interface Evidence {
  driver: string
  version: string
  fn: string
  cause: AgentErrorCode
  args: string[]
  code: number | null
  signal: string | null
}

// Exit codes of Windows that a support call asks for (agent.md 4.2).
const windowsEnds: Record<number, string> = {
  3221225477: '访问越界',
  3221226356: '堆损坏',
  3221225725: '栈溢出',
  3765269347: '未处理的 C++ 异常',
}

const endOf = ({ code, signal }: Evidence) =>
  signal ?? (code === null ? '原因不明' : (windowsEnds[code] ?? `退出码 ${code}`))

/** One sentence for the driver list. */
export const crashWords = (evidence: Evidence): string => {
  if (evidence.cause === 'DRIVER_TIMEOUT') return `调用 ${evidence.fn} 超时，驱动进程已结束`
  if (evidence.cause === 'DRIVER_OVERRUN') return `调用 ${evidence.fn} 写出了缓冲区，驱动进程已结束`
  return `调用 ${evidence.fn} 时驱动异常退出（${endOf(evidence)}）`
}
