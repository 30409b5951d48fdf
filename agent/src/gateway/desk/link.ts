import { AgentError } from '../../agent-error.ts'
import { DeadlineError, type Peer, PeerGone } from '../../ipc/pipe.ts'
import { NoDesk } from '../../no-desk.ts'
import type { Desk, DeskListener, DeskOptions, DeskState } from './port.ts'

/** ms the gateway waits longer than the desk may take, so that the desk's own answer comes first. */
const graceMs = 2_000

/** The line to a desk, whoever started it: its state, its events, and requests while it is there. */
export class DeskLink implements Desk {
  #state: DeskState
  #peer: Peer | undefined
  #listeners = new Set<DeskListener>()

  constructor(state: DeskState) {
    this.#state = state
  }

  get state() {
    return this.#state
  }

  get peer() {
    return this.#peer
  }

  /** Speaks with this desk until it is gone; resolves then. */
  async live(peer: Peer) {
    this.#peer = peer
    this.become('ready')
    await peer.closed
    this.#peer = undefined
  }

  /** Lets the desk go: it ends, its hosts with it, and is started again by whoever watches it. */
  restart() {
    this.#peer?.close()
  }

  async request(verb: string, args: unknown, { deadlineMs, caller }: DeskOptions) {
    if (!this.#peer) throw new NoDesk(false)
    try {
      return await this.#peer.request(verb, args, { deadlineMs, graceMs, caller })
    } catch (error) {
      if (error instanceof PeerGone) throw new NoDesk(error.sent)
      if (error instanceof DeadlineError) throw new AgentError('DRIVER_TIMEOUT')
      throw error
    }
  }

  onEvent(listener: DeskListener) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  become(state: DeskState) {
    if (this.#state === state) return
    this.#state = state
    this.emit('desk.state', { state })
  }

  emit: DeskListener = (event, data) => {
    for (const listener of this.#listeners) listener(event, data)
  }
}
