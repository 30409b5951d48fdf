// The line for events: how a page opens it, and why the server refuses it (the one refusal that no patience of the page's cures).

const socketFirst = ['websocket', 'polling']
const pollingFirst = ['polling', 'websocket']

/**
 * How the line is opened (socket.io's options). One connection first: polling needs several requests that reach the same
 * node, which a balancer does not promise. Where an upgrade is refused, polling is tried at once.
 */
export const lineOptions = { transports: socketFirst, tryAllTransports: true, timeout: 10_000 }

/** What of an engine.io connection and of socket.io's manager of them `turnAbout` needs. */
interface Engine {
  once: (event: 'open' | 'close', listener: () => void) => unknown
}
interface Failing {
  emit: (event: 'error', error: Error) => unknown
}
interface Manager {
  opts: object
  engine: Engine
  on: (event: 'reconnect_attempt', listener: () => void) => unknown
}
interface Line {
  io: Manager
  on: (event: 'connect', listener: () => void) => unknown
}

/** A connection that was accepted and closed before a server spoke is an error like any other: else its time is waited for. */
const closeIsError = ({ engine }: Manager) => {
  let opened = false
  engine.once('open', () => {
    opened = true
  })
  engine.once('close', () => {
    if (!opened) (engine as Engine & Failing).emit('error', new Error('closed before it was open'))
  })
}

/**
 * Has a line come back the other way whenever a try came to nothing: polling first where something in between swallows an
 * upgrade or takes it for a server that is away, one connection first where polling does not get through. Answers what is
 * to be called behind a try that the page begins itself.
 */
export const turnAbout = (line: Line): (() => void) => {
  const { io: manager } = line
  let stood = false
  let first = socketFirst
  const begun = () => closeIsError(manager)
  line.on('connect', () => {
    stood = true
  })
  manager.on('reconnect_attempt', () => {
    if (!stood) first = first === socketFirst ? pollingFirst : socketFirst
    stood = false
    Object.assign(manager.opts, { transports: first })
    // The connection of this try is made behind this event.
    queueMicrotask(begun)
  })
  begun()
  return begun
}

const ended = { sessionEnded: true } as const

/** What a handshake without a session is refused with. */
export const lineEnded = (): Error => Object.assign(new Error('登录已过期，请重新登录'), { data: ended })

/** Whether a refusal says that the session has ended, and not that the server cannot tell just now. */
export const isLineEnd = (refusal: unknown): boolean =>
  (refusal as { data?: Partial<typeof ended> } | null | undefined)?.data?.sessionEnded === true
