import type { Server as HttpServer } from 'node:http'
import { lineEnded } from '@yibao/shared/live-line.ts'
import { Server, type Socket } from 'socket.io'
import type { SessionUser } from '../call/session-user.ts'
import type { Watch } from '../database/watch.ts'
import type { Access } from '../domains/auth/access.ts'
import type { Live } from '../process/live.ts'
import { type BetweenNodes, openBetweenNodes } from './between-nodes.ts'

/** ms between two looks whether the sessions behind the sockets still live. */
const checkEvery = 60_000
/** Tells browsers that events may have been missed: they read anew what they show. */
const anew = 'anew'
/** Between nodes: somebody was given, or lost, stores or his account. */
const moved = 'sessions.moved'
/** ms in which changes are followed together. */
const together = 200
/** Follows every store: super administrators without an area. */
const everyStore = 'store:*'

const roomsOf = ({ userId, stores, areaCode }: SessionUser): string[] => [
  'everybody',
  `user:${userId}`,
  ...(areaCode ? [`area:${areaCode}`] : []),
  ...(stores === 'all' ? [everyStore] : stores.map((id) => `store:${id}`)),
]

/** Whoever joins a room heard nothing of it until now. */
const moveTo = async (socket: Socket, rooms: readonly string[]) => {
  for (const room of socket.rooms) if (room !== socket.id && !rooms.includes(room)) await socket.leave(room)
  const fresh = rooms.filter((room) => !socket.rooms.has(room))
  if (!fresh.length) return
  await socket.join(fresh)
  socket.emit(anew, {})
}

interface Attached {
  access: Access
  /** Nodes on one PostgreSQL pass events on to each other. */
  databaseUrl?: string
  /** Origins of pages that are served elsewhere (cross-origin.ts). */
  origins?: readonly string[]
  watch?: Watch
  report: (fault: Error) => void
}

/** Live events to browsers over socket.io. Events published before it is attached reach nobody, as nobody listens. */
export class LiveHub implements Live {
  #io: Server | undefined
  #nodes: BetweenNodes | undefined
  #timer: NodeJS.Timeout | undefined
  #follow: (() => void) | undefined
  #due: ReturnType<typeof setTimeout> | undefined
  readonly #hearing: [event: string, listener: (id: string) => void][] = [[moved, () => this.#soon()]]

  publish(room: string, event: string, payload: Record<string, unknown>): void {
    if (!this.#io) return
    const to = /^(store|area):/.test(room) ? [room, everyStore] : room
    this.#io.to(to).emit(event, payload)
  }

  sessionsMoved(): void {
    this.#soon()
    this.tellNodes(moved, '')
  }

  // Roles are given to a hundred persons in one go: their lines are looked at once.
  #soon(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined
      this.#follow?.()
    }, together)
    this.#due.unref()
  }

  tellNodes(event: string, id: string): void {
    // Without the adapter there is no other node.
    if (this.#nodes) this.#io?.serverSideEmit(event, id)
  }

  /** May be called before the hub is attached, and after it. */
  onNodes(event: string, listener: (id: string) => void): void {
    this.#hearing.push([event, listener])
    this.#io?.on(event, listener)
  }

  /** Serves /socket.io on this HTTP server. The token comes in the handshake's `auth`, never in an address. */
  async attach(server: HttpServer, { access, databaseUrl, origins = [], watch, report }: Attached): Promise<void> {
    const cors = origins.length ? { cors: { origin: [...origins] } } : {}
    const io = new Server(server, { serveClient: false, maxHttpBufferSize: 10_000, ...cors })
    if (databaseUrl) {
      const gaps = { listening: () => io.local.emit(anew, {}), unheard: () => io.emit(anew, {}) }
      this.#nodes = await openBetweenNodes(databaseUrl, report, gaps, watch)
      io.adapter(this.#nodes.adapter)
    }
    io.use((socket, next) => {
      const token: unknown = socket.handshake.auth.token
      const bare = typeof token === 'string' ? token.replace(/^Bearer /, '') : ''
      access.userOf(bare).then(
        async (user) => {
          if (!user || user.guest || user.mustChange || user.viewedBy) return next(lineEnded())
          Object.assign(socket.data, { sessionId: user.sessionId })
          await socket.join(roomsOf(user))
          next()
        },
        (fault: Error) => {
          report(fault)
          next(new Error('系统异常'))
        },
      )
    })
    for (const [event, listener] of this.#hearing) io.on(event, listener)
    this.#io = io
    this.#follow = () => void this.followSessions(access).catch(report)
    this.#timer = setInterval(this.#follow, checkEvery)
    this.#timer.unref()
  }

  /**
   * Ends the sockets of this node whose session was closed, has expired or is of somebody stopped; whoever was given other
   * stores by a role hears of those from now on.
   */
  async followSessions(access: Access): Promise<void> {
    const sockets = [...(this.#io?.of('/').sockets.values() ?? [])]
    const alive = await access.alive([...new Set(sockets.map(({ data }) => String(data.sessionId)))])
    const follow = async (socket: Socket) => {
      // By the session and not by the token that the line was opened with: that one is replaced after six hours.
      const hash = alive.get(String(socket.data.sessionId))
      const user = hash && (await access.userAt(hash))
      if (!user) return socket.disconnect(true)
      await moveTo(socket, roomsOf(user))
    }
    await Promise.all(sockets.map(follow))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    clearTimeout(this.#due)
    // io.close() would wait for the HTTP server, which main.ts closes itself.
    this.#io?.disconnectSockets(true)
    this.#io?.engine.close()
    await this.#io?.of('/').adapter.close()
    await this.#nodes?.close()
    this.#io = undefined
  }
}
