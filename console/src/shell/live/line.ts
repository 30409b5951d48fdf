import { message } from '@yibao/shared/calls/message.ts'
import { isLineEnd, lineOptions, turnAbout } from '@yibao/shared/live-line.ts'
import type { Socket } from 'socket.io-client'
import { baseUrl } from '../../api/config.ts'
import { callServer } from '../../api/index.ts'
import { useLink } from '../../api/link.ts'
import { useLiveLink } from '../../api/live.ts'
import { readToken } from '../../state/session.ts'
import { type Refusal, waitAfter } from './come-back.ts'

/** A line to the server that comes back by itself. */
export interface Line {
  on: Socket['on']
  /** Somebody has signed in again in a window beside: nobody waits for the next try, of which there may be none. */
  signedIn: () => void
  end: () => void
}

const originOf = (base: string) => new URL(base, location.href).origin

/** Tries again what socket.io gives up: where the server closed or refused by itself, as a restart does too. */
const patient = (socket: Socket): Omit<Line, 'on'> => {
  const begun = turnAbout(socket)
  let refusals = 0
  let why: Refusal = 'fault'
  let again: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const connect = () => {
    socket.connect()
    begun()
  }
  const stood = () => {
    useLiveLink.setState({ connected: socket.connected })
    clearTimeout(again)
    if (!ended && !socket.active && readToken()) again = setTimeout(connect, waitAfter(refusals, why))
  }
  socket.on('connect', () => {
    refusals = 0
    stood()
  })
  socket.on('disconnect', stood)
  socket.on('connect_error', (error) => {
    if (!socket.active) {
      refusals++
      why = isLineEnd(error) ? 'ended' : 'fault'
    }
    // Nobody got through: one call tells whether it is the line for events alone, before a clerk's F9 finds out.
    else if (useLink.getState().server === 'ok')
      void callServer(message.unread, {}, { silent: true }).catch(() => undefined)
    stood()
  })
  return {
    signedIn: () => {
      if (!ended && !socket.active && readToken()) connect()
    },
    end: () => {
      ended = true
      clearTimeout(again)
      useLiveLink.setState({ connected: false })
      socket.close()
    },
  }
}

/** Opens the line for events; undefined when nobody wants it any more by then. Throws where its part or config.json cannot be read. */
export const openLine = async (wanted: () => boolean): Promise<Line | undefined> => {
  // After the first screen: events are of no use to it.
  const { io } = await import('socket.io-client')
  const origin = originOf(await baseUrl())
  if (!wanted()) return undefined
  const socket = io(origin, {
    ...lineOptions,
    auth: (give) => give({ token: readToken() }),
    reconnectionDelayMax: 30_000,
  })
  return { ...patient(socket), on: socket.on.bind(socket) }
}
