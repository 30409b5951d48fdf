import { type EventFrame, type EventName, eventNames, limits } from '@yibao/shared/agent/protocol.ts'
import type { Who } from '@yibao/shared/agent/verbs.ts'
import { secret } from '../hash.ts'

/** Who hears an event; what a shop sells and to whom is not for a session without login. */
const audience: Partial<Record<EventName, readonly Who[]>> = { 'erp.frame': ['operator'] }

/** Whether a page may ask for it. */
export const isEventName = (name: string): name is EventName => (eventNames as readonly string[]).includes(name)

/** Everything that happened since start, numbered, the last 500 kept, so that a socket can continue where it broke. */
export class EventHub {
  /** changes with every start: a seq of another stream means nothing */
  readonly stream = secret(9)
  #seq = 0
  #kept: EventFrame[] = []
  #listeners = new Set<(frame: EventFrame) => void>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get seq() {
    return this.#seq
  }

  emit(event: EventName, data: unknown) {
    this.#seq += 1
    const at = new Date(this.#clock()).toISOString()
    const frame: EventFrame = { type: 'event', seq: this.#seq, at, event, data }
    this.#kept.push(frame)
    if (this.#kept.length > limits.eventsKept) this.#kept.shift()
    for (const listener of this.#listeners) listener(frame)
  }

  /** The events after `since`; undefined when some of them are no longer kept or belong to another stream. */
  after(stream: string | undefined, since: number): EventFrame[] | undefined {
    const oldest = this.#kept[0]?.seq ?? this.#seq + 1
    if (stream !== this.stream || since > this.#seq || since + 1 < oldest) return undefined
    return this.#kept.filter((frame) => frame.seq > since)
  }

  /** True when a session of this kind may hear it. */
  mayHear(kind: Who, event: EventName) {
    return (audience[event] ?? ['operator', 'setup']).includes(kind)
  }

  listen(listener: (frame: EventFrame) => void) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
