import { join } from 'node:path'
import { tsvRows } from '../database/tsv.ts'
import { followHints, indexName, writeDocuments } from '../domains/hint/full-text/documents.ts'
import { searchIndex } from '../domains/hint/full-text/tables.ts'
import { hintMessage } from '../domains/hint/tables.ts'
import { seedId } from './organisation.ts'
import { bringRows, type Shipped } from './shipped.ts'

const file = join(import.meta.dirname, '../../data/hints.tsv')

/** The library of advice. A hint is known by its place in the file: new ones stand at its end. */
const shippedHints = () =>
  tsvRows(file).map(({ infno, pattern, tips, guide }, sort) => ({
    ...{ id: seedId(6, sort + 1), infno: infno || null, pattern: pattern!, tips: tips!, guide: guide!, sort },
  }))

export const hints: Shipped = {
  name: 'hints',
  rows: shippedHints,
  write: async (db, former) => {
    const written = await bringRows(db, hintMessage, shippedHints(), { former })
    if (former) return followHints(db, written)
    // The first time, also of a database that is older than the index.
    await writeDocuments(db)
    await db.insert(searchIndex).values({ name: indexName, builtAt: new Date() }).onConflictDoNothing()
  },
}
