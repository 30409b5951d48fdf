import type { Socket } from 'node:net'
import { services } from '../../ipc/logon-session.ts'

interface ForeignerOptions {
  /** logon session of the desk whose devices would be used; undefined without a desk, or where there is but one session */
  deskSession: () => number | undefined
  /** logon session of the program that holds this port of a connection to ours */
  sessionOf: (port: number, ownPort: number) => number | undefined
}

/**
 * Whether who asks is signed on beside the one whose desk serves (agent.md 3.2, PEER_SESSION): a switched-away user's
 * browser must not read the card that lies in front of the other. Who is not found is not kept out: the rest of the
 * chain holds for him as for everybody.
 */
export const foreigners = ({ deskSession, sessionOf }: ForeignerOptions): ((socket: Socket) => boolean) => {
  const known = new WeakMap<Socket, number>()
  const sessionAt = (socket: Socket) => {
    const session = known.get(socket) ?? sessionOf(socket.remotePort ?? 0, socket.localPort ?? 0)
    if (session !== undefined) known.set(socket, session)
    return session
  }
  return (socket) => {
    const own = deskSession()
    if (own === undefined) return false
    const session = sessionAt(socket)
    return session !== undefined && session !== services && session !== own
  }
}
