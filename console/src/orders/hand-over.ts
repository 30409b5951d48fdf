import type { CounterEvent } from '../counter/flow/events.ts'

/** What another page has the counter do; it waits here until the counter is shown. */
let waiting: CounterEvent | undefined

/** Leaves something for the counter to do, as an event of its flow; open the counter's page afterwards. */
export const handOver = (event: CounterEvent): void => {
  waiting = event
}

/** What was handed over, once. */
export const takeOver = (): CounterEvent | undefined => {
  const event = waiting
  waiting = undefined
  return event
}
