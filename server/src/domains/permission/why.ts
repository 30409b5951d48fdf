import { buttonNames } from '@yibao/shared/button-names.ts'
import { canonical, menuRows, menuSections, rowOfName } from '@yibao/shared/menu.ts'
import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { mustChanges } from '@yibao/shared/password.ts'
import { can, type Ground, groundOf, type Me, opens, type Wanted } from '@yibao/shared/permission.ts'
import { and, eq, or, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { locksOf } from '../auth/attempts.ts'
import { areasOf, grantsOf } from '../auth/grants.ts'
import { mustChangeOf } from '../auth/new-password.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { platformOf } from '../organisation/settings.ts'
import { company, store } from '../organisation/tables.ts'
import { type Person, personOf } from './person.ts'

interface Role {
  name: string
  enabled: boolean
  menus: string[]
  buttons: { menuCode: string; buttonCode: string }[]
}

const rolesOf = ({ db }: Context, userId: string): Promise<Role[]> =>
  db
    .select({ name: menuRole.name, enabled: menuRole.enabled, menus: menuRole.menus, buttons: menuRole.buttons })
    .from(userMenuRole)
    .innerJoin(menuRole, eq(menuRole.id, userMenuRole.roleId))
    .where(eq(userMenuRole.userId, userId))
    .orderBy(menuRole.name)

const grants = ({ menus, buttons }: Role, { menuCode, buttonCode }: Wanted): boolean =>
  buttonCode
    ? buttons.some((one) => one.menuCode === menuCode && one.buttonCode === buttonCode)
    : menus.includes(menuCode)

const named = (roles: readonly Role[]) => roles.map(({ name }) => `「${name}」`).join('')

/** A ground in words, with the roles that have a part in it. */
const wordsOf = (ground: Ground, roles: readonly Role[], wanted: Wanted): string => {
  const giving = roles.filter((role) => grants(role, wanted))
  const enabled = giving.filter((role) => role.enabled)
  const idle = enabled.length ? `，角色${named(enabled)}勾选了也不起作用` : ''
  switch (ground) {
    case 'super':
      return '超级管理员，不需要角色'
    case 'granted':
      return `来自角色${named(enabled)}`
    case 'hidden':
      return '不在菜单里的页面，不需要授权，从相关页面进入'
    case 'pinned':
      return '首页，不需要授权'
    case 'notSuper':
      return `只有超级管理员能用${idle}`
    case 'notAdmin':
      return `只有管理员能用${idle}`
    case 'noRole':
      if (giving.length) return `角色${named(giving)}勾选了，但已停用`
      return roles.length ? `现有的角色都没有勾选这${wanted.buttonCode ? '个按钮' : '一页'}` : '没有分配菜单角色'
  }
}

const own = menuRows.filter((row) => !row.public && !row.of && !menuSections.includes(row))
const sectionOf = ({ section }: MenuRow) => rowOfName(section ?? '')?.title ?? ''

const rightsOf = (me: Me, roles: readonly Role[]) =>
  own.flatMap((row) => {
    const { menuCode, title } = row
    const one = (name: string, wanted: Wanted) => {
      const ground = groundOf(me, wanted)
      return {
        section: sectionOf(row),
        ...wanted,
        title: name,
        may: opens(ground),
        reason: wordsOf(ground, roles, wanted),
      }
    }
    const buttons = row.buttons ?? []
    return [
      one(title, { menuCode }),
      ...buttons.map((buttonCode) => one(buttonNames[buttonCode], { menuCode, buttonCode })),
    ]
  })

const few = (names: readonly string[]) =>
  names.slice(0, 3).join('、') + (names.length > 3 ? `等 ${names.length} 家` : '')

/** Which stores' records he sees, and what of his data roles does not count. */
const dataNotes = async (c: Context, person: Person): Promise<string[]> => {
  const { db } = c
  if (person.isSuperAdmin) return ['数据范围：全部门店']
  if (person.storeId) {
    const [shop] = await db.select({ name: store.name }).from(store).where(eq(store.id, person.storeId))
    return [`数据范围：只有本店「${shop?.name ?? ''}」`]
  }
  const roles = await db
    .select({ name: dataRole.name, enabled: dataRole.enabled })
    .from(userDataRole)
    .innerJoin(dataRole, eq(dataRole.id, userDataRole.roleId))
    .where(eq(userDataRole.userId, person.id))
  const stopped = roles.filter(({ enabled }) => !enabled).map(({ name }) => `「${name}」`)
  const { stores } = await grantsOf(db, person, {})
  const names = await db.select({ id: store.id, name: store.name }).from(store).orderBy(store.name)
  const seen = names.filter(({ id }) => stores === 'all' || stores.includes(id)).map(({ name }) => name)
  const areas = await areasOf(db, person)
  return [
    seen.length ? `数据范围：${few(seen)}` : '数据角色没有包含任何门店：页面能打开，但没有数据',
    ...(stopped.length ? [`数据角色${stopped.join('')}已停用，不起作用`] : []),
    areas.length > 1
      ? `登录后先在 ${areas.map(({ name }) => name).join('、')} 中选择区划，只看得到所选区划的门店`
      : areas.length
        ? `区划：${areas[0]!.name}`
        : '没有可选的区划，登录后不能进入页面',
  ]
}

/** Where wrong passwords keep him out just now (auth/attempts.ts). */
const lockText = ({ lockedUntil }: Person, now: Date): string =>
  lockedUntil && lockedUntil > now
    ? '密码在多处连续输错，30 天内没有登录过的地方暂时不能登录'
    : '密码连续输错，在输错的地方暂时不能登录'

/** What stands before every page, whatever the roles grant. */
const accountNotes = async (c: Context, person: Person): Promise<string[]> => {
  const { db, now } = c
  const [place] = await db
    .select({ closed: store.closed, companyStopped: company.stopped })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .leftJoin(company, eq(company.id, user.companyId))
    .where(eq(user.id, person.id))
  const must = mustChangeOf(person, (await platformOf(c.deps)).passwordDays, now)
  return [
    ...(person.stopped ? ['账号已停用，不能登录'] : []),
    ...(place?.companyStopped ? ['所属公司已停用，不能登录'] : []),
    ...(place?.closed ? ['所属门店已停用，不能登录'] : []),
    ...((await locksOf(db, [person.id], now)).size ? [lockText(person, now)] : []),
    ...(must ? [`登录后须先修改密码（${mustChanges[must]}），此前不能使用任何页面`] : []),
  ]
}

/** Role/GetRightsReasons: what a user may, each with its ground, by the rule that decides his requests. */
export const explainRights = async (userId: string, c: Context) => {
  const person = await personOf(c, userId)
  const me = { ...person, ...(await grantsOf(c.db, person, { storeId: person.storeId ?? undefined })) }
  return {
    notes: [...(await accountNotes(c, person)), ...(await dataNotes(c, person))],
    rights: rightsOf(me, await rolesOf(c, userId)),
  }
}

/** Names that a person needs at most to find one who can help. */
const most = 3

/** Administrators of the caller's store or area who could grant it to him, by name. */
const whomToAsk = async (c: Context, wanted: Wanted): Promise<string[]> => {
  const { db, me } = c
  const { areaCode = '', storeId = '' } = me
  const places = or(
    sql`${dataRole.areas} @> to_jsonb(${areaCode}::text)`,
    sql`${dataRole.stores} @> to_jsonb(${storeId}::text)`,
  )
  const people = await db
    .selectDistinct({ id: user.id, name: user.name, surName: user.surName })
    .from(user)
    .innerJoin(userDataRole, eq(userDataRole.userId, user.id))
    .innerJoin(dataRole, and(eq(dataRole.id, userDataRole.roleId), eq(dataRole.enabled, true)))
    .where(and(eq(user.isAdminUser, true), eq(user.isSuperAdmin, false), eq(user.stopped, false), places))
    .orderBy(user.name, user.id)
    .limit(50)
  const names: string[] = []
  for (const { id, name, surName } of people) {
    if (names.length === most) break
    const roles = (await rolesOf(c, id)).filter(({ enabled }) => enabled)
    const held = { menus: roles.flatMap(({ menus }) => menus), buttons: roles.flatMap(({ buttons }) => buttons) }
    const grantor = { isSuperAdmin: false, isAdminUser: true, ...held }
    // Nobody grants what he has not.
    const could = can(grantor, { menuCode: 'UserManagement', buttonCode: 'assign' }) && can(grantor, wanted)
    if (could && id !== me.userId) names.push(name || surName)
  }
  return names.filter(Boolean)
}

/** Role/GetHiddenReason: of the caller's own account, so it tells nothing that is another's but whom to ask. */
export const whyHidden = async (menuCode: string, c: Context) => {
  const row = own.find((one) => canonical(one).menuCode === menuCode)
  if (!row) return refuse('not.found', { what: '页面' })
  const wanted = { menuCode }
  const ground = groundOf(c.me, wanted)
  const reason = wordsOf(ground, await rolesOf(c, c.me.userId), wanted)
  // No grant helps against what the kind of account closes.
  const grantable = ground === 'noRole'
  return { reason, grantable, ask: grantable ? await whomToAsk(c, wanted) : [] }
}
