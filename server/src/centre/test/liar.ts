import { createServer, type Socket } from 'node:net'

/** A TCP server that counts every byte it is given and does with a connection what it is told. */
export interface Liar {
  url: string
  /** Bytes of all requests so far. */
  seen: () => number
  /** The whole text of all requests so far. */
  text: () => string
  connections: () => number
  close: () => Promise<void>
}

/** What to do: at the connection, or once a request with its body is complete. */
export interface Behaviour {
  onConnection?: (socket: Socket) => void
  onRequest?: (socket: Socket, request: string) => void
}

const isComplete = (text: string) => {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return end >= 0 && Buffer.byteLength(text) >= Buffer.byteLength(text.slice(0, end + 4)) + length
}

export const liar = async ({ onConnection, onRequest }: Behaviour): Promise<Liar> => {
  const sockets = new Set<Socket>()
  let bytes = 0
  let all = ''
  let count = 0
  const server = createServer((socket) => {
    count += 1
    let text = ''
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes += chunk.length
      text += chunk.toString('utf8')
      all += chunk.toString('utf8')
      if (!isComplete(text)) return
      const request = text
      text = ''
      onRequest?.(socket, request)
    })
    onConnection?.(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () => bytes,
    text: () => all,
    connections: () => count,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** A complete HTTP answer as text. */
export const answer = (body: string | Buffer, status = 200, contentType = 'application/json'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status} X\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    ),
    Buffer.from(body as string),
  ])
