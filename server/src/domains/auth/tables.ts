import type { MustChange } from '@yibao/shared/password.ts'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Viewer } from '../../call/session-user.ts'
import { moment, pinyin } from '../../database/columns.ts'

export const user = pgTable(
  'user_account',
  {
    id: text().primaryKey(),
    userName: text('user_name').notNull(),
    surName: text('sur_name').notNull().default(''),
    name: text().notNull().default(''),
    pinyin: pinyin(),
    sex: integer(),
    mobilePhone: text('mobile_phone'),
    email: text(),
    /** scrypt: salt.hash, hex. */
    passwordHash: text('password_hash').notNull(),
    isAdminUser: boolean('is_admin_user').notNull().default(false),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    companyId: text('company_id'),
    /** Store of an operator. */
    storeId: text('store_id'),
    stopped: boolean().notNull().default(false),
    /** Wrong passwords in a row from places that are new to this person, all together; those of each: `passwordAttempt`. */
    failures: integer().notNull().default(0),
    lockedUntil: moment('locked_until'),
    lastLoginAt: moment('last_login_at'),
    /** Somebody else knows this password: it must be changed at the next login. */
    mustChange: boolean('must_change').notNull().default(false),
    passwordChangedAt: moment('password_changed_at').notNull().defaultNow(),
    /** Hashes of the passwords before this one, newest first. */
    passwordHistory: jsonb('password_history').$type<string[]>().notNull().default([]),
  },
  (t) => [uniqueIndex('user_name').on(t.userName)],
)

/** Wrong passwords of an account in a row from one place (`attempts.ts`: a caller's address, a session). */
export const passwordAttempt = pgTable(
  'password_attempt',
  {
    userId: text('user_id').notNull(),
    place: text().notNull(),
    failures: integer().notNull().default(0),
    lockedUntil: moment('locked_until'),
    /** When the right one was typed there last. */
    rightAt: moment('right_at'),
    /** The last of either. */
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.place] }), index('password_attempt_at').on(t.at)],
)

/** What both kinds of role carry besides their grants. */
const roleColumns = {
  id: text().primaryKey(),
  name: text().notNull(),
  code: text().notNull().default(''),
  remark: text().notNull().default(''),
  enabled: boolean().notNull().default(true),
  /** Name of whoever changed it last; '' for the seed. */
  modifier: text().notNull().default(''),
  modifiedAt: moment('modified_at'),
}

/** Menu role: which menus and buttons it grants. */
export const menuRole = pgTable(
  'menu_role',
  {
    ...roleColumns,
    /** system = shipped with the product: copied, never removed. */
    kind: text().$type<'system' | 'company'>().notNull().default('company'),
    menus: jsonb().$type<string[]>().notNull(),
    buttons: jsonb().$type<{ menuCode: string; buttonCode: string }[]>().notNull(),
    /** Areas of the administrator who made it, whose administrators may change it; none = everywhere, super only. */
    areas: jsonb().$type<string[]>().notNull().default([]),
    /** Whose people alone see it and are given it, and whose administrators may change it; null = its areas say that. */
    companyId: text('company_id'),
  },
  (t) => [uniqueIndex('menu_role_code').on(t.code)],
)

/** Data role: which areas and stores it opens. */
export const dataRole = pgTable(
  'data_role',
  {
    ...roleColumns,
    areas: jsonb().$type<string[]>().notNull(),
    stores: jsonb().$type<string[]>().notNull(),
  },
  (t) => [uniqueIndex('data_role_code').on(t.code)],
)

export const userMenuRole = pgTable(
  'user_menu_role',
  { userId: text('user_id').notNull(), roleId: text('role_id').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] })],
)

export const userDataRole = pgTable(
  'user_data_role',
  { userId: text('user_id').notNull(), roleId: text('role_id').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] })],
)

/** A session; only the token's hash is kept (DESIGN 5). */
export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id').notNull(),
    guest: boolean().notNull().default(false),
    /** What its console runs in, as the silent login said; null where nobody said so. */
    interactiveMode: text('interactive_mode'),
    areaCode: text('area_code'),
    storeId: text('store_id'),
    issuedAt: moment('issued_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** The session's first token when this one was reissued; older tokens die 60 s after this one's first use. */
    replaces: text(),
    usedAt: moment('used_at'),
    /** Opened with a password that must be changed: until then nothing else is answered. */
    mustChange: text('must_change').$type<MustChange>(),
    /** The agent this browser holds a session with, its page's origin and key: bound into action tickets. */
    agentId: text('agent_id'),
    agentOrigin: text('agent_origin'),
    agentKey: text('agent_key'),
    /** Who looks through it (permission/viewing.ts); such a session reads and nothing else. */
    viewer: jsonb().$type<Viewer>(),
  },
  (t) => [uniqueIndex('session_token').on(t.tokenHash), index('session_user').on(t.userId)],
)

/** Encoded passwords already seen within the clock window: each set works once (DESIGN 5). */
export const usedSecret = pgTable('used_secret', {
  hash: text().primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})

/** A second person's approval (Auth/Authorize). */
export const authorization = pgTable('authorization', {
  id: text().primaryKey(),
  byUserId: text('by_user_id').notNull(),
  byName: text('by_name').notNull(),
  forUserId: text('for_user_id').notNull(),
  action: text().notNull(),
  target: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})
