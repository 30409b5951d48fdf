import type { QueryClient } from '@tanstack/react-query'
import { centre } from '@yibao/shared/calls/centre.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { dayPaths, figurePaths, monthPaths, otherPayPaths, rxPaths } from '@yibao/shared/calls/paths.ts'
import { isLineEnd, lineOptions, turnAbout } from '@yibao/shared/live-line.ts'
import { baseUrl } from '../api/config.ts'
import { CallError, callServer } from '../api/index.ts'
import { useLink } from '../api/link.ts'
import { type LiveEvent, type LiveEvents, onLive, tellLive, useFollowing, useLiveLink } from '../api/live.ts'
import { readDictsAnew } from '../kit/dict.ts'
import { readToken } from '../state/session.ts'
import { comeBack, type Refusal, waitAfter } from './come-back.ts'
import { findServer } from './find-server.ts'
import { paced } from './paced.ts'

const named = (...some: Record<string, string>[]) =>
  some.flatMap((paths) => Object.values(paths).map((path) => ({ path })))

/** Reads that are old once the server publishes an event. */
const concerns: Record<Exclude<LiveEvent, 'anew'>, { path: string }[]> = {
  // What a settlement leaves to pay, a reversal leaves to give back.
  'order.changed': [...[order.paged, order.abnormalPaged, order.get], ...named(otherPayPaths)],
  // Not the bench's differences: between 对总账 and 对明细 there are none, and it asks itself when both are done.
  'reconciliation.changed': named(dayPaths, monthPaths, figurePaths),
  'rx.changed': named(rxPaths),
  'centre.changed': [centre.state],
  // A maintenance is announced by one.
  message: [message.unread, message.paged, centre.state],
  messageWithdrawn: [message.unread, message.paged, centre.state],
  // Codes are kept beside the other answers: see below.
  'dictionary.changed': [],
  // The page that lists agents asks by itself.
  'agent.changed': [],
  'agent.command': [],
  // Its dialog asks by itself: one read per event would be too many.
  progress: [],
}

const told = new Set(Object.values(concerns).flatMap((calls) => calls.map(({ path }) => path)))

/** Events that change what home pages sum up. */
const onHome: LiveEvent[] = ['order.changed', 'reconciliation.changed', 'agent.changed', 'message', 'messageWithdrawn']

/** What a run tells of each of its steps: a month of one store is thirty, and the lists behind its dialog are costly. */
const ofSteps: LiveEvent[] = ['reconciliation.changed']

/** ms in which a page's first answers are not old when its line stands, and over which consoles spread that lost it. */
const justRead = 5000

/** ms between two sums of an administrator's home page: his stores settle several times a second. */
const homePace = 5000

/**
 * Has the answers of a call read again, shown ones at once. A first answer that is under way may be older than what was
 * told, and the client would leave it at that: it is read once more when it has come.
 */
const outdate = (client: QueryClient, path: string) => {
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

/** The server was not reached, or was starting or leaving. */
const wasAway = (error: unknown) => error instanceof CallError && (error.cut || error.statusCode === 503)

const originOf = (base: string) => new URL(base, location.href).origin

/** Follows the server's events for as long as the shell lives: a list refreshes itself, nothing is polled for it. */
export const followLive = (client: QueryClient): (() => void) => {
  let close = () => undefined as unknown
  let newToken = () => {}
  const hear = ({ key, storageArea }: StorageEvent) => {
    if (key === 'token' && storageArea === localStorage) newToken()
  }
  addEventListener('storage', hear)
  // Another call found the server first: what could not be read is read, whether this line was cut or not. What the
  // server refused is not: its answer would find the server too, and a call that something in between always cuts off
  // would go round with it for ever.
  const endLink = useLink.subscribe((now, before) => {
    if (now.server === 'ok' && before.server === 'down')
      void client.invalidateQueries({ predicate: ({ state: { error } }) => wasAway(error) })
  })
  const endFinding = findServer()
  const endDicts = onLive('dictionary.changed', readDictsAnew)
  const heldBack = new Set<string>()
  const endFollowing = useFollowing.subscribe(({ count }) => {
    if (count) return
    for (const path of heldBack) outdate(client, path)
    heldBack.clear()
  })
  const opened = Date.now()
  let lateAgain: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let again: ReturnType<typeof setTimeout> | undefined
  const sumAgain = paced(homePace, () => {
    for (const { path } of Object.values(report)) outdate(client, path)
  })
  const start = async () => {
    // After the first screen: events are of no use to it.
    const { io } = await import('socket.io-client')
    const origin = originOf(await baseUrl())
    if (stopped) return
    const socket = io(origin, {
      ...lineOptions,
      auth: (give) => give({ token: readToken() }),
      reconnectionDelayMax: 30_000,
    })
    const begun = turnAbout(socket)
    const connect = () => {
      socket.connect()
      begun()
    }
    let refusals = 0
    let why: Refusal = 'fault'
    const state = () => {
      useLiveLink.setState({ connected: socket.connected })
      // socket.io gives up where the server closed or refused by itself: a restart does that too.
      clearTimeout(again)
      if (!stopped && !socket.active && readToken()) again = setTimeout(connect, waitAfter(refusals, why))
    }
    // Somebody has signed in again in a window beside: nobody waits for the next try, of which there may be none.
    newToken = () => {
      if (!socket.active && readToken()) connect()
    }
    for (const event of ['connect', 'disconnect', 'connect_error'] as const)
      socket.on(event, (error?: unknown) => {
        if (event === 'connect') refusals = 0
        else if (event === 'connect_error' && !socket.active) {
          refusals++
          why = isLineEnd(error) ? 'ended' : 'fault'
        }
        // Nobody got through: one call tells whether it is the line for events alone, before a clerk's F9 finds out.
        else if (event === 'connect_error' && useLink.getState().server === 'ok')
          void callServer(message.unread, {}, { silent: true }).catch(() => undefined)
        state()
      })
    let connected = false
    // What happened before the line stood was told to nobody: between the pages' first answers and now, or while it was cut.
    const readAnew = () => {
      const isLate = connected || Date.now() - opened > justRead
      const isBack = useLink.getState().server === 'down'
      // The server answers again: what could not be read is read, whoever waits need not press anything.
      if (isBack) void client.invalidateQueries()
      // Somebody may stand before an order whose result is not known. What else is shown by all the consoles that a node let
      // go when it ended is read over some seconds.
      else for (const path of isLate ? [order.get.path] : told) outdate(client, path)
      clearTimeout(lateAgain)
      // A home page that has only just been summed up sums up again by time.
      if (isLate)
        lateAgain = setTimeout(() => {
          if (!isBack) for (const path of told) if (path !== order.get.path) outdate(client, path)
          sumAgain()
          tellLive('dictionary.changed', {})
        }, Math.random() * justRead)
      connected = true
      tellLive('anew', {})
    }
    socket.on('connect', readAnew)
    // A server that missed events of its other nodes; each of them may say so.
    socket.on('anew', paced(homePace, readAnew))
    for (const [event, calls] of Object.entries(concerns) as [LiveEvent, { path: string }[]][])
      socket.on(event, (payload: LiveEvents[LiveEvent]) => {
        tellLive(event, payload)
        const held = ofSteps.includes(event) && useFollowing.getState().count > 0
        for (const { path } of calls) {
          if (held) heldBack.add(path)
          else outdate(client, path)
        }
        if (onHome.includes(event)) sumAgain()
      })
    close = () => socket.close()
  }
  // Until the part is read the pages refresh by hand and by time.
  const begin = () =>
    start().catch(() => {
      if (!stopped) again = setTimeout(begin, comeBack)
    })
  void begin()
  return () => {
    stopped = true
    newToken = () => {}
    removeEventListener('storage', hear)
    endLink()
    endDicts()
    endFollowing()
    clearTimeout(again)
    clearTimeout(lateAgain)
    endFinding()
    useLiveLink.setState({ connected: false })
    close()
  }
}
