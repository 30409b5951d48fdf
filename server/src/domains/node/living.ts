import type { Context } from '../../call/context.ts'
import { shownState } from './rows.ts'
import { serverNode } from './tables.ts'

/** Ids of the nodes that are there: neither ended nor silent for longer than a node may be. */
export const livingNodes = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> => {
  const rows = await db.select().from(serverNode).orderBy(serverNode.id)
  return rows.filter((row) => !['ended', 'lost'].includes(shownState(row, now))).map(({ id }) => id)
}
