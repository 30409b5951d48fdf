import { encodeFrame, type Message } from './desk-frames.ts'
import type { DeskSocket } from './desk-listener.ts'
import { DeskError, type DeskOptions, deskRefusal } from './desk-port.ts'

/** ms the gateway waits longer than the desk may take, so that the desk's own answer comes first. */
const grace = 2_000

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: DeskError) => void
  timer: NodeJS.Timeout
}

/** Requests and events over one connection to a desk. */
export class DeskLink {
  readonly closed: Promise<void>
  readonly #desk: DeskSocket
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #gone = false

  constructor(desk: DeskSocket, onEvent: (event: string, data: unknown) => void) {
    this.#desk = desk
    this.closed = new Promise((resolve) => {
      desk.socket.on('close', () => {
        this.#gone = true
        // Sent and never answered: the one who asked must assume that it happened.
        for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(new DeskError('NO_DESK', true))
        resolve()
      })
    })
    desk.receive((message) => {
      if (typeof message.event === 'string') onEvent(message.event, message.data)
      // A driver may ask for what only the cloud knows; the gateway has no such service, the driver's answer stands.
      else if (typeof message.verb === 'string') this.#send({ id: message.id, ok: false, code: 'ARGS_INVALID' })
      else this.#settle(message)
    })
  }

  request(verb: string, args: unknown, { deadlineMs, caller }: DeskOptions): Promise<unknown> {
    if (this.#gone) return Promise.reject(new DeskError('NO_DESK', false))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const late = () => this.#take(id)?.reject(new DeskError('DRIVER_TIMEOUT', true, { seconds: deadlineMs / 1000 }))
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(late, deadlineMs + grace) })
      this.#send({ id, verb, args, deadlineMs, caller })
    })
  }

  close() {
    this.#desk.socket.destroy()
  }

  #send(message: Message) {
    this.#desk.socket.write(encodeFrame(message))
  }

  #take(id: number) {
    const waiting = this.#waiting.get(id)
    if (waiting) clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    return waiting
  }

  #settle({ id, ok, result, code, detail }: Message) {
    const waiting = typeof id === 'number' ? this.#take(id) : undefined
    if (ok === true) waiting?.resolve(result)
    else waiting?.reject(deskRefusal(code, detail))
  }
}
