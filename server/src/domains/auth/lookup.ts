import { eq, sql } from 'drizzle-orm'
import { gathered } from '../../database/gathered.ts'
import type { Database } from '../../database/open.ts'
import { store } from '../organisation/tables.ts'
import { grantsByVersion, menuRoleVersions } from './role-versions.ts'
import { dataRole, session, user, userDataRole } from './tables.ts'

const ofDataRoles = sql`
  from ${userDataRole} join ${dataRole} on ${dataRole.id} = ${userDataRole.roleId} and ${dataRole.enabled}
  where ${userDataRole.userId} = ${user.id}`

// An operator has his store, a super administrator without an area everything: neither needs the list. An administrator
// has those of his data roles within the chosen area.
const stores = sql<string[] | null>`case
  when ${session.storeId} is null and not (${user.isSuperAdmin} and ${session.areaCode} is null) then (
  select coalesce(json_agg(${store.id}), '[]') from ${store}
  where (${session.areaCode} is null or ${store.areaCode} = ${session.areaCode})
    and (${user.isSuperAdmin}
      or ${store.areaCode} in (select jsonb_array_elements_text(${dataRole.areas}) ${ofDataRoles})
      or ${store.id} in (select jsonb_array_elements_text(${dataRole.stores}) ${ofDataRoles}))) end`

const sessionColumns = {
  id: session.id,
  replaces: session.replaces,
  guest: session.guest,
  interactiveMode: session.interactiveMode,
  mustChange: session.mustChange,
  areaCode: session.areaCode,
  storeId: session.storeId,
  issuedAt: session.issuedAt,
  expiresAt: session.expiresAt,
  usedAt: session.usedAt,
  viewer: session.viewer,
}

const ownerColumns = {
  id: user.id,
  userName: user.userName,
  name: user.name,
  surName: user.surName,
  isSuperAdmin: user.isSuperAdmin,
  isAdminUser: user.isAdminUser,
  companyId: user.companyId,
  stopped: user.stopped,
}

/**
 * Everything a request must know of its token, in one prepared statement: session, user and grants as they are now. A
 * cache would save this one round trip and cost the certainty that a stopped user, a closed session or a changed role
 * counts on every node from the next request on. Requests that come at once ask together (gathered.ts).
 */
export const sessionLookup = (db: Database) => {
  const statement = db
    .select({
      ...{ hash: session.tokenHash, session: sessionColumns, owner: ownerColumns },
      ...{ versions: menuRoleVersions, stores },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    // The planner must not see how many are asked for: it takes one plan for all numbers only if it seems no dearer than
    // that for this number, and making a plan costs ten times what running it does.
    .where(sql`${session.tokenHash} = any((select ${sql.placeholder('hashes')}::text[])::text[])`)
    .prepare('sessions_of_tokens')
  const find = gathered(async (hashes: string[]) => {
    const rows = await statement.execute({ hashes: [...new Set(hashes)] })
    const known = new Map(rows.map((row) => [row.hash, row]))
    return hashes.map((hash) => known.get(hash))
  })
  const grantsOf = grantsByVersion(db)
  return async (hash: string) => {
    const found = await find(hash)
    return found && { ...found, grants: await grantsOf(found.versions, found.owner.id) }
  }
}

export type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof sessionLookup>>>>
