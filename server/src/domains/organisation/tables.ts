import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, pinyin } from '../../database/columns.ts'

/** Settings of one level that differ from the level above (settings.ts), and whose they are. */
const settled = {
  settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** Counts up with each save: a save names the one it was made on. */
  settingsRevision: integer('settings_revision').notNull().default(0),
  settingsBy: text('settings_by').notNull().default(''),
  settingsAt: moment('settings_at'),
}

/** Settings of the whole platform: one row. */
export const systemSetting = pgTable('system_setting', { id: text().primaryKey(), ...settled })

/** A medical-insurance area (区划). */
export const area = pgTable('area', {
  code: text().primaryKey(),
  name: text().notNull(),
  ...settled,
  /** Counts up with each change of what plugins do there. */
  pluginRevision: integer('plugin_revision').notNull().default(0),
})

/** A pharmacy chain. */
export const company = pgTable('company', {
  id: text().primaryKey(),
  name: text().notNull(),
  pinyin: pinyin(),
  /** sha256 of the verify code of silent logins. */
  verifyHash: text(),
  /** The code before it, as long as counters may still use it. */
  formerHash: text('former_hash'),
  formerUntil: moment('former_until'),
  /** Codes before that one which counters were still given when it was replaced, each with its own end (ISO). */
  olderKeys: jsonb('older_keys').$type<{ hash: string; until: string }[]>().notNull().default([]),
  keyAt: moment('key_at'),
  shortName: text('short_name').notNull().default(''),
  contact: text().notNull().default(''),
  phone: text().notNull().default(''),
  erpType: text('erp_type').notNull().default(''),
  /** Day, inclusive. */
  licenceUntil: text('licence_until'),
  /** Areas in which it may have stores. */
  areas: jsonb().$type<string[]>().notNull().default([]),
  adminUserId: text('admin_user_id'),
  stopped: boolean().notNull().default(false),
  createdAt: moment('created_at'),
})

export const store = pgTable(
  'store',
  {
    id: text().primaryKey(),
    companyId: text().notNull(),
    areaCode: text().notNull(),
    fixmedinsCode: text().notNull(),
    name: text().notNull(),
    pinyin: pinyin(),
    phone: text().notNull().default(''),
    closed: boolean().notNull().default(false),
    /** Of a closed store, since when; not known of one that was closed before this was kept. */
    closedAt: moment('closed_at'),
    /** As the centre has it registered (1201); '' = the same as `name`. */
    fixmedinsName: text('fixmedins_name').notNull().default(''),
    /** What the chain's ERP calls it. */
    erpStoreNo: text('erp_store_no').notNull().default(''),
    uscc: text().notNull().default(''),
    hospLevel: text('hosp_level').notNull().default(''),
    address: text().notNull().default(''),
    contact: text().notNull().default(''),
    /** yyyy-MM-dd or ''. */
    contractFrom: text('contract_from').notNull().default(''),
    contractTo: text('contract_to').notNull().default(''),
    ...settled,
  },
  (t) => [
    uniqueIndex('store_fixmedins').on(t.fixmedinsCode),
    index('store_area').on(t.areaCode),
    uniqueIndex('store_erp').on(t.companyId, t.erpStoreNo).where(sql`"erp_store_no" <> ''`),
  ],
)

/** A counter PC of a store, known to silent logins by its client number. */
export const client = pgTable(
  'client',
  {
    id: text().primaryKey(),
    companyId: text().notNull(),
    clientNo: text().notNull(),
    storeId: text().notNull(),
    /** Whose session a silent login opens. */
    userId: text().notNull(),
    /** What people call this PC: 前台2. */
    name: text().notNull().default(''),
  },
  (t) => [uniqueIndex('client_no').on(t.companyId, t.clientNo)],
)

/** An enrolled agent: its public key signs card results and heartbeats. */
export const agent = pgTable('agent', {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  storeIds: jsonb().$type<string[]>().notNull(),
  machine: text().notNull().default(''),
  version: text().notNull().default(''),
  enrolledAt: moment('enrolled_at').notNull(),
  lastSeenAt: moment('last_seen_at'),
  state: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** What its drivers are started with, where it is this counter's own: driver, setting, sealed value. */
  driverSettings: jsonb('driver_settings').$type<Record<string, Record<string, string>>>().notNull().default({}),
})

/** One-time code that lets an agent enrol. */
export const enrolCode = pgTable('enrol_code', {
  codeHash: text().primaryKey(),
  storeIds: jsonb().$type<string[]>().notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedBy: text(),
  policyVersion: integer().notNull().default(1),
})
