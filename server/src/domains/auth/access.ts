import { randomBytes } from 'node:crypto'
import type { MustChange } from '@yibao/shared/password.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import { newId } from '../../base/ids.ts'
import type { SessionUser, Viewer } from '../../call/session-user.ts'
import type { Database } from '../../database/open.ts'
import { type Found, sessionLookup } from './lookup.ts'
import { session } from './tables.ts'

/** 12 h sliding; a guest's 30 minutes end for good, and those of who views as somebody else. */
const lifetime = { user: 12 * 3_600_000, short: 30 * 60_000 }
/** The replaced token lives this long after the first use of the new one, for calls already under way. */
const overlap = 60_000

type SessionRow = typeof session.$inferSelect

export interface Place {
  areaCode?: string
  storeId?: string
  guest?: boolean
  interactiveMode?: string
  mustChange?: MustChange
  viewer?: Viewer
}

const hashToken = (token: string): string => sha256hex(token)

/** Tokens that follow each other are one session: reads, questions and the agent's binding outlive a reissue. */
const familyOf = (row: Pick<SessionRow, 'id' | 'replaces'>): string => row.replaces ?? row.id
const inFamily = (id: string) => or(eq(session.id, id), eq(session.replaces, id))

/** Sessions: who a token is. One instance per process; everything lives in the database. */
export class Access {
  readonly #db: Database
  readonly #clock: () => Date
  readonly #lookup: ReturnType<typeof sessionLookup>

  constructor(db: Database, clock: () => Date) {
    this.#db = db
    this.#clock = clock
    this.#lookup = sessionLookup(db)
  }

  /** Opens a session; the token is shown once, only its hash is kept. */
  open(userId: string, { areaCode, storeId, guest = false, ...more }: Place): Promise<string> {
    return this.#insert({ userId, guest, areaCode: areaCode ?? null, storeId: storeId ?? null, ...more })
  }

  /** The user of a token; undefined when it is unknown, expired or its user was stopped. */
  async userOf(token: string): Promise<SessionUser | undefined> {
    const found = await this.#lookup(hashToken(token))
    if (!found || found.owner.stopped || found.session.expiresAt <= this.#clock()) return undefined
    if (!found.session.usedAt) await this.#firstUse(found.session)
    return sessionUser(found)
  }

  /** The same of a token that is only given out: what ends the one before is its use by whoever received it. */
  holderOf(token: string): Promise<SessionUser | undefined> {
    return this.userAt(hashToken(token))
  }

  /** Another token of the same session, in another area if one is given; this one ends 60 s after its first use. */
  async reissue(token: string, areaCode?: string): Promise<string | undefined> {
    const row = await this.#rowOf(token)
    return row && !row.guest ? this.#follow(row, areaCode) : undefined
  }

  /** Whether a token issued then is old enough to be renewed: asked of every answer, so without the database. */
  isDue({ guest, viewedBy, tokenIssuedAt }: SessionUser): boolean {
    return !guest && !viewedBy && this.#clock().getTime() - tokenIssuedAt.getTime() >= lifetime.user / 2
  }

  /**
   * A new token once half of the life is over, decided when an answer is sent. An unused earlier one is dropped, but not
   * in its first minute: the answer that carries it may still be on its way.
   */
  renew(token: string): Promise<string | undefined> {
    return this.#db.transaction(async (db) => {
      const now = this.#clock().getTime()
      // A page asks for several things at once: their answers come to this one after the other, and one of them renews.
      const row = await this.#rowOf(token, db)
      if (!row || row.guest || row.viewer || now - row.issuedAt.getTime() < lifetime.user / 2) return undefined
      const [newer] = await db
        .select()
        .from(session)
        .where(and(inFamily(familyOf(row)), gt(session.issuedAt, row.issuedAt)))
        .orderBy(desc(session.issuedAt), desc(session.id))
        .limit(1)
      if (newer && (newer.usedAt || now - newer.issuedAt.getTime() < overlap)) return undefined
      if (newer) await db.delete(session).where(and(eq(session.id, newer.id), isNull(session.usedAt)))
      return this.#follow(row, row.areaCode, db)
    })
  }

  /**
   * A token in place of all that this session has, which no password has to be changed behind: whoever copied one of them has
   * none. Inside the caller's transaction; undefined where the session has ended meanwhile.
   */
  async restart(db: Database, token: string): Promise<string | undefined> {
    const row = await this.#rowOf(token, db)
    if (!row) return undefined
    await db.delete(session).where(inFamily(familyOf(row)))
    return this.#follow({ ...row, mustChange: null }, row.areaCode, db)
  }

  /** Ends one session with all its tokens, or without a session id all of the user's. */
  async close(userId: string, sessionId?: string): Promise<void> {
    const mine = eq(session.userId, userId)
    await this.#db.delete(session).where(sessionId ? and(inFamily(sessionId), mine) : mine)
  }

  /** Ends one session whoever's it is: a view that its administrator may no longer have. */
  async end(sessionId: string): Promise<void> {
    await this.#db.delete(session).where(inFamily(sessionId))
  }

  /** Who the newest token of a session is, by its hash (`alive`): as `userOf`, and no use of the token. */
  async userAt(tokenHash: string): Promise<SessionUser | undefined> {
    const found = await this.#lookup(tokenHash)
    if (!found || found.owner.stopped || found.session.expiresAt <= this.#clock()) return undefined
    return sessionUser(found)
  }

  /**
   * Which of these sessions still have a token that counts, with the hash of the newest one that somebody came with: one
   * that never arrived may be of another area.
   */
  async alive(sessionIds: readonly string[]): Promise<Map<string, string>> {
    if (!sessionIds.length) return new Map()
    const ids = [...sessionIds]
    const rows = await this.#db
      .select({ id: session.id, replaces: session.replaces, hash: session.tokenHash })
      .from(session)
      .where(and(or(inArray(session.id, ids), inArray(session.replaces, ids)), gt(session.expiresAt, this.#clock())))
      .orderBy(isNotNull(session.usedAt), session.issuedAt, session.id)
    return new Map(rows.map(({ id, replaces, hash }) => [replaces ?? id, hash]))
  }

  /** Forgets the sessions that are over at a moment; a view leaves a line behind (permission/viewing.ts). */
  async sweep(now: Date): Promise<void> {
    await this.#db.delete(session).where(and(lt(session.expiresAt, now), isNull(session.viewer)))
  }

  /** With a transaction in `locks`, nobody else's until that ends. */
  async #rowOf(token: string, locks?: Database): Promise<SessionRow | undefined> {
    const asked = (locks ?? this.#db)
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
    const [row] = await (locks ? asked.for('update') : asked)
    return row && row.expiresAt > this.#clock() ? row : undefined
  }

  async #firstUse(row: Pick<SessionRow, 'id' | 'replaces'>) {
    const now = this.#clock()
    await this.#db.update(session).set({ usedAt: now }).where(eq(session.id, row.id))
    if (!row.replaces) return
    const ends = new Date(now.getTime() + overlap)
    // Only those before it: of two that were given out at once the later one is the browser's, and may be used second.
    const older = and(inFamily(row.replaces), lt(session.id, row.id), gt(session.expiresAt, ends))
    await this.#db.update(session).set({ expiresAt: ends }).where(older)
  }

  #follow(row: SessionRow, areaCode = row.areaCode, db = this.#db): Promise<string> {
    const { userId, guest, interactiveMode, mustChange, storeId, viewer, expiresAt } = row
    const { agentId, agentOrigin, agentKey } = row
    const next = {
      // Another area gives a view no more time.
      ...(viewer ? { viewer, expiresAt } : {}),
      ...{ userId, guest, interactiveMode, mustChange, areaCode, storeId, agentId, agentOrigin, agentKey },
      replaces: familyOf(row),
    }
    return this.#insert(next, db)
  }

  async #insert(
    row: Omit<typeof session.$inferInsert, 'id' | 'tokenHash' | 'issuedAt' | 'expiresAt'> & { expiresAt?: Date },
    db = this.#db,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const issuedAt = this.#clock()
    const expiresAt = new Date(issuedAt.getTime() + (row.guest || row.viewer ? lifetime.short : lifetime.user))
    const id = newId(issuedAt)
    await db.insert(session).values({ expiresAt, ...row, id, tokenHash: hashToken(token), issuedAt })
    return token
  }
}

/** Of whoever registered the PC, an administrator by now perhaps, its guest has nothing but the name. */
const guestGrants = { isSuperAdmin: false, isAdminUser: false, menus: [], buttons: [] }

const sessionUser = ({ session: row, owner, grants, stores }: Found): SessionUser => ({
  sessionId: familyOf(row),
  tokenIssuedAt: row.issuedAt,
  userId: owner.id,
  userName: owner.userName,
  name: owner.name || owner.surName || owner.userName,
  guest: row.guest,
  interactiveMode: row.interactiveMode ?? undefined,
  mustChange: row.mustChange ?? undefined,
  viewedBy: row.viewer ?? undefined,
  expiresAt: row.expiresAt,
  isSuperAdmin: owner.isSuperAdmin,
  isAdminUser: owner.isAdminUser,
  companyId: owner.companyId ?? undefined,
  areaCode: row.areaCode ?? undefined,
  storeId: row.storeId ?? undefined,
  ...grants,
  ...(row.guest ? guestGrants : {}),
  stores: row.storeId ? [row.storeId] : owner.isSuperAdmin && !row.areaCode ? 'all' : (stores ?? []),
})
