import { connect } from 'node:net'

// A load generator in a process of its own: `connections` requests in flight over kept connections, each sent when the
// answer before it is complete. It reads only what it needs of HTTP: every contestant answers with a content-length.

export interface LoadOrder {
  port: number
  connections: number
  ms: number
  /** Raw GET targets with the bearer of each. */
  requests: { path: string; token?: string }[]
}
export interface LoadReport {
  perSecond: number
  p95: number
  failures: number
}

const bytesOf = ({ path, token }: LoadOrder['requests'][number]) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}\r\n`

const drive = ({ port, connections, ms, requests }: LoadOrder): Promise<LoadReport> =>
  new Promise((resolve) => {
    const texts = requests.map(bytesOf)
    const times: number[] = []
    let next = 0
    let failures = 0
    let open = connections
    const begin = performance.now()
    const line = () => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let sentAt = 0
      let missing = 0
      const send = () => {
        sentAt = performance.now()
        if (sentAt - begin > ms) return socket.end()
        socket.write(texts[next++ % texts.length]!)
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const head = chunk.indexOf('\r\n\r\n')
          const text = chunk.toString('latin1', 0, head)
          if (!text.startsWith('HTTP/1.1 200')) failures++
          missing = Number(/content-length: (\d+)/i.exec(text)?.[1]) + head + 4
        }
        missing -= chunk.length
        if (missing > 0) return
        missing = 0
        times.push(performance.now() - sentAt)
        send()
      })
      socket.on('error', () => failures++)
      socket.on('close', () => {
        open--
        if (open > 0) return
        const seconds = (performance.now() - begin) / 1000
        times.sort((a, b) => a - b)
        resolve({
          perSecond: times.length / seconds,
          p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
          failures,
        })
      })
    }
    for (let i = 0; i < connections; i++) line()
  })

process.on('message', async (order: LoadOrder) => process.send?.(await drive(order)))
