import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { Cache } from '../../process/cache.ts'
import type { Grants } from './grants.ts'
import { menuRole, user, userMenuRole } from './tables.ts'

type MenuGrants = Pick<Grants, 'menus' | 'buttons'>
/** With a mark that changes whenever the roles do. */
type Marked = MenuGrants & { rights: string }

const ofMenuRoles = sql`
  from ${userMenuRole} join ${menuRole} on ${menuRole.id} = ${userMenuRole.roleId} and ${menuRole.enabled}
  where ${userMenuRole.userId} = ${user.id}`

/**
 * The enabled menu roles of a user, each with the version of its row: the transaction that wrote it, which PostgreSQL
 * keeps with every row. Nobody who changes a role has to think of it.
 */
export const menuRoleVersions = sql<string>`(
  select coalesce(string_agg(${menuRole.id} || ' ' || ${menuRole}.xmin, ',' order by ${menuRole.id}), '') ${ofMenuRoles})`

const roles = sql<MenuGrants[]>`(
  select coalesce(json_agg(json_build_object('menus', ${menuRole.menus}, 'buttons', ${menuRole.buttons})), '[]')
  ${ofMenuRoles})`

/** Combinations of roles and versions that are remembered; a node meets a few dozen. */
const most = 500

const kept = new Cache<Map<string, Marked>>('role', 'grants', '菜单角色授予的页面和按钮')
/** Two databases that one process has open, as that of the tests, may give their rows the same versions. */
let databases = 0

/**
 * What menu roles grant, read once per version of them: a role of an administrator is 10 kB that hardly ever change, and
 * reading them was half of what a request asked of the database. `versions` says what counts now.
 */
export const grantsByVersion = (db: Database) => {
  const place = String(++databases)
  const statement = db
    .select({ versions: menuRoleVersions, roles })
    .from(user)
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare('menu_grants')
  return async (versions: string, userId: string): Promise<Marked> => {
    const known = kept.get(place, () => new Map())
    const remembered = known.get(versions)
    if (remembered) return remembered
    const [read] = await statement.execute({ userId })
    const found = read?.roles ?? []
    const grants = {
      menus: [...new Set(found.flatMap((role) => role.menus))],
      buttons: found.flatMap((role) => role.buttons),
      rights: createHash('sha256')
        .update(read?.versions ?? '')
        .digest('base64url')
        .slice(0, 12),
    }
    if (known.size >= most) known.clear()
    // Under the versions of this very reading: a role may have changed since the request was looked up.
    if (read) known.set(read.versions, grants)
    return grants
  }
}
