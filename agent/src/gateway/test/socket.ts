import { once } from 'node:events'
import type WebSocket from 'ws'

type Message = Record<string, unknown>

/** A socket whose messages can be awaited one by one. */
export const readable = (socket: WebSocket) => {
  const arrived: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data))
    const next = waiting.shift()
    if (next) next(message)
    else arrived.push(message)
  })
  socket.on('error', () => {})
  const next = () =>
    new Promise<Message>((resolve) => {
      const first = arrived.shift()
      if (first) resolve(first)
      else waiting.push(resolve)
    })
  return {
    socket,
    next,
    send: (message: unknown) => socket.send(JSON.stringify(message)),
    opened: () => once(socket, 'open'),
    /** close code */
    closed: async () => Number((await once(socket, 'close'))[0]),
    /** HTTP status with which the upgrade was refused */
    refused: () =>
      new Promise<{ status: number | undefined; code: unknown }>((resolve) => {
        socket.on('unexpected-response', (_request, response) => {
          let text = ''
          response.on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () =>
            resolve({ status: response.statusCode, code: text.startsWith('{') ? JSON.parse(text).code : undefined }),
          )
        })
      }),
  }
}
