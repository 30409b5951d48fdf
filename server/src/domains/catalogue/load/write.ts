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

/** How a batch goes in: straight where none of its codes can be there yet, else over a table of its own. */
export interface Batch {
  entries: readonly Entry[]
  /** Nothing of this area and kind is in the table but earlier batches of the same run, none with one of these codes. */
  fresh: boolean
}

/** Makes a batch ready outside of the transaction; `write` puts it in. */
export const prepareBatch = ({ entries, fresh }: Batch): { write: (tx: CopyTransaction) => Promise<void> } => {
  const rows = bytesOf(fresh ? entries : latest(entries))
  return {
    write: async (tx) => {
      if (!entries.length) return
      if (fresh) return tx.copy('catalogue_entry', entryColumns, rows)
      await tx.query('create temp table if not exists incoming (like catalogue_entry) on commit delete rows')
      await tx.copy('incoming', entryColumns, rows)
      await tx.query(merge)
    },
  }
}

/** Puts entries in and moves the download's count on, or neither: `move` answers false when another process took over. */
export const writeBatch = (
  db: Database,
  batch: ReturnType<typeof prepareBatch>,
  move: (tx: CopyTransaction) => Promise<boolean>,
): Promise<boolean> =>
  inCopyTransaction(db, async (tx) => {
    if (!(await move(tx))) return false
    await batch.write(tx)
    return true
  })
