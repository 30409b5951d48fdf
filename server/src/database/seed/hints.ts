import { join } from 'node:path'
import { indexName, writeDocuments } from '../../domains/hint/full-text/documents.ts'
import { searchIndex } from '../../domains/hint/full-text/tables.ts'
import { hintMessage } from '../../domains/system/page-tables.ts'
import type { Database } from '../open.ts'
import { tsvRows } from '../tsv.ts'
import { seedId } from './organisation.ts'

const file = join(import.meta.dirname, '../../../data/hints.tsv')

/** The first library of advice; one that exists is left to the people who keep it. */
export const seedHints = async (db: Database): Promise<void> => {
  const [known] = await db.select({ id: hintMessage.id }).from(hintMessage).limit(1)
  if (known) return
  const updatedAt = new Date()
  const rows = tsvRows(file).map(({ infno, pattern, tips, guide }, sort) => ({
    ...{ id: seedId(6, sort + 1), infno: infno || null, pattern: pattern!, tips: tips!, guide: guide!, sort },
    updatedBy: '系统',
    updatedAt,
  }))
  await db.insert(hintMessage).values(rows)
  await writeDocuments(db)
  await db.insert(searchIndex).values({ name: indexName, builtAt: updatedAt })
}
