import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Deps } from '../../call/context.ts'
import { message } from './tables.ts'

type Row = typeof message.$inferSelect

/** A notice nobody wrote: the system's own. */
interface Announcement {
  /** The same key is announced once, however often the job that finds it runs. */
  key: string
  title: string
  content: string
  type: 'notice' | 'order' | 'reconciliation' | 'liquidation' | 'dictionary' | 'upgrade' | 'approval' | 'report'
  level: 'info' | 'warning' | 'urgent'
  areas?: string[]
  stores?: string[]
  /** Single persons, by their ids, in place of areas and stores. */
  users?: string[]
  /** A page of the console that it leads to. */
  link?: { title: string; path: string }
  /** A month unless it is said. */
  validTo?: Date
}

/** Notices of the system are looked at for a month. ms. */
export const lifetime = 30 * 86_400_000

/** Tells the live sessions a notice is meant for that there is one; ids only. */
export const tell = (
  { services }: Pick<Deps, 'services'>,
  row: Row,
  event: 'message' | 'messageWithdrawn' = 'message',
) => {
  const rooms = {
    all: ['everybody'],
    areas: row.areas.map((code) => `area:${code}`),
    stores: row.stores.map((id) => `store:${id}`),
    users: row.users.map((id) => `user:${id}`),
  }[row.scope]
  const { id, level, mustRead } = row
  for (const room of rooms) services.live.publish(room, event, { id, level, mustRead })
}

/** Writes a notice of the system, once: the new row, to be told of when what it says has been committed. */
export const writeNotice = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { areas = [], stores = [], users = [], validTo, ...rest }: Announcement,
): Promise<Row | undefined> => {
  const now = clock()
  const [row] = await db
    .insert(message)
    .values({
      ...rest,
      id: newId(now),
      scope: users.length ? 'users' : stores.length ? 'stores' : 'areas',
      areas,
      stores,
      users,
      publisherName: '系统',
      publishedAt: now,
      validFrom: now,
      validTo: validTo ?? new Date(now.getTime() + lifetime),
    })
    .onConflictDoNothing()
    .returning()
  return row
}

/**
 * Takes back the notice of a key that has served, and frees the key: the same may be said again. The row as it is told of,
 * undefined when there is none.
 */
export const endNotice = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string): Promise<Row | undefined> => {
  const [row] = await db
    .update(message)
    .set({ withdrawnAt: clock(), key: null })
    .where(and(eq(message.key, key), isNull(message.withdrawnAt)))
    .returning()
  return row
}

/** Publishes a notice of the system, once; true when it was new. */
export const announce = async (
  deps: Pick<Deps, 'db' | 'clock' | 'services'>,
  announcement: Announcement,
): Promise<boolean> => {
  const row = await writeNotice(deps, announcement)
  if (row) tell(deps, row)
  return row !== undefined
}
