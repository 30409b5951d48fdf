import type { uiTable as uiTableCalls } from '@yibao/shared/calls/ui-table.ts'
import type { TableSettings } from '@yibao/shared/entities/page.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { areaName } from '../organisation/districts.ts'
import { uiTable } from './tables.ts'

/** Bytes of one table's settings as JSON. */
const limit = 16_000

/** Refuses what is too large to be kept for a page. */
export const checkSize = (value: unknown, most = limit): void => {
  if (Buffer.byteLength(JSON.stringify(value)) > most) refuse('page.size', { limit: most })
}

const areaOwner = (areaCode: string) => `area:${areaCode}`

/** The chosen area, where what all its companies see is the caller's to change. Refuses who has a part of it only. */
export const forWholeArea = async (c: Context, what: string): Promise<string> => {
  const areaCode = c.me.areaCode ?? refuse('area.missing')
  if (await holdsArea(c, areaCode)) return areaCode
  return refuse('page.shared', { what, area: areaName(areaCode) })
}

const settingsOf = async ({ db, me }: Context, tableId: string) => {
  const owners = [me.userId, ...(me.areaCode ? [areaOwner(me.areaCode)] : [])]
  const rows = await db
    .select()
    .from(uiTable)
    .where(and(eq(uiTable.tableId, tableId), inArray(uiTable.owner, owners)))
  const of = (owner: string | undefined) => rows.find((row) => row.owner === owner)?.settings
  return { own: of(me.userId), default: of(owners[1]) }
}

const keep = async (c: Context, owner: string, tableId: string, settings: TableSettings) => {
  checkSize(settings)
  const row = { owner, tableId, settings, updatedAt: c.now }
  await c.db
    .insert(uiTable)
    .values(row)
    .onConflictDoUpdate({ target: [uiTable.owner, uiTable.tableId], set: row })
  return settingsOf(c, tableId)
}

export const uiTableHandlers: Handlers<typeof uiTableCalls> = {
  get: ({ tableId }, c) => settingsOf(c, tableId),
  save: ({ tableId, settings }, c) => keep(c, c.me.userId, tableId, settings),
  saveDefault: async ({ tableId, settings }, c) => {
    if (!c.me.isAdminUser && !c.me.isSuperAdmin) refuse('permission.denied', { title: '保存区划默认表格设置' })
    return keep(c, areaOwner(await forWholeArea(c, '区划默认的表格设置')), tableId, settings)
  },
  reset: async ({ tableId }, c) => {
    await c.db.delete(uiTable).where(and(eq(uiTable.owner, c.me.userId), eq(uiTable.tableId, tableId)))
    return settingsOf(c, tableId)
  },
}
