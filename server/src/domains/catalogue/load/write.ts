import { type CopyTransaction, inCopyTransaction } from '../../../database/copy.ts'
import type { Database } from '../../../database/open.ts'
import { copyRow, entryColumns } from '../entries.ts'
import type { catalogueEntry } from '../entry-tables.ts'

type Entry = typeof catalogueEntry.$inferSelect

const changing = entryColumns.filter((column) => !['area_code', 'kind', 'code'].includes(column))

// An older row never replaces a newer one, so that a file may be taken in twice.
const merge = `insert into catalogue_entry (${entryColumns.join(', ')})
  select ${entryColumns.join(', ')} from incoming
  on conflict (area_code, kind, code) do update set ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
  where catalogue_entry.source = 'local' or excluded.version >= catalogue_entry.version`

/** Each code once, as its greatest version says; codes of one version as the later line says. */
const latest = (entries: readonly Entry[]): Entry[] => {
  const byCode = new Map<string, Entry>()
  for (const entry of entries)
    if ((byCode.get(entry.code)?.version ?? '') <= entry.version) byCode.set(entry.code, entry)
  return [...byCode.values()]
}

const bytesOf = (entries: readonly Entry[]): Buffer => Buffer.from(entries.map(copyRow).join(''))

/** Rows that are made ready outside of the transaction. */
export interface Batch {
  rows: Buffer
  /** Nothing of this area and kind was in the table before this run: rows go in without a look at what is there. */
  straight: boolean
  entries: readonly Entry[]
}

/** The bytes of a batch for COPY; unless it goes in straight, each code once, as its greatest version says. */
export const prepareBatch = (entries: readonly Entry[], straight: boolean): Batch => ({
  rows: bytesOf(straight ? entries : latest(entries)),
  straight,
  entries,
})

/** Puts a batch in: straight, or over a table of its own where some of its codes may be there. */
export const putIn = async (tx: CopyTransaction, { rows, straight }: Batch): Promise<void> => {
  if (!rows.length) return
  if (straight) return tx.copy('catalogue_entry', entryColumns, rows)
  await tx.query('create temp table if not exists incoming (like catalogue_entry) on commit delete rows')
  await tx.copy('incoming', entryColumns, rows)
  await tx.query(merge)
}

/** unique_violation: a code that is there already, or twice in one file. */
const isTwice = (fault: unknown) => (fault as { code?: string } | null)?.code === '23505'

/** Puts entries in and moves the download's count on, or neither: `move` answers false when another process took over. */
export const writeBatch = async (
  db: Database,
  batch: Batch,
  move: (tx: CopyTransaction) => Promise<boolean>,
): Promise<boolean> => {
  try {
    return await inCopyTransaction(db, async (tx) => {
      if (!(await move(tx))) return false
      await putIn(tx, batch)
      return true
    })
  } catch (fault) {
    if (!batch.straight || !isTwice(fault)) throw fault
    return writeBatch(db, prepareBatch(batch.entries, false), move)
  }
}
