import type { QueryClient } from '@tanstack/react-query'
import { centre } from '@yibao/shared/calls/centre.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { dayPaths, figurePaths, monthPaths, otherPayPaths, rxPaths } from '@yibao/shared/calls/paths.ts'
import type { LiveEvent } from '../../api/live.ts'

const named = (...some: Record<string, string>[]) =>
  some.flatMap((paths) => Object.values(paths).map((path) => ({ path })))

/** Reads that are old once the server publishes an event. */
export const concerns: Record<Exclude<LiveEvent, 'anew'>, { path: string }[]> = {
  // What a settlement leaves to pay, a reversal leaves to give back.
  'order.changed': [...[order.paged, order.abnormalPaged, order.get], ...named(otherPayPaths)],
  // Not the bench's differences: between 对总账 and 对明细 there are none, and it asks itself when both are done.
  'reconciliation.changed': named(dayPaths, monthPaths, figurePaths),
  'rx.changed': named(rxPaths),
  'centre.changed': [centre.state],
  // A maintenance is announced by one.
  message: [message.unread, message.paged, centre.state],
  messageWithdrawn: [message.unread, message.paged, centre.state],
  // Codes are kept beside the other answers (kit/dict.ts).
  'dictionary.changed': [],
  // The page that lists agents asks by itself.
  'agent.changed': [],
  'agent.command': [],
  // Its dialog asks by itself: one read per event would be too many.
  progress: [],
}

/** All of them. */
export const concerned: ReadonlySet<string> = new Set(
  Object.values(concerns).flatMap((calls) => calls.map(({ path }) => path)),
)

/** Events that change what home pages sum up. */
export const onHome: readonly LiveEvent[] = [
  'order.changed',
  'reconciliation.changed',
  'agent.changed',
  'message',
  'messageWithdrawn',
]

/** What a run tells of each of its steps: a month of one store is thirty, and the lists behind its dialog are costly. */
export const ofSteps: readonly LiveEvent[] = ['reconciliation.changed']

/**
 * Has the answers of a call read again, shown ones at once. A first answer that is under way may be older than what was
 * told, and the client would leave it at that: it is read once more when it has come.
 */
export const outdate = (client: QueryClient, path: string): void => {
  const first = client.getQueryCache().findAll({
    queryKey: [path],
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  void client.invalidateQueries({ queryKey: [path] })
  for (const { promise, queryKey } of first)
    void promise?.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    )
}
