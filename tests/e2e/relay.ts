import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be gone, as it is for its clients while PostgreSQL starts again. */
export interface Relay {
  /** The database's address by this way. */
  url: string
  /** Ends every connection and takes no new one. */
  cut: () => Promise<void>
  /** Takes connections again, at the same address. */
  mend: () => Promise<void>
}

/** Opens a relay to the database at `url`; cut it when it is needed no more. */
export const openRelay = async (url: string): Promise<Relay> => {
  const { port: target, hostname } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  let port = 0
  const mend = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await mend()
  port = (server.address() as AddressInfo).port
  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const one of open) one.destroy()
    })
  const way = new URL(url)
  way.port = String(port)
  return { url: way.href, cut, mend }
}
