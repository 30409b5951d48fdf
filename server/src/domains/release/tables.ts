import type { SignedRelease } from '@yibao/shared/agent/release.ts'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../../database/columns.ts'

/** A signed release of the agent and whom it is offered to (agent.md 5.4). */
export const release = pgTable(
  'agent_release',
  {
    id: text().primaryKey(),
    version: text().notNull(),
    channel: text().$type<'stable' | 'grey'>().notNull(),
    /** Its parts as one number, for the newest first. */
    rank: bigint({ mode: 'number' }).notNull(),
    minVersion: text('min_version').notNull(),
    /** The outermost ring that was signed: area codes and fixmedins_codes, both empty = everybody. */
    rollout: jsonb().$type<{ areas: string[]; stores: string[] }>().notNull().default({ areas: [], stores: [] }),
    signed: jsonb().$type<SignedRelease>().notNull(),
    signers: jsonb().$type<string[]>().notNull(),
    files: integer().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    notes: text().notNull().default(''),
    state: text().$type<'draft' | 'open' | 'paused' | 'withdrawn'>().notNull(),
    scope: text().$type<'stores' | 'areas' | 'all'>().notNull().default('stores'),
    areas: jsonb().$type<string[]>().notNull().default([]),
    stores: jsonb().$type<string[]>().notNull().default([]),
    forced: boolean().notNull().default(false),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    publishedAt: moment('published_at'),
  },
  (t) => [uniqueIndex('agent_release_version').on(t.version, t.channel)],
)

/** Files of releases in pieces of `pieceBytes`, by their hash: a file that two releases share is kept once. */
export const releasePiece = pgTable(
  'agent_release_piece',
  { sha256: text().notNull(), no: integer().notNull(), bytes: bytes().notNull() },
  (t) => [primaryKey({ columns: [t.sha256, t.no] })],
)
