import { listCodes } from '../centre/dictionaries.ts'
import type { Edition } from '../centre/profile.ts'
import { asIncoming } from '../database/incoming.ts'
import { payKindRows } from '../domains/collection/kinds.ts'
import { dictionaryItem } from '../domains/dictionary/tables.ts'
import type { Shipped } from './shipped.ts'

const rowsOfEdition = (edition: Edition) =>
  listCodes(edition).map(({ type, code, label, parent }, sort) => ({
    edition,
    codeType: type,
    code,
    label,
    parent: parent || null,
    sort,
  }))

/** The standard's code tables, where a code that stands twice is the first one, and kinds of our own that it does not know. */
const rows = () => {
  const byCode = new Map<string, (typeof payKindRows)[number] | ReturnType<typeof rowsOfEdition>[number]>()
  for (const row of [...rowsOfEdition('JX'), ...rowsOfEdition('HN'), ...payKindRows]) {
    const key = `${row.edition} ${row.codeType} ${row.code}`
    if (!byCode.has(key)) byCode.set(key, row)
  }
  return [...byCode.values()]
}

/** 6 parameters a row; PostgreSQL takes 65535 in one statement. */
const batch = 2000

/**
 * Nobody writes at these rows: what an area or its centre (1901) says lies in a layer above. A code that the standard has
 * no more is not offered and keeps its name, for what was settled with it.
 */
export const dictionaries: Shipped = {
  name: 'dictionaries',
  rows,
  write: async (db) => {
    const all = rows()
    await db.update(dictionaryItem).set({ enabled: false })
    for (let from = 0; from < all.length; from += batch)
      await db
        .insert(dictionaryItem)
        .values(all.slice(from, from + batch))
        .onConflictDoUpdate({
          target: [dictionaryItem.edition, dictionaryItem.codeType, dictionaryItem.code],
          set: asIncoming(dictionaryItem, ['label', 'parent', 'sort', 'enabled']),
        })
  },
}
