import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type ListenOptions, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeFrame, FrameReader } from './frames.ts'
import { createPeer, type Peer, PeerGone, type PeerOptions } from './peer.ts'

export * from './frames.ts'
export * from './peer.ts'

// The parent listens and the child connects back, because inherited handles break between a 64-bit parent and
// a 32-bit child. Both prove that they know the secret of this start, neither sends it: a process that took
// the pipe's name first learns nothing, a stranger that connects is not taken for the child.

const handshakeBytes = 4096
const handshakeMs = 5_000

const proofOf = (secret: string, side: 'parent' | 'child', nonce: unknown) =>
  createHmac('sha256', secret)
    .update(`${side}:${String(nonce)}`)
    .digest('base64')

const same = (a: unknown, b: string) =>
  typeof a === 'string' && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

type Say = (message: Record<string, unknown>) => void
/** One step of the challenge: 'more' waits for the next message, 'done' makes the peer, a throw ends the socket. */
type Turn = (message: Record<string, unknown>, say: Say) => 'more' | 'done'

const shakeHands = (socket: Socket, options: PeerOptions, turn: Turn, open?: Record<string, unknown>) =>
  new Promise<Peer>((resolve, reject) => {
    const fail = () => {
      socket.destroy()
      clearTimeout(timer)
      reject(new PeerGone('the other side did not prove itself', false))
    }
    const timer = setTimeout(fail, handshakeMs)
    const say: Say = (message) => socket.write(encodeFrame(message, handshakeBytes))
    const reader = new FrameReader(handshakeBytes, (message) => {
      if (turn(message, say) === 'more') return
      clearTimeout(timer)
      socket.off('error', fail).off('close', fail)
      // In this very turn: the next message may already be in the same chunk.
      resolve(createPeer(socket, reader, options))
    })
    socket.on('error', fail).on('close', fail)
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk)
      } catch {
        socket.destroy()
      }
    })
    if (open) say(open)
  })

const refuse = (): never => {
  throw new Error('wrong proof')
}

const freePath = () =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\yibao-${process.pid}-${randomBytes(8).toString('hex')}`
    : join(mkdtempSync(join(tmpdir(), 'yb-')), 's')

/** Where a child connects back: give it `path`, and `secret` where nobody else reads it. */
export interface Listener {
  path: string
  secret: string
  /** The child once it has proved itself; rejects with PeerGone when `close` comes first. */
  peer: Promise<Peer>
  /** Stops listening; a peer already there stays. */
  close: () => void
}

/** Listens for exactly one who knows the secret; `welcome` may still turn him away, then it waits on. */
const listen = async (
  options: PeerOptions,
  at: ListenOptions,
  welcome: (socket: Socket) => boolean,
  gone: () => void,
) => {
  const secret = randomBytes(32).toString('base64')
  const server = createServer({ noDelay: true })
  // At once, not on 'close': that comes only when the child has gone too.
  const close = () => {
    server.close()
    gone()
  }
  let taken = false
  const peer = new Promise<Peer>((resolve, reject) => {
    server.on('close', () => reject(new PeerGone('no child came', false)))
    server.on('connection', (socket) => {
      const nonce = randomBytes(16).toString('base64')
      const turn: Turn = (message, say) => {
        if (taken || !same(message.proof, proofOf(secret, 'child', nonce)) || !welcome(socket)) return refuse()
        taken = true
        say({ proof: proofOf(secret, 'parent', message.nonce) })
        return 'done'
      }
      shakeHands(socket, options, turn, { nonce }).then(
        (child) => {
          resolve(child)
          close()
        },
        () => {}, // a stranger: keep waiting for the child
      )
    })
  })
  peer.catch(() => {})
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(at, resolve))
  return { secret, peer, close, address: server.address() }
}

/** Opens a unix socket (named pipe on Windows) for exactly one child. */
export const listenForChild = async (options: PeerOptions): Promise<Listener> => {
  const path = freePath()
  const gone = () => {
    if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true })
  }
  return { path, ...(await listen(options, { path }, () => true, gone)) }
}

/**
 * The same for somebody whom this process did not start and who learns path and secret by a file that others read too:
 * on a port of this PC, because Windows tells whose program is at the other end of a connection, and of a pipe it does not.
 * `welcome` is asked of who knows the secret.
 */
export const listenForDesk = async (options: PeerOptions, welcome: (socket: Socket) => boolean): Promise<Listener> => {
  const heard = await listen(options, { host: '127.0.0.1', port: 0 }, welcome, () => {})
  return { path: `127.0.0.1:${(heard.address as AddressInfo).port}`, ...heard }
}

/** A port of this PC as `listenForDesk` names it, else a socket's or a pipe's path. */
const connectTo = (path: string) => {
  const port = /^127\.0\.0\.1:(\d+)$/.exec(path)?.[1]
  return port === undefined ? connect(path) : connect({ host: '127.0.0.1', port: Number(port), noDelay: true })
}

/**
 * The child's side: connects to `path`, proves the secret both ways and returns the parent as a peer; `trusts` is asked of
 * a parent that knows the secret.
 */
export const connectToParent = (
  path: string,
  secret: string,
  options: PeerOptions,
  trusts: (socket: Socket) => boolean = () => true,
): Promise<Peer> => {
  const socket = connectTo(path)
  const nonce = randomBytes(16).toString('base64')
  return shakeHands(socket, options, (message, say) => {
    if (message.nonce !== undefined) {
      say({ proof: proofOf(secret, 'child', message.nonce), nonce })
      return 'more'
    }
    return same(message.proof, proofOf(secret, 'parent', nonce)) && trusts(socket) ? 'done' : refuse()
  })
}
