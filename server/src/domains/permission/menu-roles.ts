import type { InputOf } from '@yibao/shared/call.ts'
import type { menuRole as calls } from '@yibao/shared/calls/menu-role.ts'
import { checkedMenus, lackOf, type MenuGrants, menuTree, unknownGrants } from '@yibao/shared/menu-tree.ts'
import { count, eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { menuRole, userMenuRole } from '../auth/tables.ts'
import { changesOf } from '../system/changed-fields.ts'
import { few } from './person.ts'
import { ownerOfNew } from './role-owners.ts'
import { changeableMenuRole, freeName, type MenuRole, menuRoleOf, visibleMenuRoles } from './roles.ts'
import { markOf, refuseUnseen } from './seen.ts'

type Button = { menuCode: string; buttonCode: string }

const pairOf = ({ menuCode, buttonCode }: Button) => `${menuCode}.${buttonCode}`

/** Each once; a button opens its menu, so that nobody holds a button of a page he cannot reach. */
const tidy = ({ menus, buttons }: { menus: readonly string[]; buttons: readonly Button[] }) => ({
  menus: [...new Set([...menus, ...buttons.map(({ menuCode }) => menuCode)])],
  buttons: [...new Map(buttons.map((one) => [pairOf(one), one])).values()],
})

/** Refuses what no menu knows, and what the caller has not himself. */
const grantsToGive = ({ me }: Context, given: { menus: readonly string[]; buttons: readonly Button[] }) => {
  const grants = tidy(given)
  const unknown = unknownGrants(grants)
  if (unknown.length) refuse('role.unknown', { codes: unknown.slice(0, 3).join('、') })
  const lacks = lackOf(me, grants)
  if (lacks.length) refuse('role.lacks', { lacks: few(lacks) })
  return grants
}

const modified = ({ me, now }: Context) => ({ modifier: me.name, modifiedAt: now })

/** Menu role codes are unique; without one it is made from the id. */
export const codeOf = (code: string | undefined, id: string): string => code ?? `R${id.slice(-8)}`

/** Roles that a new one, or one under a new name, must not be taken for: those that its own people see beside it. */
const rivals = (visible: readonly MenuRole[], { companyId }: Pick<MenuRole, 'companyId'>) =>
  visible.filter((role) => !role.companyId || !companyId || role.companyId === companyId)

/** Role/AddMenuRole: new, or a copy of a role that the caller sees and has all the rights of. */
export const addMenuRole = async (input: InputOf<typeof calls.addMenuRole>, c: Context) => {
  c.on(input.name.trim())
  const owner = await ownerOfNew(c, input.companyId || undefined)
  freeName(rivals(await visibleMenuRoles(c), owner), input.name)
  const source = input.copyFrom ? await menuRoleOf(c, input.copyFrom) : undefined
  const { menus, buttons } = source ?? { menus: input.menus ?? [], buttons: input.buttons ?? [] }
  const grants = grantsToGive(c, source ? known({ menus, buttons }) : { menus, buttons })
  const id = newId(c.now)
  const code = codeOf(input.code, id)
  const row = { id, code, name: input.name.trim(), remark: input.remark ?? '', kind: 'company' as const, ...owner }
  const made = await c.db
    .insert(menuRole)
    .values({ ...row, ...grants, ...modified(c) })
    .onConflictDoNothing()
    .returning({ id: menuRole.id })
  if (!made.length) refuse('role.code', { code }, { fields: { code: '编码已被使用' } })
  c.keep({ after: shown(grants) })
  return { roleId: id }
}

/** A role of an earlier version may name pages that are gone: a copy leaves them out. */
const known = (grants: { menus: readonly string[]; buttons: readonly Button[] }) => {
  const gone = new Set(unknownGrants(grants))
  return {
    menus: grants.menus.filter((menuCode) => !gone.has(menuCode)),
    buttons: grants.buttons.filter((one) => !gone.has(pairOf(one))),
  }
}

const shown = ({ menus, buttons }: MenuGrants) => ({ menus: [...menus], buttons: buttons.map(pairOf) })

/** What a change of rights took and gave, short enough to read. */
const grantChanges = (before: MenuGrants, after: MenuGrants) => {
  const parts = (grants: MenuGrants) => [...grants.menus, ...grants.buttons.map(pairOf)]
  const [old, now] = [new Set(parts(before)), new Set(parts(after))]
  return { taken: [...old].filter((one) => !now.has(one)), given: [...now].filter((one) => !old.has(one)) }
}

const rightsMark = ({ menus, buttons }: MenuGrants) => markOf(menus, buttons.map(pairOf))

/** Role/UpdateMenuTreeByRole: counts from the next request of everybody who holds it. */
export const updateMenuRole = async (input: InputOf<typeof calls.updateMenuTreeByRole>, c: Context): Promise<null> => {
  const before = await changeableMenuRole(c, input.roleId)
  if (input.name) freeName(rivals(await visibleMenuRoles(c), before), input.name, before.id)
  const rights = input.menus || input.buttons
  const grants = rights ? grantsToGive(c, { menus: input.menus ?? [], buttons: input.buttons ?? [] }) : undefined
  // With a name it is the whole form, whose empty remark empties the role's.
  const after =
    input.name === undefined
      ? { name: before.name, remark: input.remark ?? before.remark }
      : { name: input.name.trim(), remark: input.remark ?? '' }
  await c.db.transaction(async (tx) => {
    const here = eq(menuRole.id, before.id)
    const [now = before] = await tx.select().from(menuRole).where(here).for('update')
    refuseUnseen(`「${before.name}」的权限`, input.seen, rightsMark(now))
    await tx
      .update(menuRole)
      .set({ ...after, ...grants, ...modified(c) })
      .where(here)
  })
  c.keep({ ...changesOf(before, after), ...(grants ? grantChanges(before, grants) : {}) })
  return null
}

/** Role/UpdateMenuRoleStatus. */
export const switchMenuRole = async (
  { roleId, enabled }: { roleId: string; enabled: boolean },
  c: Context,
): Promise<null> => {
  const before = await changeableMenuRole(c, roleId)
  await c.db
    .update(menuRole)
    .set({ enabled, ...modified(c) })
    .where(eq(menuRole.id, roleId))
  c.keep(changesOf({ enabled: before.enabled }, { enabled }))
  return null
}

/** Role/RemoveMenuRole: not one of the product's own, not one that somebody holds. */
export const removeMenuRole = async (roleId: string, c: Context): Promise<null> => {
  const seen = await menuRoleOf(c, roleId)
  if (seen.kind === 'system') refuse('role.system', { name: seen.name })
  const role = await changeableMenuRole(c, roleId)
  await c.db.transaction(async (tx) => {
    // Whoever gives it to a user holds a share of this lock until his link is there.
    await tx.select({ id: menuRole.id }).from(menuRole).where(eq(menuRole.id, roleId)).for('update')
    const [held] = await tx.select({ n: count() }).from(userMenuRole).where(eq(userMenuRole.roleId, roleId))
    if (held?.n) refuse('role.users', { name: role.name, n: held.n })
    await tx.delete(menuRole).where(eq(menuRole.id, roleId))
  })
  c.keep({ before: shown(role) })
  return null
}

const union = (roles: readonly MenuRole[]) => ({
  menus: roles.flatMap(({ menus }) => menus),
  buttons: roles.flatMap(({ buttons }) => buttons),
})

/** Role/GetMenuTreeByRole and GetMenuTreeByRoles: the caller's own tree with what the roles give checked. */
export const menuTreeOf = async (roleIds: readonly string[], c: Context) => {
  const roles = await visibleMenuRoles(c)
  const wanted = roleIds.map((id) => roles.find((role) => role.id === id) ?? refuse('not.found', { what: '角色' }))
  const nodes = menuTree(c.me)
  const held = union(wanted)
  return { nodes, ...checkedMenus(nodes, held), mark: rightsMark(held) }
}
