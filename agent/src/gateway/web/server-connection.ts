import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressMs, agentKeeps } from '@yibao/shared/kept-connections.ts'

/** ms until a connection has to stand, its TLS included; who is not there by then is away. */
const connectWithin = 10_000

/** No connection to the server came about: the request was handed to none, so no byte of it can have left. */
export class NothingSent extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'NothingSent'
  }
}

type Created = (fault: Error | null, stream: Duplex) => void

/** Hands a connection over at the event by which it stands; one that does not come to it is handed to nobody. */
const handOver = (socket: Socket, stands: 'connect' | 'secureConnect', within: number, created: Created) => {
  const over = () => {
    clearTimeout(limit)
    socket.off(stands, ready).off('error', failed).off('close', closed)
  }
  const ready = () => {
    over()
    created(null, socket)
  }
  const failed = (cause: Error) => {
    over()
    // What may still come of a connection that was given up concerns nobody.
    socket.on('error', () => {}).destroy()
    created(new NothingSent(cause), socket)
  }
  const closed = () => failed(new Error('closed before it stood'))
  const limit = setTimeout(() => failed(new Error(`no connection within ${within} ms`)), within)
  socket.on(stands, ready).on('error', failed).on('close', closed)
}

const options = {
  keepAlive: true,
  keepAliveMsecs: 60_000,
  timeout: agentKeeps,
  autoSelectFamilyAttemptTimeout: addressMs,
}

/**
 * Node's clients of the server for both schemes. Usually a request is given to a connection that has yet to be made, and
 * after a fault nobody can say whether a part of it left; here it waits for one that stands, so that a `NothingSent`
 * proves that nothing did. What fails later (the server cut it, no answer in time) is any other error.
 * `within` ms it has to stand.
 */
export const serverAgents = (within = connectWithin) => ({
  'http:': new (class extends http.Agent {
    override createConnection(to: http.ClientRequestArgs, created: Created): undefined {
      handOver(super.createConnection(to) as Socket, 'connect', within, created)
    }
  })(options),
  'https:': new (class extends https.Agent {
    override createConnection(to: https.RequestOptions, created: Created): undefined {
      handOver(super.createConnection(to) as Socket, 'secureConnect', within, created)
    }
  })(options),
})
