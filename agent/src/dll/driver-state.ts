import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import type { Diagnosis } from './doctor.ts'
import type { Driver, DriverState } from './driver.ts'

const stateOfProblem = (code: string | undefined): DriverState =>
  code === undefined ? 'ready' : code === 'DRIVER_MISSING_FILE' ? 'missing' : 'broken'

/** The library's own text, else the meaning of the code. */
const reasonOf = ({ code, detail }: AgentError) => String(detail.text || fillText(agentErrors[code].message, detail))

/** Why a start did not work, for the driver list. */
export const startWords = (error: unknown): string =>
  error instanceof AgentError ? `驱动没有启动：${reasonOf(error)}` : '驱动进程没有启动'

interface Known {
  diagnosis: Diagnosis
  pid: number | undefined
  /** Ms until it may be tried again. */
  waitMs: number
  starting: boolean
  /** Why the last start did not work, and how the last process fell. */
  startProblem: string | undefined
  lastCrash: string | undefined
}

/** A row of the driver list: what its files say goes before what became of its process. */
export const stateOf = ({
  diagnosis,
  pid,
  waitMs,
  starting,
  startProblem,
  lastCrash,
}: Known): ReturnType<Driver['state']> => {
  const { bits, problem } = diagnosis
  const base = { bits, pid }
  if (problem) return { ...base, state: stateOfProblem(problem.code), problem: problem.text }
  if (waitMs > 0) return { ...base, state: 'open', problem: startProblem ?? lastCrash }
  if (starting) return { ...base, state: 'starting' }
  return startProblem ? { ...base, state: 'broken', problem: startProblem } : { ...base, state: 'ready' }
}
