import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { authPaths } from '@yibao/shared/calls/paths.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'

/** The answer of a call, or `lost` when the connection broke: the caller does not know what happened. */
export type Remote<T> = (Envelope<T> & { lost?: false }) | { lost: true }

/** Counters of one clerk that sign in together must not send the same submit twice. */
let lastStamp = 0

/** A counter's browser against a server process: knows only HTTP. */
export class RemoteClient {
  readonly #url: () => string
  #token = ''

  constructor(url: () => string) {
    this.#url = url
  }

  /** Logs in as a demo account (the password is Base64 with its time stamp, SPEC 5). */
  async login(userName: string): Promise<void> {
    lastStamp = Math.max(Date.now(), lastStamp + 1)
    const stamp = String(lastStamp).padStart(13, '0')
    const passWord = Buffer.from(`Yibao@2026${stamp}`).toString('base64')
    const answer = await this.#post(authPaths.login, { userName, passWord, isRefreshCache: true })
    if (answer.lost || !answer.success) throw new Error(`login: ${answer.lost ? 'lost' : answer.error?.message}`)
    this.#token = (answer.result as { token: string }).token
  }

  /** Sends a call; a broken connection is an answer too. */
  async send<C extends Call>(
    call: C,
    input: Partial<InputOf<C>>,
    headers: Record<string, string> = {},
  ): Promise<Remote<ResultOf<C>>> {
    const rest: Record<string, unknown> = { ...input }
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    if (call.method === 'POST') return this.#post(path, rest, headers) as Promise<Remote<ResultOf<C>>>
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    return this.#ask(`${path}?${query}`, { headers }) as Promise<Remote<ResultOf<C>>>
  }

  #post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return this.#ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  }

  async #ask(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Remote<unknown>> {
    try {
      const authorization: Record<string, string> = this.#token ? { authorization: `Bearer ${this.#token}` } : {}
      const response = await fetch(`${this.#url()}/prod-api${path}`, {
        ...init,
        headers: { ...authorization, ...init.headers },
      })
      if (response.status !== 200 && response.status !== 401) return { lost: true }
      return (await response.json()) as Envelope<unknown>
    } catch {
      return { lost: true }
    }
  }
}
