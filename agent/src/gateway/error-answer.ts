import { agentErrors, fillText, publicDetail } from '@yibao/shared/agent/errors.ts'
import type { ErrorBody } from '@yibao/shared/agent/protocol.ts'
import { AgentError } from '../agent-error.ts'
import { isDiskFull } from '../files/sqlite.ts'

/** Anything thrown, as what the caller may know: an unforeseen fault says nothing but INTERNAL. */
export const asAgentError = (thrown: unknown): AgentError => {
  if (thrown instanceof AgentError) return thrown
  if (isDiskFull(thrown)) return new AgentError('DISK_FULL')
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AgentError('BODY_TOO_LARGE')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AgentError('CONTENT_TYPE')
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return new AgentError('BODY_INVALID')
  // The proxy's: it names a connection that the server cut as Node does.
  if (code === 'ECONNRESET' || (typeof code === 'string' && code.startsWith('FST_REPLY_FROM')))
    return new AgentError('SERVER_UNREACHABLE')
  // The proxy's too, which gives it no code: a path that would lead out of its prefix.
  if (thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 400) return new AgentError('NOT_FOUND')
  return new AgentError('INTERNAL')
}

/** The answer for an error, the same on both transports. `at` is an ISO time. */
export const errorAnswer = (error: AgentError, requestId: string, nowMs: number): ErrorBody => {
  const { message, hint } = agentErrors[error.code]
  const detail = publicDetail(error.code, error.detail)
  return {
    ok: false,
    code: error.code,
    message: fillText(message, error.detail),
    hint: fillText(hint, error.detail),
    requestId,
    retryable: error.retryable,
    at: new Date(nowMs).toISOString(),
    ...(Object.keys(detail).length > 0 && { detail }),
    ...(error.code === 'OUTCOME_UNKNOWN' && { outcome: 'unknown' as const }),
  }
}
