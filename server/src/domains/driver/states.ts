import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import type { StoredPackage } from './rows.ts'
import { driverPackage } from './tables.ts'

const said = (c: Context, row: StoredPackage, before: string, after: string) => {
  c.on(`${row.name} ${row.version}`)
  c.keep({ before: { state: before }, after: { state: after } })
}

/** Takes the version in use of the same driver out of use; answers its id. */
const retire = async (tx: Database, { driverId, areaCode }: StoredPackage) => {
  const same = and(eq(driverPackage.driverId, driverId), eq(driverPackage.areaCode, areaCode))
  const [row] = await tx
    .update(driverPackage)
    .set({ state: 'stopped' })
    .where(and(same, eq(driverPackage.state, 'enabled')))
    .returning({ id: driverPackage.id })
  return row?.id
}

/** Gives a version to the counters: with their next policy they fetch it, and it replaces the one in use. */
export const enable = async (c: Context, row: StoredPackage): Promise<void> => {
  if (row.state === 'enabled') return
  await c.db.transaction(async (tx) => {
    const formerId = await retire(tx, row)
    const change = formerId === undefined ? {} : { formerId }
    await tx
      .update(driverPackage)
      .set({ state: 'enabled', ...change })
      .where(eq(driverPackage.id, row.id))
  })
  said(c, row, row.state, 'enabled')
}

/** Takes a version from the counters: they go back to what they had installed themselves, if anything. */
export const stop = async (c: Context, row: StoredPackage): Promise<void> => {
  if (row.state !== 'enabled') return refuse('driver.notEnabled')
  await c.db.update(driverPackage).set({ state: 'stopped' }).where(eq(driverPackage.id, row.id))
  said(c, row, 'enabled', 'stopped')
}

/** The version before this one is in use again. It keeps its own former version, so one may go back further. */
export const rollBack = async (c: Context, row: StoredPackage): Promise<string> => {
  const { state, formerId } = row
  if (state !== 'enabled') return refuse('driver.notEnabled')
  if (!formerId) return refuse('driver.noFormer')
  await c.db.transaction(async (tx) => {
    await retire(tx, row)
    await tx.update(driverPackage).set({ state: 'enabled' }).where(eq(driverPackage.id, formerId))
  })
  said(c, row, 'enabled', 'stopped')
  return formerId
}
