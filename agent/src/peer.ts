import type { Socket } from 'node:net'
import { AgentError, type Detail, isCode } from './codes.ts'
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
  /** Rejects with AgentError (the other side refused), DeadlineError (no answer in time) or PeerGone. */
  request: (verb: string, args: unknown, options?: RequestOptions) => Promise<unknown>
  emit: (event: string, data: unknown) => void
  close: () => void
  readonly closed: Promise<void>
}

/** The other process died or the pipe broke; whether a request under way was carried out is not known. */
export class PeerGone extends Error {}
/** The other process did not answer in time; it may still be at work. */
export class DeadlineError extends Error {}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

const refusal = (error: unknown) =>
  error instanceof AgentError
    ? { code: error.code, detail: error.detail, retryable: error.retryable }
    : // A fault of ours, not of a device: the message stays out of the answer, it may quote arguments.
      { code: 'OUTCOME_UNKNOWN', detail: { fault: error instanceof Error ? error.name : 'unknown' }, retryable: false }

/**
 * Speaks requests `{id, verb, args, deadlineMs, caller}`, answers `{id, ok, …}` and events `{event, data}` over a
 * socket whose bytes `reader` already gets.
 */
export const createPeer = (socket: Socket, reader: FrameReader, options: PeerOptions): Peer => {
  const { maxBytes, handle, onEvent } = options
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let gone = false
  const send = (message: unknown) => {
    const frame = encodeFrame(message, maxBytes)
    if (!gone) socket.write(frame)
  }
  const answer = async (id: unknown, request: PeerRequest) => {
    try {
      if (!handle) throw new AgentError('ARGS_INVALID', { verb: request.verb })
      send({ id, ok: true, result: await handle(request) })
    } catch (error) {
      // The work may be done, only its answer does not fit: that is an unknown outcome, not a refusal.
      const said = error instanceof FrameTooLarge ? new AgentError('OUTCOME_UNKNOWN', { tooLarge: true }) : error
      send({ id, ok: false, ...refusal(said) })
    }
  }
  const settle = (message: Record<string, unknown>) => {
    const entry = waiting.get(message.id as number)
    if (!entry) return
    waiting.delete(message.id as number)
    clearTimeout(entry.timer)
    if (message.ok === true) entry.resolve(message.result)
    else
      entry.reject(
        new AgentError(isCode(message.code) ? message.code : 'OUTCOME_UNKNOWN', message.detail as Detail | undefined),
      )
  }
  reader.maxBytes = maxBytes
  reader.onMessage = (message) => {
    if (typeof message.verb === 'string') {
      const { id, verb, args, caller } = message
      const deadlineMs = typeof message.deadlineMs === 'number' ? message.deadlineMs : 30_000
      void answer(id, { verb, args, deadlineMs, caller })
    } else if (typeof message.event === 'string') onEvent?.(message.event, message.data)
    else settle(message)
  }
  const closed = new Promise<void>((resolve) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      gone = true
      for (const entry of waiting.values()) {
        clearTimeout(entry.timer)
        entry.reject(new PeerGone('the other process is gone'))
      }
      waiting.clear()
      resolve()
    })
  })
  return {
    request: (verb, args, { deadlineMs = 30_000, graceMs = 0, caller } = {}) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(new PeerGone('the other process is gone'))
        const id = ++lastId
        try {
          send({ id, verb, args, deadlineMs, caller })
        } catch {
          return reject(new AgentError('ARGS_INVALID', { tooLarge: true }))
        }
        const late = () => {
          waiting.delete(id)
          reject(new DeadlineError(`${verb} took longer than ${deadlineMs} ms`))
        }
        waiting.set(id, { resolve, reject, timer: setTimeout(late, deadlineMs + graceMs) })
      }),
    emit: (event, data) => send({ event, data }),
    close: () => socket.destroy(),
    closed,
  }
}
