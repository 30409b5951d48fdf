import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { closeDoor, openDoor } from '../door.ts'
import { deskFrameBytes, type Listener, listenForChild } from '../pipe.ts'
import { version } from '../version.ts'
import { DeskLink } from './desk-link.ts'

/** A pipe that could not be opened is tried again, ms. */
const pauseMs = 2_000

const helloMs = 5_000
const deskHello = z.object({ session: z.optional(z.int()) })

/** The desk of whoever is logged on, for a gateway that is a service: it lets one in at a time and starts none. */
export class DeskDoor extends DeskLink {
  #stopped = false
  #listener: Listener | undefined
  #running: Promise<void> | undefined
  #session: number | undefined
  readonly #data: string

  /** `data`: the folder whose `door` the logged-on users may read. */
  constructor(data: string) {
    super('stopped')
    this.#data = data
  }

  /** Logon session of the desk that serves; undefined without one. */
  get session() {
    return this.#session
  }

  start() {
    this.#running ??= this.#admit()
  }

  async stop() {
    this.#stopped = true
    this.#listener?.close()
    this.peer?.close()
    await this.#running
    this.become('stopped')
  }

  async #admit() {
    while (!this.#stopped) {
      const failed = await this.#admitOne().then(
        () => false,
        () => true,
      )
      this.become('stopped')
      if (failed && !this.#stopped) await sleep(pauseMs)
    }
  }

  async #admitOne() {
    const listener = await listenForChild({ maxBytes: deskFrameBytes, onEvent: this.emit }, true)
    this.#listener = listener
    try {
      const { path: pipe, secret } = listener
      openDoor(this.#data, { pipe, secret, version, program: process.execPath })
      const peer = await listener.peer.finally(() => closeDoor(this.#data))
      if (this.#stopped) peer.close()
      // Before it is ready: from its first request on it is known who may make it.
      this.#session = await peer.request('desk.hello', {}, { deadlineMs: helloMs }).then(
        (hello) => deskHello.safeParse(hello).data?.session,
        () => undefined,
      )
      await this.live(peer)
    } finally {
      this.#session = undefined
      listener.close()
    }
  }
}
