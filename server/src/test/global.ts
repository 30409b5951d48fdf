import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Before the first test of a run: whoever asks at TEST_CLUSTER gets the address of one PostgreSQL for all processes of
 * the run. Only the first question starts it: many a run needs none. It ends with this process.
 */
export default async (): Promise<(() => void) | undefined> => {
  // Each project of a run comes here, in one process.
  if (process.env.TEST_CLUSTER) return undefined
  let cluster: Promise<string> | undefined
  const server = createServer((_, reply) => {
    cluster ??= import('./cluster.ts').then(({ startCluster }) => startCluster({ forRun: true }))
    cluster.then(
      (address) => reply.end(address),
      (fault: unknown) => reply.writeHead(500).end(String(fault)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.TEST_CLUSTER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
