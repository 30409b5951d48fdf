// The line for events: how a page opens it, and why the server refuses it (the one refusal that no patience of the page's cures).

const socketFirst = ['websocket', 'polling']
const pollingFirst = ['polling', 'websocket']

/**
 * How the line is opened (socket.io's options). One connection first: polling needs several requests that reach the same
 * node, which a balancer does not promise. Where an upgrade is refused, polling is tried at once.
 */
export const lineOptions = { transports: socketFirst, tryAllTransports: true }

/** What of socket.io's manager of connections `turnAbout` needs. */
interface Tries {
  opts: object
  on: (event: 'reconnect_attempt', listener: (attempt: number) => void) => unknown
}

/** Every second try to come back begins with polling: something in between may swallow an upgrade and answer nothing. */
export const turnAbout = (manager: Tries): void => {
  manager.on('reconnect_attempt', (attempt) =>
    Object.assign(manager.opts, { transports: attempt % 2 ? socketFirst : pollingFirst }),
  )
}

const ended = { sessionEnded: true } as const

/** What a handshake without a session is refused with. */
export const lineEnded = (): Error => Object.assign(new Error('登录已过期，请重新登录'), { data: ended })

/** Whether a refusal says that the session has ended, and not that the server cannot tell just now. */
export const isLineEnd = (refusal: unknown): boolean =>
  (refusal as { data?: Partial<typeof ended> } | null | undefined)?.data?.sessionEnded === true
