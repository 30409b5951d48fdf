/** What another page has the counter do, as an event of its flow: a partial return of an order, or a prescription to be sold. */
type HandedOver =
  | { type: 'openReversal'; orderId: string; key: string; part: true }
  | { type: 'sellRx'; id: string; number: string; name: string }

/** It waits here until the counter is shown. */
let waiting: HandedOver | undefined

/** Leaves something for the counter to do; open the counter's page afterwards. */
export const handOver = (event: HandedOver): void => {
  waiting = event
}

/** What was handed over, once. */
export const takeOver = (): HandedOver | undefined => {
  const event = waiting
  waiting = undefined
  return event
}
