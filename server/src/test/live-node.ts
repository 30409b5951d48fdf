import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { LiveHub } from '../plugins/live.ts'
import type { TestServer } from './kit.ts'

interface LiveNode {
  hub: LiveHub
  port: number
  close: () => Promise<void>
}

interface Options {
  /** Nodes on one PostgreSQL pass events on to each other. */
  databaseUrl?: string | undefined
  /** What the node reports; without it a report fails the test. */
  faults?: string[] | undefined
  hub?: LiveHub
  origins?: readonly string[]
}

/** A node that serves nothing but the line for events, to the sessions of `server`. */
export const openLiveNode = async (
  server: TestServer,
  { databaseUrl, faults, hub = new LiveHub(), origins }: Options = {},
): Promise<LiveNode> => {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { access } = server.deps.services
  const report = ({ message }: Error) => (faults ? void faults.push(message) : expect.unreachable(message))
  await hub.attach(http, { access, databaseUrl, origins, report })
  const close = async () => {
    await hub.close()
    await new Promise((resolve) => http.close(resolve))
  }
  return { hub, port: (http.address() as AddressInfo).port, close }
}
