import { ne, type SQL, sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MappingInForce, Part, RouteInForce } from '../../centre/plugin/types.ts'
import { bytes, moment } from '../../database/columns.ts'
import type { Declared } from './manifest.ts'

/** A version of a plugin: the signed archive as it came, and what was read from it. */
export const pluginPackage = pgTable(
  'plugin_package',
  {
    id: text().primaryKey(),
    code: text().notNull(),
    version: text().notNull(),
    /** The version's parts as one number, for the newest first. */
    rank: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    minServer: text('min_server').notNull(),
    /** Areas it was made for: it is bound to no other. */
    areas: jsonb().$type<string[]>().notNull(),
    changes: text().notNull().default(''),
    services: jsonb().$type<Declared[]>().notNull(),
    files: jsonb().$type<{ path: string; size: number; sha256: string }[]>().notNull(),
    content: bytes().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    signers: jsonb().$type<string[]>().notNull(),
    state: text().$type<'uploaded' | 'stopped' | 'enabled' | 'failed'>().notNull().default('uploaded'),
    problem: text().notNull().default(''),
    /** The version that was in force when this one was enabled. */
    formerId: text('former_id'),
    uploadedBy: text('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
    installedAt: moment('installed_at'),
  },
  (t) => [
    uniqueIndex('plugin_package_version').on(t.code, t.version),
    uniqueIndex('plugin_package_enabled').on(t.code).where(sql`state = 'enabled'`),
  ],
)

/** Areas a plugin is bound to, whichever of its versions is in force. */
export const pluginArea = pgTable(
  'plugin_area',
  { code: text().notNull(), areaCode: text('area_code').notNull() },
  (t) => [primaryKey({ columns: [t.code, t.areaCode] }), index('plugin_area_area').on(t.areaCode)],
)

/** A service of an installed plugin with what was set for it; its declaration is that of the version in use. */
export const pluginService = pgTable(
  'plugin_service',
  {
    plugin: text().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    pluginName: text('plugin_name').notNull(),
    /** '' of a service that the version in use has not: what was set for it is kept until the plugin is uninstalled (`inUse`). */
    version: text().notNull(),
    infno: text().notNull(),
    declared: jsonb().$type<Declared>().notNull(),
    enabled: boolean().notNull().default(true),
    /** ms over the package's own; null = as the package says. */
    timeoutMs: integer('timeout_ms'),
    /** Some of the plugin's areas; empty = all of them. */
    areas: jsonb().$type<string[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.plugin, t.code] })],
)

/** SQL condition: services of the version in use. */
export const inUse: SQL = ne(pluginService.version, '')

/**
 * What is in force, ready to be read by a node: at most one service for each part of a transaction in an area. Written
 * anew from the tables above with every change (force.ts).
 */
export const pluginForce = pgTable(
  'plugin_force',
  {
    areaCode: text('area_code').notNull(),
    infno: text().notNull(),
    part: text().$type<Part>().notNull(),
    plugin: text().notNull(),
    service: text().notNull(),
    body: jsonb().$type<MappingInForce | RouteInForce>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.areaCode, t.infno, t.part] }), index('plugin_force_plugin').on(t.plugin)],
)

/** Calls with a service's part in them, by day; every node adds to it. */
export const pluginDay = pgTable(
  'plugin_day',
  {
    day: text().notNull(),
    plugin: text().notNull(),
    service: text().notNull(),
    calls: integer().notNull(),
    errors: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.plugin, t.service] })],
)

/** A plugin on a node, as the node last told: counted since it was loaded there. */
export const pluginNode = pgTable(
  'plugin_node',
  {
    node: text().notNull(),
    plugin: text().notNull(),
    version: text().notNull(),
    calls: integer().notNull(),
    errors: integer().notNull(),
    /** Sum over the calls. */
    ms: bigint({ mode: 'number' }).notNull(),
    lastError: text('last_error').notNull().default(''),
    lastErrorAt: moment('last_error_at'),
    since: moment('since').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.node, t.plugin] })],
)

/** What happened to a plugin (move) and what it could not do (no move). Never a value of a message. */
export const pluginLog = pgTable(
  'plugin_log',
  {
    id: text().primaryKey(),
    at: moment('at').notNull(),
    plugin: text().notNull(),
    version: text().notNull().default(''),
    move: text().notNull().default(''),
    by: text().notNull().default(''),
    service: text().notNull().default(''),
    areaCode: text('area_code').notNull().default(''),
    infno: text().notNull().default(''),
    node: text().notNull().default(''),
    text: text().notNull().default(''),
  },
  (t) => [index('plugin_log_plugin').on(t.plugin, t.at)],
)
