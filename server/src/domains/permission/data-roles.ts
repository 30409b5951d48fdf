import type { InputOf } from '@yibao/shared/call.ts'
import type { dataRole as calls } from '@yibao/shared/calls/data-role.ts'
import { count, eq, inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { dataRole, userDataRole } from '../auth/tables.ts'
import { area, store } from '../organisation/tables.ts'
import { changesOf } from '../system/changed-fields.ts'
import { codeOf } from './menu-roles.ts'
import { namesOf, outside, type Places, reachOf } from './reach.ts'
import { changeableDataRole, dataRoleOf, freeName, visibleDataRoles } from './roles.ts'
import { markOf, refuseUnseen } from './seen.ts'
import { endLostAreas } from './sessions.ts'

const modified = ({ me, now }: Context) => ({ modifier: me.name, modifiedAt: now })

/** Places that exist and lie in the caller's reach; stores of a chosen area are in it already and drop out. */
const placesToGive = async (c: Context, given: Places) => {
  const { db } = c
  const beyond = outside(await reachOf(c), given)
  if (beyond.length) refuse('role.scope', { places: await namesOf(c, beyond) })
  const areas = [...new Set(given.areas)]
  const found = await db
    .select({ code: area.code })
    .from(area)
    .where(inArray(area.code, [...areas, '']))
  if (found.length < areas.length) refuse('not.found', { what: '区划' })
  const wanted = [...new Set(given.stores)]
  const shops = wanted.length
    ? await db.select({ id: store.id, areaCode: store.areaCode }).from(store).where(inArray(store.id, wanted))
    : []
  if (shops.length < wanted.length) refuse('not.found', { what: '门店' })
  const stores = shops.filter(({ areaCode }) => !areas.includes(areaCode)).map(({ id }) => id)
  return areas.length || stores.length ? { areas: areas.sort(), stores: stores.sort() } : refuse('role.empty')
}

const holdersOf = async (db: Database, roleId: string): Promise<string[]> => {
  const rows = await db
    .select({ userId: userDataRole.userId })
    .from(userDataRole)
    .where(eq(userDataRole.roleId, roleId))
  return rows.map(({ userId }) => userId)
}

/** Role/AddDataRole. */
export const addDataRole = async (input: InputOf<typeof calls.addDataRole>, c: Context) => {
  const places = await placesToGive(c, input)
  freeName(await visibleDataRoles(c), input.name)
  const id = newId(c.now)
  const code = codeOf(input.code, id)
  const made = await c.db
    .insert(dataRole)
    .values({ id, code, name: input.name.trim(), remark: input.remark ?? '', ...places, ...modified(c) })
    .onConflictDoNothing()
    .returning({ id: dataRole.id })
  if (!made.length) refuse('role.code', { code }, { fields: { code: '编码已被使用' } })
  return { roleId: id }
}

/** What a data role opens, for whoever saves over it (`seen`). */
export const placesMark = ({ areas, stores }: Places) => markOf(areas, stores)

/** Role/UpdateDataRole: counts from the next request; sessions in an area that is lost end. */
export const updateDataRole = async (input: InputOf<typeof calls.updateDataRole>, c: Context): Promise<null> => {
  const before = await changeableDataRole(c, input.roleId)
  const given = input.areas || input.stores
  const places = given ? await placesToGive(c, { areas: input.areas ?? [], stores: input.stores ?? [] }) : {}
  if (input.name) freeName(await visibleDataRoles(c), input.name, before.id)
  // With a name it is the whole form, whose empty remark empties the role's.
  const named = input.name === undefined ? {} : { name: input.name.trim(), remark: input.remark ?? '' }
  const after = { ...named, ...places }
  await c.db.transaction(async (tx) => {
    const here = eq(dataRole.id, before.id)
    const [now = before] = await tx.select().from(dataRole).where(here).for('update')
    refuseUnseen(`「${before.name}」的数据范围`, input.seen, placesMark(now))
    await tx
      .update(dataRole)
      .set({ ...after, ...modified(c) })
      .where(here)
    await endLostAreas(tx, await holdersOf(tx, before.id))
  })
  c.keep(changesOf(before, after))
  return null
}

/** Role/UpdateDataRoleStatus. */
export const switchDataRole = async (
  { roleId, enabled }: { roleId: string; enabled: boolean },
  c: Context,
): Promise<null> => {
  const before = await changeableDataRole(c, roleId)
  await c.db.transaction(async (tx) => {
    await tx
      .update(dataRole)
      .set({ enabled, ...modified(c) })
      .where(eq(dataRole.id, roleId))
    await endLostAreas(tx, await holdersOf(tx, roleId))
  })
  c.keep(changesOf({ enabled: before.enabled }, { enabled }))
  return null
}

/** Role/RemoveDataRole: not one that somebody holds. */
export const removeDataRole = async (roleId: string, c: Context): Promise<null> => {
  const role = await dataRoleOf(c, roleId)
  await c.db.transaction(async (tx) => {
    await tx.select({ id: dataRole.id }).from(dataRole).where(eq(dataRole.id, roleId)).for('update')
    const [held] = await tx.select({ n: count() }).from(userDataRole).where(eq(userDataRole.roleId, roleId))
    if (held?.n) refuse('role.users', { name: role.name, n: held.n })
    await tx.delete(dataRole).where(eq(dataRole.id, roleId))
  })
  c.keep({ before: { areas: role.areas, stores: role.stores } })
  return null
}
