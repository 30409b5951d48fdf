import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeFrame, frameReader, type Message } from './desk-frames.ts'
import { sameText } from './hash.ts'

// The gateway listens, the desk connects back: inherited handles break between 64 and 32 bits. Both prove that they
// know the secret of this start and neither sends it, so whoever takes the pipe's name first learns nothing.

const proofOf = (secret: string, side: 'parent' | 'child', nonce: unknown) =>
  createHmac('sha256', secret)
    .update(`${side}:${String(nonce)}`)
    .digest('base64')

export interface DeskSocket {
  socket: Socket
  /** messages after the handshake go here */
  receive: (onMessage: (message: Message) => void) => void
}

export interface DeskListener {
  path: string
  secret: string
  /** The desk, once it has proved itself. */
  connected: Promise<DeskSocket>
  close: () => void
}

const freePath = () =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\yibao-${process.pid}-${randomBytes(8).toString('hex')}`
    : join(mkdtempSync(join(tmpdir(), 'yb-')), 's')

const greet = (socket: Socket, secret: string, accept: (desk: DeskSocket) => void) => {
  const nonce = randomBytes(16).toString('base64')
  const timer = setTimeout(() => socket.destroy(), 5_000)
  const early: Message[] = []
  let onMessage = (message: Message): void => {
    if (typeof message.proof !== 'string' || !sameText(message.proof, proofOf(secret, 'child', nonce)))
      return void socket.destroy()
    clearTimeout(timer)
    socket.write(encodeFrame({ proof: proofOf(secret, 'parent', message.nonce) }))
    onMessage = (next) => early.push(next)
    accept({
      socket,
      receive: (listener) => {
        onMessage = listener
        for (const one of early.splice(0)) listener(one)
      },
    })
  }
  const read = frameReader((message) => onMessage(message))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => clearTimeout(timer))
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      socket.destroy()
    }
  })
  socket.write(encodeFrame({ nonce }))
}

/** Listens for one desk on a unix socket (named pipe on Windows) of a random name. */
export const listenForDesk = async (): Promise<DeskListener> => {
  const path = freePath()
  const secret = randomBytes(32).toString('base64')
  const server = createServer()
  const connected = new Promise<DeskSocket>((resolve) => {
    server.on('connection', (socket) =>
      greet(socket, secret, (desk) => {
        resolve(desk)
        server.close()
      }),
    )
  })
  server.on('close', () => {
    if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true })
  })
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(path, resolve))
  return { path, secret, connected, close: () => void server.close() }
}
