import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { Context, Deps } from '../../../call/context.ts'
import type { Database } from '../../../database/open.ts'
import { sealFile } from '../../../secrets/sealed-file.ts'
import type { GroupRow } from '../groups/groups.ts'
import { groupIdOf } from '../groups/keys.ts'
import { reconFile, reconGroup } from '../tables.ts'
import type { ResultFile } from './exchange.ts'

type Exchange = Pick<GroupRow, 'storeId' | 'day' | 'clrOptins' | 'clrType'>

/** The id of an exchange's file until its rows have become differences: an exchange is of all insurances. */
const uncomparedId = ({ storeId, day, clrOptins, clrType }: Exchange): string =>
  groupIdOf(storeId, day, { clrOptins, insutype: '', clrType })

/** Keeps the file as it came, before anybody reads it: the centre's copy expires (domain.md 5.3). */
export const keepFile = async ({ db, clock, services }: Deps, asked: Exchange, file: ResultFile): Promise<void> => {
  const { filename, content, expiresAt = null } = file
  const values = { filename, content: sealFile(services.vault, content), expiresAt, at: clock() }
  await db
    .insert(reconFile)
    .values({ id: uncomparedId(asked), storeId: asked.storeId, day: asked.day, ...values })
    .onConflictDoUpdate({ target: reconFile.id, set: values })
}

/** The file is what some groups' differences are from, in the transaction that writes those: until then they have no details. */
export const fileCompared = async (tx: Database, groups: readonly GroupRow[], now: Date): Promise<void> => {
  const id = newId(now)
  const kept = await tx
    .update(reconFile)
    .set({ id })
    .where(eq(reconFile.id, uncomparedId(groups[0]!)))
    .returning({ id: reconFile.id })
  // Of two runs at once the first has given the one file to both.
  if (!kept.length) return
  const ids = groups.map((group) => group.id)
  await tx.update(reconGroup).set({ fileId: id }).where(inArray(reconGroup.id, ids))
}

/** Files of a group's exchange: the one that came last, compared or not, stands first. */
const filesOf = (group: GroupRow): string[] => [uncomparedId(group), ...(group.fileId ? [group.fileId] : [])]

/** The file that came last of a group's exchange, compared or not. */
export const fileOf = async (
  { db }: Pick<Context, 'db'>,
  group: GroupRow,
): Promise<typeof reconFile.$inferSelect | undefined> => {
  const files = await db
    .select()
    .from(reconFile)
    .where(and(eq(reconFile.storeId, group.storeId), inArray(reconFile.id, filesOf(group))))
  return files.find(({ id }) => id !== group.fileId) ?? files[0]
}

/** Until when the centre keeps `fileOf` of each of these groups, as it said. */
export const fileExpiries = async (
  db: Database,
  groups: readonly GroupRow[],
): Promise<(group: GroupRow) => string | undefined> => {
  const rows = await db
    .select({ id: reconFile.id, expiresAt: reconFile.expiresAt })
    .from(reconFile)
    .where(inArray(reconFile.id, groups.flatMap(filesOf)))
  const known = new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]))
  return (group) => known.get(filesOf(group).find((id) => known.has(id)) ?? '') ?? undefined
}
