import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, smallint, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** What a node says of itself; that it is silent or has ended is seen by its times. */
export type NodeState = 'serving' | 'draining' | 'drained' | 'restarting'

/** What a node is to be. */
export type Wanted = 'serving' | 'drained' | 'restart'

/** The newest figures of a node, as the list shows them. */
export interface Latest {
  cpu: number
  rss: number
  heap: number
  lag: number
  rate: number
  active: number
  queue: number
  dbUsed: number
  dbMax: number
  p50?: number
  p95?: number
}

/** A server process, from its start until a day after its last sign of life. */
export const serverNode = pgTable('server_node', {
  /** config.node: new at every start. */
  id: text().primaryKey(),
  /** The same over its starts: its charts are known by it. */
  name: text().notNull(),
  host: text().notNull(),
  role: text().$type<'single' | 'cluster'>().notNull(),
  version: text().notNull(),
  restartable: boolean().notNull(),
  state: text().$type<NodeState>().notNull(),
  startedAt: moment('started_at').notNull(),
  heartbeatAt: moment('heartbeat_at').notNull(),
  endedAt: moment('ended_at'),
  wanted: text().$type<Wanted>().notNull().default('serving'),
  wantedAt: moment('wanted_at'),
  wantedBy: text('wanted_by'),
  reason: text(),
  latest: jsonb().$type<Latest>(),
})

/**
 * What a node was like: about every 10 s for an hour, and for every 5 minutes of a week. The row of the 5 minutes that
 * run is written again with each sample, so that a node that is killed loses nothing.
 */
export const nodeSample = pgTable(
  'node_sample',
  {
    name: text().notNull(),
    /** Seconds of its step: 10 or 300. */
    span: smallint().notNull(),
    at: moment('at').notNull(),
    nodeId: text('node_id').notNull(),
    /** How long was measured. */
    ms: integer().notNull(),
    cpuMs: integer('cpu_ms').notNull(),
    /** Bytes; the most, as all that has no sum. */
    rss: bigint({ mode: 'number' }).notNull(),
    heap: bigint({ mode: 'number' }).notNull(),
    /** ms. */
    lag: real().notNull(),
    requests: integer().notNull(),
    active: integer().notNull(),
    queue: integer().notNull(),
    dbUsed: integer('db_used').notNull(),
    dbMax: integer('db_max').notNull(),
    /** Calls to centres by class of duration (centre-call/duration.ts), ms. */
    waits: jsonb().$type<[ms: number, calls: number][]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.span, t.at, t.nodeId] }), index('node_sample_at').on(t.span, t.at)],
)
