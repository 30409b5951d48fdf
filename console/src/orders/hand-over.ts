/** An order another page hands to the counter for a partial return; it waits here until the counter is shown. */
let waiting: string | undefined

/** Asks the counter to start a partial return of an order; open the counter's page afterwards. */
export const handOver = (orderId: string): void => {
  waiting = orderId
}

/** The order that was handed over, once. */
export const takeOver = (): string | undefined => {
  const orderId = waiting
  waiting = undefined
  return orderId
}
