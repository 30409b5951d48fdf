import type { CommandKind, DriverTestArgs } from '@yibao/shared/agent/cloud.ts'
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** What an administrator asked of an agent, and what came of it. */
export const agentCommand = pgTable(
  'agent_command',
  {
    id: text().primaryKey(),
    agentId: text('agent_id').notNull(),
    kind: text().$type<CommandKind>().notNull(),
    /** Of a driverTest: what it is tried with. Gone when it is answered. */
    args: jsonb().$type<DriverTestArgs>(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    at: moment('at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at'),
    doneAt: moment('done_at'),
    ok: boolean(),
    text: text().notNull().default(''),
  },
  (t) => [index('agent_command_agent').on(t.agentId, t.at)],
)
