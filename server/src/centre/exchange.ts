import * as http from 'node:http'
import * as https from 'node:https'
import type { HttpAnswer, NotSent, Unknown } from './outcome.ts'

interface Request {
  url: string
  headers: Record<string, string>
  body: string | Buffer
  /** From the call to the last byte of the answer, ms. */
  timeoutMs: number
  /** Until the connection stands (TLS included), ms. */
  connectMs: number
  signal?: AbortSignal
  /** Reused connections; absent = a connection of its own. */
  agent?: http.Agent | https.Agent
  /** PEM of the only authority to trust; absent = the system's. */
  ca?: string
  /** Greatest answer in bytes. */
  maxBytes: number
}
export type Exchange = ({ kind: 'answer' } & HttpAnswer) | NotSent | Unknown

/** Why there is no answer where the asker's own signal ended the waiting. */
export const gaveUp = 'aborted'

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.name)

/**
 * One POST, never repeated. The line between `notSent` and `unknown` is the moment the connection stands: Node hands
 * request bytes to the system only then, so before it the other side cannot have seen any.
 */
export const exchange = (request: Request): Promise<Exchange> =>
  // A throw can only come from making the request (an address or header that cannot be), before any connection.
  attempt(request).catch((error: Error) => ({
    kind: 'notSent',
    reason: `医保中心地址或请求头不可用：${codeOf(error)}`,
  }))

const attempt = (request: Request): Promise<Exchange> =>
  new Promise((resolve) => {
    const started = performance.now()
    const since = () => Math.round(performance.now() - started)
    const url = new URL(request.url)
    const secure = url.protocol === 'https:'
    const body = typeof request.body === 'string' ? Buffer.from(request.body, 'utf8') : request.body
    let connected = false
    let done = false

    const end = (result: Exchange) => {
      if (done) return
      done = true
      clearTimeout(connecting)
      clearTimeout(waiting)
      request.signal?.removeEventListener('abort', abort)
      if (result.kind !== 'answer') req.destroy()
      resolve(result)
    }
    const fail = (reason: Unknown['reason'], detail: string) =>
      end(
        connected
          ? { kind: 'unknown', reason, detail, ms: since() }
          : { kind: 'notSent', reason: `未连上医保中心：${detail}` },
      )
    const abort = () => fail('closed', gaveUp)

    const req = (secure ? https : http).request(url, {
      method: 'POST',
      headers: { ...request.headers, 'Content-Length': String(body.length) },
      agent: request.agent ?? false,
      ...(request.ca && { ca: request.ca }),
    })
    const connecting = setTimeout(() => connected || fail('timeout', 'connect timeout'), request.connectMs)
    const waiting = setTimeout(() => fail('timeout', `no answer in ${request.timeoutMs} ms`), request.timeoutMs)
    request.signal?.addEventListener('abort', abort)

    req.on('error', (error) => fail('closed', codeOf(error)))
    req.on('socket', (socket) => {
      const stands = () => {
        connected = true
        clearTimeout(connecting)
      }
      // A reused or, against all expectation, already standing connection: bytes may have left.
      if (!socket.connecting) stands()
      else socket.once(secure ? 'secureConnect' : 'connect', stands)
    })
    req.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > request.maxBytes) fail('unreadable', `answer above ${request.maxBytes} bytes`)
        else chunks.push(chunk)
      })
      response.on('error', (error) => fail('closed', codeOf(error)))
      response.on('end', () => {
        const status = response.statusCode ?? 0
        const contentType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
        end({ kind: 'answer', status, contentType, body: Buffer.concat(chunks), ms: since() })
      })
    })
    if (request.signal?.aborted) abort()
    else req.end(body)
  })
