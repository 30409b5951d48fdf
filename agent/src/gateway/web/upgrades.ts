import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isProxied } from './proxy.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Gives every upgrade to exactly one of the two plugins. Each of them listens for all of them, and the second one then
 * fails on a socket that already has its response: harmless today, but only because that throws before the routes run.
 */
export const splitUpgrades = (app: FastifyInstance) => {
  app.addHook('onReady', async () => {
    const [proxy, own, ...more] = app.server.listeners('upgrade') as Upgrade[]
    if (!proxy || !own || more.length > 0) throw new Error('expected one upgrade listener of each plugin')
    app.server.removeAllListeners('upgrade')
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Node takes its own error listener off before an upgrade.
      socket.on('error', () => socket.destroy())
      const listener = isProxied(request.url ?? '') ? proxy : own
      listener(request, socket, head)
    })
  })
}
