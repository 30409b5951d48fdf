import type { InputOf } from '@yibao/shared/call.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { accountSheet, initialPassword } from '@yibao/shared/entities/permission.ts'
import { note } from '@yibao/shared/field.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '../../base/refuse.ts'
import { Scope } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { hashPassword } from '../../secrets/secret.ts'
import type { Importer, ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { randomPassword } from '../auth/new-password.ts'
import { user } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { logImported } from '../system/imported.ts'
import { few, lacksOf } from './person.ts'
import type { Asker } from './reach.ts'
import { type MenuRole, visibleMenuRoles } from './roles.ts'
import { createUser, userNameOf } from './user-edit.ts'

type Input = InputOf<typeof roleUser.addUser>
type Row = Pick<Input, 'userName' | 'name' | 'mobilePhone'> & {
  fixmedinsCode: string
  menuRoles: string
  surName?: string
}
/** With its first password, which is made beside the rows and kept nowhere but in the sheet that gives it once. */
type Ready = Row & { password: string; hash: string }

/** As a request of his asks: within the stores he sees. */
const asked = ({ db, me, now }: Importer): Importer & Asker => ({ db, me, now, scope: new Scope(me.stores) })

const rowOf = (row: ImportRow): Row => {
  const one = row as unknown as Row
  return { ...one, fixmedinsCode: one.fixmedinsCode.toUpperCase() }
}

const rolesIn = ({ menuRoles }: Row): string[] => [...new Set(menuRoles.split(/[、，,;；]/).map((name) => name.trim()))]

/** Open stores of the area that the importer sees, by their code. */
const shopsOf = async ({ db, scope }: Asker, areaCode: string, rows: readonly Row[]) => {
  const codes = rows.map(({ fixmedinsCode }) => fixmedinsCode)
  const shops = await db
    .select({ id: store.id, name: store.name, fixmedinsCode: store.fixmedinsCode, companyId: store.companyId })
    .from(store)
    .where(
      and(
        scope.where(store.id),
        eq(store.areaCode, areaCode),
        eq(store.closed, false),
        inArray(store.fixmedinsCode, codes),
      ),
    )
  return new Map(shops.map((shop) => [shop.fixmedinsCode, shop]))
}

/** Names of these rows that accounts have already, as `createUser` compares them: small letters by the database's own rule. */
const takenNames = async ({ db }: Asker, rows: readonly Row[]) => {
  const names = rows.map(({ userName }) => userName.trim())
  const found = await db.execute(sql`
    select given.name from unnest(${sql.param(names)}::text[]) as given(name)
    where lower(given.name) in (select lower(${user.userName}) from ${user})`)
  return new Set(rowsFrom<{ name: string }>(found).map(({ name }) => name))
}

/** Why a refusal keeps a row out; undefined where nothing is refused. */
const saidBy = (check: () => unknown): string | undefined => {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Why the importer cannot give one of these roles. */
const roleFault = (c: Asker, names: readonly string[], named: (name: string) => MenuRole | undefined) => {
  for (const name of names) {
    const role = named(name)
    if (!role) return `没有名为「${name}」的菜单角色，多个角色用、分开`
    if (!role.enabled) return new Refusal('role.stopped', { name }).message
    const lacks = lacksOf(c, [role])
    if (lacks.length) return `「${name}」：${new Refusal('role.lacks', { lacks: few(lacks) }).message}`
  }
  return undefined
}

/**
 * A menu role by its name for somebody of a company in an area: its company's before its area's before one of everybody, and
 * never another company's or area's.
 */
const rolesByName = async (c: Asker, areaCode: string) => {
  const roles = await visibleMenuRoles(c)
  const here = roles.filter(({ areas }) => !areas.length || areas.includes(areaCode))
  return (companyId: string | undefined) => (name: string) => {
    const fitting = here.filter((role) => role.name === name && (!role.companyId || role.companyId === companyId))
    return fitting.find((role) => role.companyId) ?? fitting.find(({ areas }) => areas.length) ?? fitting[0]
  }
}

/** Every account is in the log like one that was added by hand. */
const logged = (importer: Importer, input: Input) =>
  logImported(importer, {
    ...{ call: roleUser.addUser, name: 'roleUser.addUser', input: { ...input }, values: { by: '导入账号' } },
    ...{ on: input.userName, storeId: input.storeId },
  })

/**
 * Accounts of operators from a sheet, by the rights of 新增用户: an importer gives what he may give. A name that is taken is
 * a failing row and nobody's account is changed. First passwords are made here and given once.
 */
export const accountImport: ImportType = {
  title: '账号',
  menus: ['UserManagement'],
  button: 'add',
  fields: accountSheet,
  sample: {
    ...{ fixmedinsCode: 'P32050109999', userName: 'shantang01', name: '示例店员', menuRoles: '店员' },
    ...{ surName: '小示', mobilePhone: '13800000000' },
  },
  unique: { title: '用户名', keyOf: (row) => rowOf(row).userName.trim().toLowerCase() },
  once: {
    fixmedinsCode: accountSheet.fixmedinsCode,
    storeName: note('门店'),
    userName: accountSheet.userName,
    name: accountSheet.name,
    initialPassword: initialPassword.shape.initialPassword,
  },
  check: async (importer, areaCode, given) => {
    const c = asked(importer)
    const rows = given.map(rowOf)
    const [shops, taken, roles] = [
      await shopsOf(c, areaCode, rows),
      await takenNames(c, rows),
      await rolesByName(c, areaCode),
    ]
    return rows.map((row) => {
      const { fixmedinsCode, userName } = row
      const shop = shops.get(fixmedinsCode)
      if (!shop) return { key: 'fixmedinsCode', reason: `本区划没有你能管理的、机构编码为 ${fixmedinsCode} 的营业门店` }
      const unfit = saidBy(() => userNameOf(userName))
      if (unfit) return { key: 'userName', reason: unfit }
      if (taken.has(userName.trim()))
        return { key: 'userName', reason: new Refusal('user.taken', { userName }).message }
      const fault = roleFault(c, rolesIn(row), roles(shop.companyId))
      return fault ? { key: 'menuRoles', reason: fault } : undefined
    })
  },
  prepare: async (rows) => {
    const ready: ImportRow[] = []
    // One after the other: hashes made at once would take every thread from whoever logs in meanwhile.
    for (const row of rows) {
      const password = randomPassword(rowOf(row).userName.trim())
      ready.push({ ...row, password, hash: await hashPassword(password) })
    }
    return ready
  },
  apply: async (importer, areaCode, given) => {
    const c = asked(importer)
    const { password, hash } = given as unknown as Ready
    const row = rowOf(given)
    const { fixmedinsCode, userName, name, surName = name, mobilePhone } = row
    const shop = (await shopsOf(c, areaCode, [row])).get(fixmedinsCode)
    const named = (await rolesByName(c, areaCode))(shop?.companyId)
    const menuRoleIds = rolesIn(row).flatMap((one) => named(one)?.id ?? [])
    const person = { userName: userName.trim(), name, surName, mobilePhone, isAdminUser: false, storeId: shop?.id }
    const input = { ...person, menuRoleIds, dataRoleIds: [] }
    await createUser(input, password, c, hash)
    await logged(c, input)
    return { fixmedinsCode, storeName: shop?.name, userName: person.userName, name, initialPassword: password }
  },
}
