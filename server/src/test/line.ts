import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A line to a database that can be cut: what a restart of PostgreSQL looks like from here. */
export interface Line {
  /** Address of the database through this line. */
  url: string
  /** Breaks every connection and takes no new one. */
  cut: () => void
  /** Swallows everything from now on and closes nothing: a frozen machine. Connections made after `thaw` work. */
  freeze: () => void
  thaw: () => void
  mend: () => Promise<void>
  close: () => void
}

/** Opens a line to the database at `databaseUrl`. */
export const openLine = async (databaseUrl: string): Promise<Line> => {
  const url = new URL(databaseUrl)
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  }
  let frozen = false
  const take = (here: Socket) => {
    keep(here)
    if (frozen) return
    const there = connect(Number(url.port), url.hostname)
    keep(there)
    here.pipe(there).pipe(here)
    here.on('close', () => there.destroy())
    there.on('close', () => here.destroy())
  }
  let server: Server
  const listen = async (port: number) => {
    server = createServer(take).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const cut = () => {
    server.close()
    for (const socket of open) socket.resetAndDestroy()
  }
  const through = new URL(databaseUrl)
  through.host = `127.0.0.1:${port}`
  const freeze = () => {
    frozen = true
    for (const socket of open) socket.unpipe().pause()
  }
  const thaw = () => {
    frozen = false
  }
  return { url: through.href, cut, freeze, thaw, mend: async () => void (await listen(port)), close: cut }
}
