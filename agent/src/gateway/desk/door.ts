import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDoor, openDoor } from '../../ipc/door.ts'
import { ended } from '../../ipc/logon-session.ts'
import { deskFrameBytes, type Listener, listenForDesk } from '../../ipc/pipe.ts'
import { version } from '../../version.ts'
import { DeskLink } from './link.ts'

/** A pipe that could not be opened is tried again, ms. */
const pauseMs = 2_000

/** Which logon session is at the other end of a connection, and whether its user is in front of the PC (windows-sessions.ts). */
interface LogonSessions {
  sessionOf: (port: number, ownPort: number) => number | undefined
  isActive: (session: number) => boolean
}

/**
 * The desk of whoever is logged on, for a gateway that is a service: it lets one in at a time and starts none. Everybody
 * who is logged on can read where to knock; in comes who is in front of the PC, by what Windows says of his connection:
 * another user's program would get the PIN and the slips of this one, and could answer for the card.
 */
export class DeskDoor extends DeskLink {
  #stopped = false
  #listener: Listener | undefined
  #running: Promise<void> | undefined
  #session: number | undefined
  readonly #data: string
  readonly #sessions: LogonSessions
  readonly #lookMs: number

  /** `data`: the folder whose `door` the logged-on users may read; `lookMs`: between two looks whether the desk's user is in front. */
  constructor(data: string, sessions: LogonSessions, lookMs = 2_000) {
    super('stopped')
    this.#data = data
    this.#sessions = sessions
    this.#lookMs = lookMs
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
    const listener = await listenForDesk({ maxBytes: deskFrameBytes, onEvent: this.emit }, (socket) =>
      this.#welcome(socket),
    )
    this.#listener = listener
    let watch: NodeJS.Timeout | undefined
    try {
      const { path: pipe, secret } = listener
      openDoor(this.#data, { pipe, secret, version, program: process.execPath })
      const peer = await listener.peer.finally(() => closeDoor(this.#data))
      if (this.#stopped) peer.close()
      // Ours leaves by itself when users are switched.
      watch = setInterval(() => this.#isInFront(this.#session) || peer.close(), this.#lookMs)
      await this.live(peer)
    } finally {
      clearInterval(watch)
      this.#session = undefined
      listener.close()
    }
  }
  #isInFront(session: number | undefined) {
    return session === undefined || this.#sessions.isActive(session)
  }

  /** Before it is ready: from its first request on it is known who may make it. */
  #welcome({ remotePort = 0, localPort = 0 }: Socket) {
    const session = this.#sessions.sessionOf(remotePort, localPort)
    if (session === ended || !this.#isInFront(session)) return false
    this.#session = session
    return true
  }
}
