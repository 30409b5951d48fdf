import type { QueryClient } from '@tanstack/react-query'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { CallError } from '../../api/index.ts'
import { useLink } from '../../api/link.ts'
import { type LiveEvents, onLive, tellLive } from '../../api/live.ts'
import { readDictsAnew } from '../../kit/dict.ts'
import { catchUp } from './catch-up.ts'
import { comeBack } from './come-back.ts'
import { concerns, onHome, outdate } from './concerns.ts'
import { findServer } from './find-server.ts'
import { outdateBy } from './held-back.ts'
import { type Line, openLine } from './line.ts'
import { paced } from './paced.ts'

/** ms between two sums of an administrator's home page: his stores settle several times a second. */
const homePace = 5000

const events = Object.keys(concerns) as (keyof typeof concerns)[]

/** The server was not reached, or was starting or leaving. */
const wasAway = (error: unknown) => error instanceof CallError && (error.cut || error.statusCode === 503)

/** Calls when another window of this browser signs in or out. */
const onToken = (changed: () => void) => {
  const hear = ({ key, storageArea }: StorageEvent) => {
    if (key === 'token' && storageArea === localStorage) changed()
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

/** Follows the server's events for as long as the shell lives: a list refreshes itself, nothing is polled for it. */
export const followLive = (client: QueryClient): (() => void) => {
  const sumAgain = paced(homePace, () => {
    for (const { path } of Object.values(report)) outdate(client, path)
  })
  const { readAnew, end: endCatchingUp } = catchUp(client, sumAgain)
  const { tell, end: endHolding } = outdateBy(client)
  let line: Line | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const ends = [
    onToken(() => line?.signedIn()),
    // Another call found the server first: what could not be read is read, whether this line was cut or not. What the
    // server refused is not: its answer would find the server too, and a call that something in between always cuts off
    // would go round with it for ever.
    useLink.subscribe((now, before) => {
      if (now.server === 'ok' && before.server === 'down')
        void client.invalidateQueries({ predicate: ({ state: { error } }) => wasAway(error) })
    }),
    findServer(),
    onLive('dictionary.changed', readDictsAnew),
    endHolding,
    endCatchingUp,
  ]
  const start = async () => {
    line = await openLine(() => !stopped)
    if (!line) return
    line.on('connect', readAnew)
    // A server that missed events of its other nodes; each of them may say so.
    line.on('anew', paced(homePace, readAnew))
    for (const event of events)
      line.on(event, (payload: LiveEvents[typeof event]) => {
        tellLive(event, payload)
        tell(event)
        if (onHome.includes(event)) sumAgain()
      })
  }
  // Until the part is read the pages refresh by hand and by time.
  const begin = () =>
    start().catch(() => {
      if (!stopped) again = setTimeout(begin, comeBack)
    })
  void begin()
  return () => {
    stopped = true
    clearTimeout(again)
    for (const end of ends) end()
    line?.end()
  }
}
