import type { Socket } from 'node:net'
import { isAgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { createDeadlines } from '../deadlines.ts'
import { encodeFrame, type FrameReader, FrameTooLarge } from './frames.ts'

/** What a peer is asked: `deadlineMs` is how long the asker waits. */
export interface PeerRequest {
  verb: string
  args: unknown
  deadlineMs: number
  caller?: unknown
}

export interface PeerOptions {
  /** Longest frame either way, in bytes. */
  maxBytes: number
  /** Answers requests of the other side; without it every request is refused. */
  handle?: (request: PeerRequest) => Promise<unknown>
  onEvent?: (event: string, data: unknown) => void
}

export interface RequestOptions {
  /** What the other side is told it has. */
  deadlineMs?: number
  /** How much longer this side waits, so that the other's own word about the deadline can still arrive. */
  graceMs?: number
  caller?: unknown
}

/** The other process of a pipe. */
export interface Peer {
  /**
   * Rejects with AgentError (the other side refused; INTERNAL = a fault of its own, the work may be done),
   * DeadlineError (no answer in time) or PeerGone.
   */
  request: (verb: string, args: unknown, options?: RequestOptions) => Promise<unknown>
  emit: (event: string, data: unknown) => void
  close: () => void
  readonly closed: Promise<void>
}

/**
 * The other process died or the pipe broke. `sent` false: no whole request reached the pipe any more. True: it may have
 * been carried out.
 */
export class PeerGone extends Error {
  readonly sent: boolean

  constructor(message: string, sent: boolean) {
    super(message)
    this.sent = sent
  }
}
/** The other process did not answer in time; it may still be at work. */
export class DeadlineError extends Error {}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  verb: string
  deadlineMs: number
  /** the pipe took it */
  sent: boolean
}

/** A fault of ours, not of a device, as INTERNAL: the message stays out of the answer, it may quote arguments. */
const refusal = (error: unknown) => {
  const fault = error instanceof FrameTooLarge ? 'too large' : error instanceof Error ? error.name : 'unknown'
  const { code, detail } = error instanceof AgentError ? error : new AgentError('INTERNAL', { fault })
  return { code, detail }
}

/** What the other process said, which need not be as it should. */
const refused = ({ code, detail }: Record<string, unknown>) =>
  new AgentError(isAgentErrorCode(code) ? code : 'INTERNAL', { ...(typeof detail === 'object' && detail) })

/**
 * Speaks requests `{id, verb, args, deadlineMs, caller}`, answers `{id, ok, …}` and events `{event, data}` over a
 * socket whose bytes `reader` already gets.
 */
export const createPeer = (socket: Socket, reader: FrameReader, options: PeerOptions): Peer => {
  const { maxBytes, handle, onEvent } = options
  const waiting = new Map<number, Waiting>()
  const deadlines = createDeadlines<number>((id) => {
    const { reject, verb, deadlineMs } = waiting.get(id)!
    waiting.delete(id)
    reject(new DeadlineError(`${verb} took longer than ${deadlineMs} ms`))
  })
  let lastId = 0
  let gone = false
  const send = (message: unknown, refusedBy?: (error?: Error | null) => void) => {
    const frame = encodeFrame(message, maxBytes)
    if (!gone) socket.write(frame, refusedBy)
  }
  const answer = async (id: unknown, request: PeerRequest) => {
    try {
      if (!handle) throw new AgentError('ARGS_INVALID', { verb: request.verb })
      send({ id, ok: true, result: await handle(request) })
    } catch (error) {
      send({ id, ok: false, ...refusal(error) })
    }
  }
  const settle = (message: Record<string, unknown>) => {
    const entry = waiting.get(message.id as number)
    if (!entry) return
    waiting.delete(message.id as number)
    deadlines.drop(message.id as number)
    if (message.ok === true) entry.resolve(message.result)
    else entry.reject(refused(message))
  }
  const receive = (message: Record<string, unknown>) => {
    if (typeof message.verb === 'string') {
      const { id, verb, args, caller } = message
      const deadlineMs = typeof message.deadlineMs === 'number' ? message.deadlineMs : 30_000
      void answer(id, { verb, args, deadlineMs, caller })
    } else if (typeof message.event === 'string') onEvent?.(message.event, message.data)
    else settle(message)
  }
  // What came with the handshake waits until whoever opened the peer has it in his hands: his handler may need it.
  let early: Record<string, unknown>[] | undefined = []
  setImmediate(() => {
    const waited = early ?? []
    early = undefined
    waited.forEach(receive)
  })
  reader.maxBytes = maxBytes
  reader.onMessage = (message) => (early ? early.push(message) : receive(message))
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      gone = true
      deadlines.close()
      for (const entry of waiting.values()) entry.reject(new PeerGone('the other process is gone', entry.sent))
      waiting.clear()
      resolve()
    })
  })
  return {
    request: (verb, args, { deadlineMs = 30_000, graceMs = 0, caller } = {}) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(new PeerGone('the other process is gone', false))
        const id = ++lastId
        const entry: Waiting = { resolve, reject, verb, deadlineMs, sent: true }
        try {
          // EPIPE: nobody was at the other end any more to read it, of which we are only now about to hear.
          send({ id, verb, args, deadlineMs, caller }, (error) => {
            if (error && 'code' in error && error.code === 'EPIPE') entry.sent = false
          })
        } catch {
          return reject(new AgentError('ARGS_INVALID', { why: 'too large' }))
        }
        waiting.set(id, entry)
        deadlines.add(id, deadlineMs + graceMs)
      }),
    emit: (event, data) => send({ event, data }),
    close: () => socket.destroy(),
    closed,
  }
}
