import type { ChildProcess } from 'node:child_process'
import { type Command, startChild } from '../../ipc/child.ts'
import { deskFrameBytes } from '../../ipc/pipe.ts'
import { DeskLink } from './link.ts'

const startMs = 15_000
/** ms a desk has to end by itself */
const endMs = 2_000
const firstPause = 500
const longestPause = 30_000
/** A desk that lived this long was well: the next fault starts with the short pause again. ms. */
const wellAfter = 60_000

/** Resolves with whether the promise, which never rejects, came first. */
const until = (promise: Promise<unknown>, ms: number) =>
  new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** The desk as a child of the gateway (development and Linux): started, watched, started again with growing pauses. */
export class DeskProcess extends DeskLink {
  #child: ChildProcess | undefined
  #stopped = false
  #wake = () => {}
  #running: Promise<void> | undefined
  readonly #command: Command

  /** To the arguments of `command`, `--connect <pipe>` is added. */
  constructor(command: Command) {
    super('starting')
    this.#command = command
  }

  start() {
    this.#running ??= this.#keepAlive()
  }

  /** Asks the desk to end and ends it when it does not. */
  async stop() {
    this.#stopped = true
    this.#wake()
    // The desk ends its hosts when its gateway is gone; a signal would leave that to the system.
    if (this.peer) this.peer.close()
    else this.#child?.kill('SIGTERM')
    await this.#running
    this.become('stopped')
  }

  async #keepAlive() {
    let pause = firstPause
    while (!this.#stopped) {
      const begin = performance.now()
      // No handle or no disk left for a pipe is a fault like any other: it is tried again.
      await this.#liveOnce().catch(() => {})
      if (this.#stopped) return
      this.become('restarting')
      if (performance.now() - begin > wellAfter) pause = firstPause
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
    const { file, args } = this.#command
    // The one-time code is the gateway's alone.
    const { ENROL_CODE: _, ...env } = process.env
    const { child, peer, exited } = await startChild({
      command: (pipe) => ({ file, args: [...args, '--connect', pipe] }),
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      startMs,
      maxBytes: deskFrameBytes,
      onEvent: this.emit,
    })
    this.#child = child
    if (this.#stopped) child.kill('SIGTERM')
    const link = await peer.catch(() => undefined)
    if (link && !this.#stopped) await this.live(link)
    link?.close()
    // Nobody answers any more, however long this one takes to end.
    if (!this.#stopped) this.become('restarting')
    // A desk without its gateway is of no use, and a second one must not hold the reader.
    if (!(await until(exited, endMs))) child.kill('SIGKILL')
    await exited
  }
}
