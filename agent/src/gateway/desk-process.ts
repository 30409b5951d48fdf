import { type ChildProcess, spawn } from 'node:child_process'
import { DeskLink } from './desk-link.ts'
import { listenForDesk } from './desk-listener.ts'
import { type Desk, DeskError, type DeskListener, type DeskOptions, type DeskState } from './desk-port.ts'

const connectMs = 15_000
const firstPause = 500
const longestPause = 30_000
/** A desk that lived this long was well: the next fault starts with the short pause again. ms. */
const wellAfter = 60_000

const until = (promise: Promise<unknown>, ms: number) =>
  new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** The desk as a child of the gateway (development and Linux): started, watched, started again with growing pauses. */
export class DeskProcess implements Desk {
  #state: DeskState = 'starting'
  #link: DeskLink | undefined
  #child: ChildProcess | undefined
  #listeners = new Set<DeskListener>()
  #stopped = false
  #wake = () => {}
  #running: Promise<void> | undefined
  readonly #command: readonly string[]

  /** command: executable and arguments, to which `--connect <path>` is added. */
  constructor(command: readonly string[]) {
    this.#command = command
  }

  get state() {
    return this.#state
  }

  start() {
    this.#running ??= this.#keepAlive()
  }

  async request(verb: string, args: unknown, options: DeskOptions) {
    if (!this.#link) throw new DeskError('NO_DESK', false)
    return this.#link.request(verb, args, options)
  }

  onEvent(listener: DeskListener) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Asks the desk to end, and ends it after two seconds. */
  async stop() {
    this.#stopped = true
    this.#wake()
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      // The desk ends its hosts when its gateway is gone; a signal would leave that to the system.
      if (this.#link) this.#link.close()
      else child.kill('SIGTERM')
      if (!(await until(exited, 2_000))) child.kill('SIGKILL')
      await exited
    }
    await this.#running
    this.#become('stopped')
  }

  #become(state: DeskState) {
    if (this.#state === state) return
    this.#state = state
    this.#emit('desk.state', { state })
  }

  #emit: DeskListener = (event, data) => {
    for (const listener of this.#listeners) listener(event, data)
  }

  async #keepAlive() {
    let pause = firstPause
    while (!this.#stopped) {
      const begin = Date.now()
      await this.#liveOnce()
      if (this.#stopped) return
      this.#become('restarting')
      if (Date.now() - begin > wellAfter) pause = firstPause
      await until(
        new Promise<void>((resolve) => {
          this.#wake = resolve
        }),
        pause,
      )
      pause = Math.min(pause * 2, longestPause)
    }
  }

  async #liveOnce() {
    const listener = await listenForDesk()
    if (this.#stopped) return listener.close()
    const [file, ...args] = this.#command
    // The one-time code is the gateway's alone.
    const { ENROL_CODE: _, ...env } = process.env
    const child = spawn(file!, [...args, '--connect', listener.path], {
      env: { ...env, YIBAO_PIPE_SECRET: listener.secret },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    this.#child = child
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    const came = await until(Promise.race([listener.connected, exited]), connectMs)
    listener.close()
    if (came && child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const link = new DeskLink(await listener.connected, this.#emit)
      this.#link = link
      this.#become('ready')
      await Promise.race([link.closed, exited])
      this.#link = undefined
      link.close()
    }
    // A desk without its gateway is of no use, and a second one must not hold the reader.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  }
}
