import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, lt, ne } from 'drizzle-orm'
import type { SessionUser } from '../../context.ts'
import type { Database } from '../../database/open.ts'
import { newId } from '../../ids.ts'
import { store } from '../organisation/tables.ts'
import { dataRole, menuRole, session, user, userDataRole, userMenuRole } from './tables.ts'

/** 12 h sliding; a guest's 30 minutes end for good (issue 9 of the counter story: /forwarding without login). */
const lifetime = { user: 12 * 3_600_000, guest: 30 * 60_000 }
/** The replaced token lives this long after the first use of the new one, for calls already under way. */
const overlap = 60_000

type SessionRow = typeof session.$inferSelect
type UserRow = typeof user.$inferSelect

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Sessions and grants: who a token is and what he may. One instance per process. */
export class Access {
  readonly #db: Database
  readonly #clock: () => Date

  constructor(db: Database, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** Opens a session; the token is shown once, only its hash is kept. */
  async open(
    userId: string,
    {
      areaCode,
      storeId,
      guest = false,
      replaces,
    }: { areaCode?: string; storeId?: string; guest?: boolean; replaces?: string },
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = this.#clock()
    await this.#db.insert(session).values({
      id: newId(now),
      tokenHash: hashToken(token),
      userId,
      guest,
      areaCode,
      storeId,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + (guest ? lifetime.guest : lifetime.user)),
      replaces,
    })
    return token
  }

  /** The user of a token; undefined when it is unknown, expired or its user was stopped. */
  async userOf(token: string): Promise<SessionUser | undefined> {
    const now = this.#clock()
    const [row] = await this.#db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
    if (!row || row.expiresAt < now) return undefined
    if (!row.usedAt) await this.#firstUse(row, now)
    const [owner] = await this.#db.select().from(user).where(eq(user.id, row.userId))
    if (!owner || owner.stopped) return undefined
    return this.#sessionUser(row, owner)
  }

  async #firstUse(row: SessionRow, now: Date) {
    await this.#db.update(session).set({ usedAt: now }).where(eq(session.id, row.id))
    if (!row.replaces) return
    const ends = new Date(now.getTime() + overlap)
    await this.#db
      .update(session)
      .set({ expiresAt: ends })
      .where(and(eq(session.id, row.replaces), ne(session.id, row.id)))
  }

  /** A new token once half of the life is over, decided when an answer is sent; an unused earlier one is dropped. */
  async renew(token: string): Promise<string | undefined> {
    const now = this.#clock()
    const [row] = await this.#db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
    if (!row || row.guest || row.expiresAt < now) return undefined
    if (now.getTime() - row.issuedAt.getTime() < lifetime.user / 2) return undefined
    const [used] = await this.#db
      .select({ id: session.id })
      .from(session)
      .where(and(eq(session.replaces, row.id), ne(session.id, row.id), eq(session.userId, row.userId)))
    if (used) {
      const dropped = await this.#db
        .delete(session)
        .where(and(eq(session.replaces, row.id), isNull(session.usedAt)))
        .returning({ id: session.id })
      if (!dropped.length) return undefined
    }
    const { areaCode, storeId } = row
    return this.open(row.userId, { areaCode: areaCode ?? undefined, storeId: storeId ?? undefined, replaces: row.id })
  }

  /** Ends one session, or with `everywhere` all of its user. */
  async close(userId: string, sessionId?: string): Promise<void> {
    await this.#db
      .delete(session)
      .where(sessionId ? and(eq(session.id, sessionId), eq(session.userId, userId)) : eq(session.userId, userId))
  }

  /** Forgets expired sessions. */
  async sweep(): Promise<void> {
    await this.#db.delete(session).where(lt(session.expiresAt, this.#clock()))
  }

  async #sessionUser(row: SessionRow, owner: UserRow): Promise<SessionUser> {
    const roles = await this.#db
      .select({ menus: menuRole.menus, buttons: menuRole.buttons })
      .from(userMenuRole)
      .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
      .where(eq(userMenuRole.userId, owner.id))
    const areaCode = row.areaCode ?? undefined
    const storeId = row.storeId ?? undefined
    return {
      sessionId: row.id,
      userId: owner.id,
      userName: owner.userName,
      name: owner.name || owner.surName || owner.userName,
      guest: row.guest,
      isSuperAdmin: owner.isSuperAdmin,
      isAdminUser: owner.isAdminUser,
      areaCode,
      storeId,
      companyId: owner.companyId ?? undefined,
      menus: [...new Set(roles.flatMap((role) => role.menus))],
      buttons: roles.flatMap((role) => role.buttons),
      stores: storeId ? [storeId] : await this.#storesOf(owner, areaCode),
    }
  }

  /** Stores an administrator sees: those of his data roles, within the chosen area. */
  async #storesOf(owner: UserRow, areaCode: string | undefined): Promise<'all' | string[]> {
    if (owner.isSuperAdmin && !areaCode) return 'all'
    const inArea = await this.#db
      .select({ id: store.id, area: store.areaCode })
      .from(store)
      .where(areaCode ? eq(store.areaCode, areaCode) : undefined)
    if (owner.isSuperAdmin) return inArea.map(({ id }) => id)
    const roles = await this.dataRolesOf(owner.id)
    const areas = new Set(roles.flatMap((role) => role.areas))
    const stores = new Set(roles.flatMap((role) => role.stores))
    return inArea.filter(({ id, area }) => areas.has(area) || stores.has(id)).map(({ id }) => id)
  }

  /** The enabled data roles of a user. */
  async dataRolesOf(userId: string): Promise<{ areas: string[]; stores: string[] }[]> {
    const ids = await this.#db
      .select({ id: userDataRole.roleId })
      .from(userDataRole)
      .where(eq(userDataRole.userId, userId))
    if (!ids.length) return []
    return this.#db
      .select({ areas: dataRole.areas, stores: dataRole.stores })
      .from(dataRole)
      .where(
        and(
          inArray(
            dataRole.id,
            ids.map(({ id }) => id),
          ),
          eq(dataRole.enabled, true),
        ),
      )
  }
}
