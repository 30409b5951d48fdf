import { agentTimeTolerance, requestText } from '@yibao/shared/agent/cloud.ts'
import { headers } from '@yibao/shared/agent/protocol.ts'
import * as z from 'zod/mini'
import { type Asked, ask } from './ask.ts'
import type { Identity } from './identity.ts'

/** The server answered and said no: trying the same again will not help. `code` is its messageCode, where it has one. */
export class ServerRefused extends Error {
  readonly code: string

  constructor(message: string, code = '') {
    super(message)
    this.code = code
  }
}

/** Whether the server said that it does not know this agent: an administrator unbound it. */
export const isUnbound = (error: unknown): boolean => error instanceof ServerRefused && error.code === 'agent.unknown'

/** No usable answer: worth another try. */
export class ServerUnreachable extends Error {}

const envelope = z.looseObject({
  success: z.boolean(),
  result: z.optional(z.unknown()),
  resultNotice: z.optional(
    z.nullable(
      z.looseObject({ error: z.optional(z.nullable(z.string())), messageCode: z.optional(z.nullable(z.string())) }),
    ),
  ),
})

const timeoutMs = 10_000
/**
 * ms without a byte after which a piece of a file (a release, a driver) is given up, and those it may take while bytes
 * come: what a slow line has brought of it would be thrown away, and the next try bring no more.
 */
const quietMs = 30_000
const pieceMs = 20 * 60_000

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Posts to {server}/prod-api{path}, signed by the agent (agent/cloud.ts of shared), and answers the envelope's result. */
export class ServerClient {
  readonly #base: string
  readonly #identity: Identity
  #last = 0
  /** The address of this PC that the server was last reached from. */
  localAddress: string | undefined

  constructor(serverUrl: string, identity: Identity) {
    this.#base = `${serverUrl.replace(/\/$/, '')}/prod-api`
    this.#identity = identity
  }

  async post<S extends z.ZodMiniType>(
    path: string,
    body: unknown,
    shape: S,
    signal?: AbortSignal,
    waitMs = timeoutMs,
  ): Promise<z.output<S>> {
    return this.#result(await this.#send(path, body, signal, waitMs), shape)
  }

  /** Posts the same way for a piece of a file, which may take as long as the line brings something (`quiet` ms at most nothing). */
  async piece<S extends z.ZodMiniType>(
    path: string,
    body: unknown,
    shape: S,
    signal?: AbortSignal,
    quiet = quietMs,
  ): Promise<z.output<S>> {
    return this.#result(await this.#send(path, body, signal, pieceMs, quiet), shape)
  }

  /** `piece` where the server answers bytes, at most `limit` of them. */
  async bytes(path: string, body: unknown, limit: number, signal?: AbortSignal, quiet = quietMs): Promise<Buffer> {
    const answer = await this.#send(path, body, signal, pieceMs, quiet)
    // A refusal comes as an envelope; what a proxy says in our place is neither that nor bytes of ours.
    const isBytes = answer.headers['content-type']?.startsWith('application/octet-stream')
    if (isBytes && answer.status !== 200) throw new ServerUnreachable(`status ${answer.status}`)
    if (!isBytes)
      return this.#result(
        answer,
        z.custom<Buffer>(() => false),
      )
    if (answer.bytes.length > limit) throw new ServerUnreachable('the answer is too long')
    return answer.bytes
  }

  async #send(
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
    waitMs: number,
    quietMs?: number,
  ): Promise<Asked> {
    // Strictly later each time: the server refuses a time it has seen. One that was too far ahead for it to take is none
    // to go on from: this PC's clock has been set right since.
    const now = Date.now()
    const time = this.#last - now > agentTimeTolerance ? now : Math.max(now, this.#last + 1)
    this.#last = time
    const timeout = AbortSignal.timeout(waitMs)
    const answer = await ask(this.#base + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [headers.agentId]: this.#identity.agentId,
        [headers.agentTime]: String(time),
        [headers.agentSignature]: this.#identity.sign(requestText(path, time, body)),
      },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      quietMs,
    }).catch((error: Error) => {
      throw new ServerUnreachable(error.name)
    })
    this.localAddress = answer.localAddress
    return answer
  }

  #result<S extends z.ZodMiniType>(answer: Asked, shape: S): z.output<S> {
    const parsed = envelope.safeParse(readJson(answer.text))
    if (!parsed.success || answer.status >= 500) throw new ServerUnreachable(`status ${answer.status}`)
    if (!parsed.data.success) {
      const { error, messageCode } = parsed.data.resultNotice ?? {}
      throw new ServerRefused(error ?? `status ${answer.status}`, messageCode ?? undefined)
    }
    const result = shape.safeParse(parsed.data.result)
    if (!result.success) throw new ServerUnreachable('the answer has another shape')
    return result.data
  }
}
