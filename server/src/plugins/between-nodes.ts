import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import { patience, poolOf } from '../database/open.ts'
import type { Watch } from '../database/watch.ts'

/** Nodes on one PostgreSQL hear of each other's events over LISTEN and NOTIFY. */
export interface BetweenNodes {
  adapter: ReturnType<typeof createAdapter>
  close: () => Promise<void>
}

/** What is to be done about events that did not come through; nobody can say which they were. */
interface Gaps {
  /** From now on this node hears the others: what they said before, or while its line was down, it never will. */
  listening: () => void
  /** Something that this node said reached no other one; it is heard again by now. */
  unheard: () => void
}

/**
 * The adapter takes what it listens on from its pool, never gives it back, and hears no error of it: PostgreSQL's restart
 * would end the process, and each later one cost a place in the pool. So it gets a connection of its own here, whose
 * errors are heard and which ends when the next one comes; what it sends goes by a small pool. It reconnects by itself.
 */
export const openBetweenNodes = async (
  url: string,
  report: (fault: Error) => void,
  gaps: Gaps,
  watch?: Watch,
): Promise<BetweenNodes> => {
  const senders = poolOf(url, 2, { watch })
  let listening: pg.Client | undefined
  const end = async () => {
    const old = listening
    listening = undefined
    old?.removeAllListeners('end')
    await old?.end().catch(() => {})
  }
  const connect = async () => {
    await end()
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: patience })
    client.on('error', report)
    watch?.keep(client)
    await client.connect()
    listening = client
    const ask = client.query.bind(client)
    const listen = async (text: string) => {
      await ask(text)
      gaps.listening()
    }
    return Object.assign(client, { query: listen, release: () => void end() })
  }
  let lost = false
  const query = async (text: string, values?: unknown[]) => {
    const done = await senders.query(text, values).catch((fault: unknown) => {
      // A heartbeat carries none, and nobody misses it.
      lost ||= String(values?.[1]).includes('"packet"')
      throw fault
    })
    if (lost) {
      lost = false
      gaps.unheard()
    }
    return done
  }
  // The adapter looks here for events above 8 kB; ours carry ids only, but it tidies the table all the same.
  await query(
    'create table if not exists socket_io_attachments (id bigserial unique, created_at timestamptz default now(), payload bytea)',
  )
  return {
    adapter: createAdapter({ connect, query } as unknown as pg.Pool, { errorHandler: report }),
    close: async () => {
      await end()
      await senders.end()
    },
  }
}
