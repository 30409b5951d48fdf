import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { addressMs } from '@yibao/shared/kept-connections.ts'

export interface Asked {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  /** The near end of the connection. */
  localAddress: string | undefined
}

// Handed on to the connection; the types of a request do not know it.
const address = { autoSelectFamilyAttemptTimeout: addressMs }

/** Longest answer that is read, in bytes: a policy is a few thousand, a piece of a release two million. */
const mostBytes = 4 * 1024 * 1024

/**
 * Asks our server, redirects not followed. Rejects with the connection's error, also where nothing has come for `quietMs`,
 * or AbortError once `signal` says so. node:http and not fetch, which cannot connect to 127.0.0.1 under Wine (windows.md 2).
 */
export const ask = (
  url: string,
  {
    body,
    quietMs,
    ...options
  }: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & { body?: string; quietMs?: number },
): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    const call = send(url, { ...options, ...address }, (answer) => {
      // A connection that ended has forgotten it.
      const { localAddress } = answer.socket
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > mostBytes) answer.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const whole = Buffer.concat(chunks)
        const { statusCode = 0, headers } = answer
        resolve({ status: statusCode, headers, bytes: whole, text: whole.toString('utf8'), localAddress })
      })
    })
    call.on('error', reject)
    if (quietMs) call.setTimeout(quietMs, () => call.destroy(new Error(`nothing came for ${quietMs} ms`)))
    call.end(body)
  })
