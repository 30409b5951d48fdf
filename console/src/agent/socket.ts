import { type EventFrame, socketProtocol, ticketPrefix, type WelcomeFrame } from '@yibao/shared/agent/protocol.ts'
import { protocol } from './protocol.ts'

/** Where a stream of events was left, so that a new socket continues it. */
export interface Position {
  stream?: string
  since?: number
}

interface Listeners {
  onEvent: (event: EventFrame) => void
  /** Connected; reset: events were missed or may have been, read the state anew. */
  onWelcome: (reset: boolean) => void
  onClose: (code: number) => void
}

type SocketLike = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>
type MakeSocket = (url: string, protocols: string[]) => SocketLike

/** The event socket of one session. `position` is kept up to date with every event. */
export const openSocket = (
  base: string,
  wsTicket: string,
  position: Position,
  { onEvent, onWelcome, onClose }: Listeners,
  make: MakeSocket = (url, protocols) => new WebSocket(url, protocols),
): { close: () => void } => {
  const socket = make(`${base.replace(/^http/, 'ws')}/v1/events`, [socketProtocol, `${ticketPrefix}${wsTicket}`])
  socket.addEventListener('open', () =>
    socket.send(
      JSON.stringify({
        type: 'hello',
        protocol,
        ...(position.stream && { stream: position.stream, since: position.since ?? 0 }),
      }),
    ),
  )
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as WelcomeFrame | EventFrame
    if (frame.type === 'welcome') {
      position.stream = frame.stream
      // A stream that is not resumed begins after the session: what came between the two is in no event.
      const reset = frame.reset || position.since === undefined
      if (reset) position.since = frame.seq
      onWelcome(reset)
    } else if (frame.type === 'event') {
      // A resumed stream may repeat its last event.
      if (position.since !== undefined && frame.seq <= position.since) return
      position.since = frame.seq
      onEvent(frame)
    }
  })
  socket.addEventListener('close', ({ code }) => onClose(code))
  return { close: () => socket.close() }
}
