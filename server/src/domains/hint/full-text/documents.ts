import { eq, gt, inArray, notExists } from 'drizzle-orm'
import { asIncoming } from '../../../database/incoming.ts'
import type { Database } from '../../../database/open.ts'
import { gramsOf } from '../../catalogue/grams.ts'
import { hintMessage } from '../tables.ts'
import { hintDocument, searchIndex } from './tables.ts'

/** Name of the index of hints in `search_index`. */
export const indexName = 'hint'

type Hint = Pick<typeof hintMessage.$inferSelect, 'id' | 'pattern' | 'tips' | 'guide' | 'infno'>

/** Pairs of characters of a text; hints of all areas share one index. */
export const pairsOf = (...texts: string[]): number[] => gramsOf('0', ...texts)

const put = async (db: Database, hints: readonly Hint[]): Promise<void> => {
  if (!hints.length) return
  const rows = hints.map(({ id, pattern, tips, guide, infno }) => ({
    hintId: id,
    grams: pairsOf(tips, guide, pattern, infno ?? ''),
  }))
  await db
    .insert(hintDocument)
    .values(rows)
    .onConflictDoUpdate({ target: hintDocument.hintId, set: asIncoming(hintDocument, ['grams']) })
}

/** Hints as they are now; nobody changes them before their documents are written. */
const readForShare = (db: Database) => db.select().from(hintMessage).$dynamic()

/** Writes the documents of some hints anew. Without an index there is nothing to keep up. */
export const followHints = async (db: Database, ids: readonly string[]): Promise<void> => {
  const [built] = await db.select().from(searchIndex).where(eq(searchIndex.name, indexName))
  if (!built) return
  const hints = await readForShare(db)
    .where(inArray(hintMessage.id, [...ids]))
    .for('share')
  await put(db, hints)
}

const batch = 200

/** Writes every document anew, batch by batch, and drops those of hints that are gone; the index answers meanwhile. */
export const writeDocuments = async (db: Database, step?: (done: number) => Promise<void>): Promise<number> => {
  let done = 0
  for (let last = ''; ; ) {
    const some = await db.transaction(async (tx) => {
      const hints = await readForShare(tx)
        .where(gt(hintMessage.id, last))
        .orderBy(hintMessage.id)
        .limit(batch)
        .for('share')
      await put(tx, hints)
      return hints
    })
    done += some.length
    await step?.(done)
    if (some.length < batch) break
    last = some.at(-1)!.id
  }
  const theirs = db.select({ id: hintMessage.id }).from(hintMessage).where(eq(hintMessage.id, hintDocument.hintId))
  await db.delete(hintDocument).where(notExists(theirs))
  return done
}
