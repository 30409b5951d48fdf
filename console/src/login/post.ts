import type { Envelope } from '@yibao/shared/envelope.ts'
import { messageOf } from '@yibao/shared/envelope.ts'
import { agentAnswer } from '../api/agent-answer.ts'
import { baseUrl } from '../api/config.ts'

/** A refused login: the sentence to show, and for a locked account the seconds until the next attempt. */
export class LoginError extends Error {
  readonly lockedSeconds: number

  constructor(message: string, lockedSeconds = 0) {
    super(message)
    this.name = 'LoginError'
    this.lockedSeconds = lockedSeconds
  }
}

const LOCKED = 423

/**
 * What may be wrong where nothing answers: a server elsewhere answers only the pages that it was told of, and none while it
 * starts.
 */
const unreachable = (url: string): string => {
  const page = globalThis.location?.origin
  const server = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? page
  const named = server === page ? '' : `；该服务已启动、网络也正常时，请管理员在它的 CONSOLE_ORIGINS 中加上 ${page}`
  return `${url} 接口无法访问。请检查网络后重试${named}`
}

const refusalOf = (answer: Envelope): LoginError => {
  const tips = answer.resultNotice?.tips ?? ''
  const message = messageOf(answer)
  const seconds = Number(answer.resultExtendInfo?.seconds ?? /(\d+) ?秒/.exec(tips)?.[1] ?? 0)
  return new LoginError(
    tips && tips !== message ? `${message}，${tips}` : message,
    answer.statusCode === LOCKED ? seconds : 0,
  )
}

/** The login page's own small client: axios, zod and antd are not loaded for it (DESIGN 9). `token` of another system. */
export const ask = async <T>(path: string, body?: Record<string, unknown>, token?: string): Promise<T> => {
  const url = `${await baseUrl()}${path}`
  let answer: Response
  // As long as any call may take (SPEC 9): a service that hangs is said to be away at last.
  const signal = AbortSignal.timeout?.(300_000)
  try {
    answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
      signal,
    })
  } catch {
    throw new LoginError(unreachable(url))
  }
  if (answer.status === 404) throw new LoginError(`${url} 接口无法访问`)
  if (answer.status === 503) throw new LoginError('系统正在启动，请 10 秒后重试')
  const parsed: unknown = await answer.json().catch(() => null)
  const said = agentAnswer(parsed)
  if (said) throw new LoginError(`${said.message}，${said.hint}`)
  if (typeof parsed !== 'object' || parsed === null || !('success' in parsed))
    throw new LoginError(answer.statusText || `服务返回 ${answer.status}`)
  const envelope = parsed as Envelope<T>
  if (!envelope.success) throw refusalOf(envelope)
  return envelope.result as T
}
