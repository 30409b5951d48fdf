import websocket from '@fastify/websocket'
import { closeCodes, limits, socketProtocol } from '@yibao/shared/agent/protocol.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import type { Gateway } from '../context.ts'
import { header, sessionOf } from '../door/request.ts'
import { ConsoleSocket } from './socket.ts'

/** The event stream at /v1/events: refused with HTTP before 101, at most 8 per origin, one per session. */
export const addSockets = async (app: FastifyInstance, gateway: Gateway) => {
  const open = new Set<ConsoleSocket>()
  await app.register(websocket, {
    options: {
      maxPayload: limits.message,
      // Never the ticket: an echoed subprotocol would put it into the answer's headers.
      handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
    },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose(done) {
      for (const client of this.websocketServer.clients) client.close(closeCodes.goingAway)
      this.websocketServer.close()
      done()
    },
  })
  gateway.sessions.onEnd((session) => {
    for (const socket of open) if (socket.session === session) socket.close(closeCodes.notAuthenticated)
  })
  const perOrigin = async (request: FastifyRequest) => {
    const origin = header(request, 'origin')
    const held = [...open].filter(({ session }) => session.origin === origin).length
    if (held >= limits.socketsPerOrigin) throw new AgentError('SOCKETS')
  }
  app.get(
    '/v1/events',
    { websocket: true, config: { guard: 'ticket', upgrade: true }, preValidation: perOrigin },
    (socket, request) => {
      const mine = new ConsoleSocket(gateway, { socket, line: request.socket }, sessionOf(request), (self) => {
        for (const other of open)
          if (other !== self && other.session === self.session) other.close(closeCodes.superseded)
      })
      open.add(mine)
      socket.on('close', () => open.delete(mine))
    },
  )
}
