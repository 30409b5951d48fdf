import type { Deps } from '../../context.ts'
import { newId } from '../../ids.ts'
import { message } from './tables.ts'

type Row = typeof message.$inferSelect

/** A notice nobody wrote: the system's own. */
export interface Announcement {
  /** The same key is announced once, however often the job that finds it runs. */
  key: string
  title: string
  content: string
  type: 'order' | 'reconciliation' | 'dictionary' | 'upgrade'
  level: 'info' | 'warning' | 'urgent'
  areas?: string[]
  stores?: string[]
}

/** Notices of the system are looked at for a month. ms. */
const lifetime = 30 * 86_400_000

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
  }[row.scope]
  const { id, level, mustRead } = row
  for (const room of rooms) services.live.publish(room, event, { id, level, mustRead })
}

/** Publishes a notice of the system, once; true when it was new. */
export const announce = async (
  deps: Pick<Deps, 'db' | 'clock' | 'services'>,
  { areas = [], stores = [], ...rest }: Announcement,
): Promise<boolean> => {
  const now = deps.clock()
  const [row] = await deps.db
    .insert(message)
    .values({
      ...rest,
      id: newId(now),
      scope: stores.length ? 'stores' : 'areas',
      areas,
      stores,
      publisherName: '系统',
      publishedAt: now,
      validFrom: now,
      validTo: new Date(now.getTime() + lifetime),
    })
    .onConflictDoNothing()
    .returning()
  if (row) tell(deps, row)
  return row !== undefined
}
