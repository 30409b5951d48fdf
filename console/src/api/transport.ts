import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { CONSOLE_BUILD_HEADER } from '@yibao/shared/console-build.ts'
import { RIGHTS_HEADER } from '@yibao/shared/rights.ts'
import axios, { type AxiosError, AxiosHeaders, type AxiosResponse } from 'axios'
import { reportBuild } from '../state/newer.ts'
import { reportRights } from '../state/rights.ts'
import { forgetToken, isTokenChanging, logins, readToken, saveToken, sessionOwner } from '../state/session.ts'
import { forgetView, isViewWindow } from '../state/storage.ts'
import { agentAnswer } from './agent-answer.ts'
import { isEnvelope, refusalOf } from './answer.ts'
import { baseUrl } from './config.ts'
import { CallError, sentenceOf } from './error.ts'
import { reportClock, reportLink } from './link.ts'
import type { Wire } from './request.ts'
import { texts } from './texts.ts'
import { ui } from './ui.ts'

/** ms a call may take (SPEC 9): a pre-settlement may contain the customer's PIN entry. */
const timeout = 300_000

/** The one axios instance; only tests replace its adapter. */
export const http = axios.create({ timeout, paramsSerializer: { indexes: null } })

http.interceptors.request.use(async (config) => {
  config.baseURL ??= await baseUrl()
  const token = readToken()
  if (token && !config.headers.has('Authorization')) config.headers.set('Authorization', `Bearer ${token}`)
  return config
})

// What an answer says about the session it was asked with counts only while that session is this browser's.
const takeRenewal = (answer: AxiosResponse) => {
  const token = AxiosHeaders.from(answer.headers as AxiosHeaders).get('refresh-token')
  // Whoever has logged out meanwhile, in this window or another, stays out.
  if (typeof token === 'string' && token && readToken()) saveToken(token)
}

interface SendOptions {
  silent?: boolean
  signal?: AbortSignal
  responseType?: 'json' | 'blob'
}

/** Sends one request; a transport error is shown (unless silent) and thrown as CallError (SPEC 8). */
export const send = async (wire: Wire, { silent, signal, responseType }: SendOptions = {}): Promise<AxiosResponse> => {
  if (!wire.method) {
    const error = new CallError(texts.methodEmpty, { code: 'method' })
    if (!silent) ui().error(error.message)
    throw error
  }
  const [login, owner, token] = [logins(), sessionOwner(), readToken()]
  const mine = () => !wire.headers.Authorization && login === logins() && owner === sessionOwner()
  const begun = Date.now()
  try {
    const answer = await http.request({ ...wire, signal, responseType })
    reportClock(answer.headers.date, begun)
    if (mine()) {
      takeRenewal(answer)
      reportRights(answer.headers[RIGHTS_HEADER])
    }
    const { data } = answer
    // Where people log in to a network first, it answers everything itself, with a page.
    const theirs = data instanceof Blob ? data.type.includes('html') : !isEnvelope(data)
    reportLink({ server: theirs ? 'down' : 'ok' })
    reportBuild(answer.headers[CONSOLE_BUILD_HEADER])
    return answer
  } catch (cause) {
    const error = cause instanceof CallError ? cause : transportError(await readable(cause as AxiosError), wire.url)
    if (error.statusCode === 401 && mine()) void expire(token)
    if (error.statusCode !== 401 && !silent && error.code !== 'cancelled') ui().error(sentenceOf(error))
    throw error
  }
}

/** Where a file was asked for, what is said instead of it came as bytes. */
const readable = async (cause: AxiosError): Promise<AxiosError> => {
  const { response } = cause
  if (response?.data instanceof Blob && response.data.type.includes('json'))
    response.data = await response.data
      .text()
      .then(JSON.parse)
      .catch(() => null)
  return cause
}

const transportError = (cause: AxiosError, url: string): CallError => {
  if (axios.isCancel(cause)) return new CallError(texts.cancelled, { code: 'cancelled' })
  const status = cause.response?.status ?? 0
  if (status === 401)
    return new CallError(`Request failed with status code ${status}`, { code: '401', statusCode: 401 })
  const { data } = cause.response ?? {}
  const said = agentAnswer(data)
  // Before an update the agent passes on nothing that could be broken off: its line is no worse than before.
  const updating = said?.code === ('UPDATING' satisfies AgentErrorCode)
  // Whoever else stands in between (the agent, a gateway) reaches the server no better than a browser whose line is cut.
  const cut = !status || (status >= 502 && status <= 504 && !isEnvelope(data) && !updating)
  if (cut) reportLink({ server: 'down' })
  if (status === 404 || cause.message === 'Network Error')
    return new CallError(texts.unreachable(url), { code: status ? '404' : 'network', statusCode: status, cut })
  if (cause.code === 'ECONNABORTED' || cause.code === 'ETIMEDOUT')
    return new CallError(texts.timeout(timeout / 1000), { code: 'timeout', cut })
  if (isEnvelope(data)) return refusalOf(data)
  if (said)
    return new CallError(said.message, {
      tips: said.hint,
      // A browser cannot tell a line that was never there from one that broke; the agent knows, and says so.
      ...(cut
        ? { code: 'network', cut, unsent: said.code === ('SERVER_NOT_CALLED' satisfies AgentErrorCode) }
        : { code: said.code, statusCode: status, unsent: updating }),
    })
  return new CallError(cause.response?.statusText || cause.message, { code: String(status), statusCode: status, cut })
}

let expiring: Promise<void> | undefined

/** ms between two looks whether a window beside has kept another token. */
const look = 100

const alert = async (token: string): Promise<void> => {
  await ui().expired()
  expiring = undefined
  if (isViewWindow()) {
    forgetView()
    globalThis.close?.()
  }
  if (readToken() === token) forgetToken()
  globalThis.location?.reload()
}

/** A window beside has the token replaced: with the new one nothing has ended. */
const alertUnlessReplaced = async (token: string): Promise<void> => {
  while (isTokenChanging() && readToken() === token) await new Promise((resolve) => setTimeout(resolve, look))
  if (readToken() === token) return alert(token)
  expiring = undefined
}

/** Whether this window's login has ended, and only the alert of it stands there. */
export const hasEnded = (): boolean => expiring !== undefined

/**
 * The single alert of an ended login, however many calls fail (SPEC 4): confirming resets the token and reloads. Where
 * another window has signed in again meanwhile, its token is not the one that ended.
 */
export const expire = (token: string): Promise<void> => {
  expiring ??= isTokenChanging() ? alertUnlessReplaced(token) : alert(token)
  return expiring
}
