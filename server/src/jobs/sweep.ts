import { formatDay } from '@yibao/shared/time.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../call/context.ts'
import { continuation, idempotency, operationLog } from '../call/tables.ts'
import type { Database } from '../database/open.ts'
import { sweepingTime } from '../database/sweeping.ts'
import { agentCommand } from '../domains/agent-command/tables.ts'
import { auditBlock } from '../domains/audit/tables.ts'
import { authorization, passwordAttempt, usedSecret } from '../domains/auth/tables.ts'
import { cardRead } from '../domains/card/tables.ts'
import { centreCall, centreCallStore, centreFault, keptDays } from '../domains/centre-call/tables.ts'
import { sealOldFilings } from '../domains/filing/seal-old.ts'
import { message, messageReader } from '../domains/message/tables.ts'
import { platformOf } from '../domains/organisation/settings.ts'
import { enrolCode } from '../domains/organisation/tables.ts'
import { sweepViews } from '../domains/permission/viewing.ts'
import { pluginDay, pluginLog, pluginNode } from '../domains/plugin/tables.ts'
import { reportDelivery, reportRun } from '../domains/report/schedule/tables.ts'
import { hitDays, serviceHit, serviceUser, userDays } from '../domains/service-hit/tables.ts'
import { voidLeftOver } from '../domains/settlement/left-over.ts'
import { slip } from '../domains/slip/tables.ts'
import { progress } from '../domains/system/tables.ts'
import { exportJob, importJob } from '../domains/transfer/tables.ts'

const hour = 3_600_000

/** A moment, or the name of a day, and for how many days after it a row stays. */
interface Kept {
  since: PgColumn
  days: number
  /** Rows of another table that go with it. */
  with?: { parent: PgColumn; child: PgColumn }
  /** The one value that goes, where the row stays. */
  value?: PgColumn
  /** Only rows of which this holds. */
  where?: SQL
}

/** What serves its time (docs/OPERATIONS.md tells it to whoever runs the product). */
const kept: readonly Kept[] = [
  { since: continuation.expiresAt, days: 0 },
  { since: usedSecret.expiresAt, days: 0 },
  // A person as read: whoever settles has it in his order by then (DESIGN 6).
  { since: cardRead.expiresAt, days: 0 },
  { since: importJob.createdAt, days: 1 },
  { since: pluginNode.seenAt, days: 1 },
  { since: authorization.expiresAt, days: 7 },
  { since: enrolCode.expiresAt, days: 7 },
  // What an agent answered is a log: it has served its time with the question.
  { since: agentCommand.at, days: 7 },
  { since: idempotency.startedAt, days: 7 },
  { since: progress.at, days: 7 },
  // A place that somebody has not come in from for so long is new to him again (auth/attempts.ts).
  { since: passwordAttempt.at, days: 30 },
  { since: centreCall.at, days: keptDays },
  { since: centreFault.at, days: keptDays },
  { since: centreCallStore.day, days: keptDays },
  { since: pluginDay.day, days: keptDays },
  { since: serviceUser.day, days: userDays },
  { since: exportJob.createdAt, days: 90 },
  { since: pluginLog.at, days: 90 },
  // What it says stays, and makes the same paper; of before that the paper alone did.
  { since: slip.madeAt, days: 7, value: slip.pdf, where: sql`${slip.model} is not null` },
  { since: slip.madeAt, days: 180, value: slip.pdf },
  { since: message.validTo, days: 180, with: { parent: message.id, child: messageReader.messageId } },
  { since: reportRun.dueAt, days: 400, with: { parent: reportRun.id, child: reportDelivery.runId } },
  { since: auditBlock.at, days: 400 },
  { since: serviceHit.day, days: hitDays },
]

/** Rows that go in one statement: nobody waits long behind it. */
const slice = 5000
/** The same of rows that take others with them: a notice may have had thousands of readers. */
const parents = 100
/** Slices of one table in one round: what has piled up for years goes over some hours, beside the counters. */
const slices = 200

/** SQL: removes one slice; those that go with a row go in its own statement, so that none of them is left alone. */
const removing = ({ since, with: both, value, where }: Kept, before: Date | string): SQL => {
  const { table } = since
  const old = sql`${since} < ${sql.param(before, since)}`
  if (both) {
    const { parent, child } = both
    return sql`with old as (select ${parent} as id from ${table} where ${old} limit ${parents}),
      gone as (delete from ${child.table} where ${child} in (select id from old))
      delete from ${table} where ${parent} in (select id from old)`
  }
  const what = value ? sql`update ${table} set ${sql.identifier(value.name)} = null` : sql`delete from ${table}`
  const due = sql.join([old, value && sql`${value} is not null`, where].filter(Boolean) as SQL[], sql` and `)
  return sql`${what} where ctid = any(array(select ctid from ${table} where ${due} limit ${slice}))`
}

const remove = async (db: Database, one: Kept, before: Date | string): Promise<void> => {
  const some = removing(one, before)
  for (let i = 0; i < slices; i++) {
    const result = (await db.execute(some)) as { rowCount?: number | null; affectedRows?: number }
    if ((result.rowCount ?? result.affectedRows ?? 0) < (one.with ? parents : slice)) return
  }
}

/**
 * Removes what has served its time: sessions, `kept`, the operation log (系统参数), and baskets that were left. A part that
 * cannot be done holds none of the others up; its fault is thrown at the end. Nothing goes while a clock is in doubt
 * (database/sweeping.ts).
 */
export const sweepOnce = async (deps: Pick<Deps, 'db' | 'clock' | 'moved' | 'services' | 'config'>): Promise<void> => {
  const { db, services } = deps
  const now = await sweepingTime(deps)
  if (!now) return
  const { logDays } = await platformOf(deps)
  const each = [...kept, { since: operationLog.at, days: logDays }].map((one) => () => {
    const before = new Date(now.getTime() - one.days * 24 * hour)
    return remove(db, one, one.since.dataType === 'string' ? formatDay(before) : before)
  })
  const faults: unknown[] = []
  const first = [() => sweepViews(db, now), () => services.access.sweep(now), () => sealOldFilings(deps)]
  for (const part of [...first, ...each, () => voidLeftOver(deps, now)])
    await part().catch((fault: unknown) => faults.push(fault))
  if (faults.length) throw faults[0]
}
