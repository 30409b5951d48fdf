import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { company as calls } from '@yibao/shared/calls/company.ts'
import { and, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { dataRolesOf } from '../auth/grants.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { company, store } from '../organisation/tables.ts'
import { companyRoleCode } from '../permission/company-role.ts'
import { addUser } from '../permission/user-edit.ts'
import { findCompany, holdCompany } from './rows.ts'

/** Code of the product's own menu role for administrators (seed/roles.ts). */
const adminRoleCode = 'area'

/**
 * Company/PrepareRoles: made once, its stores brought up to date every time; `adding`: those that are missing come in, and
 * none goes. Other companies of an area stay outside.
 */
export const prepareRoles = async (
  companyId: string,
  c: Context,
  adding = false,
): Promise<ResultOf<typeof calls.prepareRoles>> => {
  const { name } = await findCompany(c, companyId)
  const [menus] = await c.db.select().from(menuRole).where(eq(menuRole.code, adminRoleCode))
  if (!menus) return refuse('not.found', { what: '区域管理员角色' })
  const { role, stores } = await c.db.transaction(async (tx) => {
    // A store that comes in meanwhile joins the role behind this, and is not taken out of it again.
    await holdCompany(tx, companyId)
    const shops = await tx
      .select({ id: store.id })
      .from(store)
      .where(and(eq(store.companyId, companyId), eq(store.closed, false)))
      .orderBy(store.id)
    if (!shops.length) refuse('company.none', { name })
    const held = { stores: shops.map(({ id }) => id), modifier: c.me.name, modifiedAt: c.now }
    const missing = sql`select value from jsonb_array_elements(${JSON.stringify(held.stores)}::jsonb)
      where not ${dataRole.stores} @> value`
    const withThose = sql`${dataRole.stores} || coalesce((select jsonb_agg(value) from (${missing}) as missing), '[]')`
    const [made] = await tx
      .insert(dataRole)
      .values({ id: newId(c.now), code: companyRoleCode(companyId), name: `${name} 全部门店`, areas: [], ...held })
      .onConflictDoUpdate({ target: dataRole.code, set: { ...held, ...(adding && { stores: withThose }) } })
      .returning({ roleId: dataRole.id, name: dataRole.name })
    return { role: made!, stores: shops.length }
  })
  c.on(`${companyId} ${name}，${stores} 家门店`)
  return { dataRole: role, menuRole: { roleId: menus.id, name: menus.name }, stores }
}

/** What an administrator has by now, company by company: 示例医药连锁 12 家门店、…; '' of one who has nothing. */
const heldBy = async (c: Context, userId: string): Promise<string> => {
  const roles = await dataRolesOf(c.db, userId)
  const areas = roles.flatMap((role) => role.areas)
  const stores = roles.flatMap((role) => role.stores)
  const rows = await c.db
    .select({ name: company.name, stores: count() })
    .from(store)
    .innerJoin(company, eq(company.id, store.companyId))
    .where(
      and(eq(store.closed, false), or(inArray(store.areaCode, [...areas, '']), inArray(store.id, [...stores, '']))),
    )
    .groupBy(company.id)
    .orderBy(desc(count()), company.id)
  const few = rows.slice(0, 3).map((row) => `${row.name} ${row.stores} 家门店`)
  return few.join('、') + (rows.length > few.length ? `等 ${rows.length} 家公司` : '')
}

/** User names are everybody's: the account may be another company's administrator, whom nobody meant. */
const requireMeant = async (c: Context, person: typeof user.$inferSelect, companyName: string) => {
  const { userName } = person
  const held = await heldBy(c, person.id)
  const answer = await c.asking.decision({
    title: `「${userName}」是已有的管理员${person.name && `：${person.name}`}`,
    tips: `他${held ? `管理 ${held}` : '还没有任何门店'}。也给他「${companyName}」的全部门店？他的姓名、手机号和密码都不变，刚才填写的不会保存。`,
    buttons: [
      { text: '也给他', value: 'give', sort: 1, danger: true },
      { text: '不给，换一个用户名', value: 'other', sort: 2 },
    ],
  })
  if (answer !== 'give') refuse('company.adminOther', { userName }, { fields: { userName: '请换一个用户名' } })
}

/** The administrator of this name gets the company's roles beside his own, once the asker has said that it is he; his password stays. */
const givenTo = async (
  c: Context,
  person: typeof user.$inferSelect,
  { companyName, menuRoleId, dataRoleId }: { companyName: string; menuRoleId: string; dataRoleId: string },
) => {
  const { userName } = person
  if (!person.isAdminUser || person.isSuperAdmin)
    refuse('company.admin', { userName }, { fields: { userName: '不是管理员账号，请换一个用户名' } })
  if (person.stopped) refuse('company.adminStopped', { userName }, { fields: { userName: '账号已停用' } })
  const isHis = and(eq(userDataRole.userId, person.id), eq(userDataRole.roleId, dataRoleId))
  if (!(await c.db.$count(userDataRole, isHis))) await requireMeant(c, person, companyName)
  await c.db.insert(userMenuRole).values({ userId: person.id, roleId: menuRoleId }).onConflictDoNothing()
  await c.db.insert(userDataRole).values({ userId: person.id, roleId: dataRoleId }).onConflictDoNothing()
  return person.id
}

/**
 * Company/OpenAdmin: called again after a break it finds the account that it made; of any other that is known it asks first
 * (`confimResultInfo`). The company's role loses no store by it: what a closed one sold its administrators still see to the
 * end. Who was named before keeps his roles.
 */
export const openAdmin = async (
  { companyId, userName, name, mobilePhone }: InputOf<typeof calls.openAdmin>,
  c: Context,
): Promise<ResultOf<typeof calls.openAdmin>> => {
  const { menuRole: menus, dataRole: data } = await prepareRoles(companyId, c, true)
  const [known] = await c.db.select().from(user).where(eq(user.userName, userName.trim()))
  const roles = { menuRoleIds: [menus.roleId], dataRoleIds: [data.roleId] }
  const made = known
    ? undefined
    : await addUser({ userName, name, surName: name, mobilePhone, isAdminUser: true, ...roles }, c)
  const given = { menuRoleId: menus.roleId, dataRoleId: data.roleId }
  const userId =
    made?.userId ?? (await givenTo(c, known!, { companyName: (await findCompany(c, companyId)).name, ...given }))
  await c.db.update(company).set({ adminUserId: userId }).where(eq(company.id, companyId))
  c.on(`${companyId} ${userName}`)
  return { userId, userName: userName.trim(), made }
}
