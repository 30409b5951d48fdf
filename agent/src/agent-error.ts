import { type AgentErrorCode, agentErrors, type ErrorDetail } from '@yibao/shared/agent/errors.ts'

// What another process sends may hold anything: a text can only show words and numbers.
const plain = (detail: object): ErrorDetail =>
  Object.fromEntries(Object.entries(detail).filter(([, value]) => ['string', 'number'].includes(typeof value)))

/** A refusal or fault by its code of the shared table. `detail`: never card data, PINs or paths of the client. */
export class AgentError extends Error {
  readonly code: AgentErrorCode
  readonly detail: ErrorDetail

  /** Of `detail` only texts and numbers are kept. */
  constructor(code: AgentErrorCode, detail: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.name = 'AgentError'
    this.code = code
    this.detail = plain(detail)
  }

  /** HTTP status of the answer. */
  get status() {
    return agentErrors[this.code].status
  }

  /** Whether the same call may simply be made again. */
  get retryable() {
    return agentErrors[this.code].retryable
  }
}
