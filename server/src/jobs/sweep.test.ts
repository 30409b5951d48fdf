import { formatDay } from '@yibao/shared/time.ts'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test, vi } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { continuation, idempotency, operationLog } from '../call/tables.ts'
import { agentCommand } from '../domains/agent-command/tables.ts'
import { auditBlock } from '../domains/audit/tables.ts'
import { authorization, usedSecret } from '../domains/auth/tables.ts'
import { cardRead } from '../domains/card/tables.ts'
import { centreCall, centreCallStore, centreFault } from '../domains/centre-call/tables.ts'
import { message, messageReader } from '../domains/message/tables.ts'
import { enrolCode } from '../domains/organisation/tables.ts'
import { pluginDay, pluginLog, pluginNode } from '../domains/plugin/tables.ts'
import { reportDelivery, reportRun } from '../domains/report/schedule/tables.ts'
import { serviceHit, serviceUser } from '../domains/service-hit/tables.ts'
import { progress } from '../domains/system/tables.ts'
import { exportJob, importJob } from '../domains/transfer/tables.ts'
import { databases, startTestServer } from '../test/kit.ts'
import { sweepOnce } from './sweep.ts'

// docs/OPERATIONS.md, "What is kept, and how long": a row of each table an hour before its time, and one behind it.

const hour = 3_600_000

/** Table, its moment or day, and days. */
const kept: [PgTable, string, number][] = [
  [continuation, 'expiresAt', 0],
  [usedSecret, 'expiresAt', 0],
  [cardRead, 'expiresAt', 0],
  [importJob, 'createdAt', 1],
  [pluginNode, 'seenAt', 1],
  [authorization, 'expiresAt', 7],
  [enrolCode, 'expiresAt', 7],
  [agentCommand, 'at', 7],
  [idempotency, 'startedAt', 7],
  [progress, 'at', 7],
  [centreCall, 'at', 35],
  [centreFault, 'at', 35],
  [centreCallStore, 'day', 35],
  [pluginDay, 'day', 35],
  [serviceUser, 'day', 35],
  [exportJob, 'createdAt', 90],
  [pluginLog, 'at', 90],
  [message, 'validTo', 180],
  [reportRun, 'dueAt', 400],
  [auditBlock, 'at', 400],
  [serviceHit, 'day', 400],
  [operationLog, 'at', 1830],
]

const filled: Record<string, unknown> = { string: '', number: 1, bigint: 1, boolean: false, json: [], array: [] }

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ database }))

  let made = 0
  /** A row with what a table demands, and these. */
  const put = async (table: PgTable, values: Record<string, unknown>) => {
    const n = ++made
    const demanded = Object.entries(getTableColumns(table)).filter(
      ([, { notNull, hasDefault }]) => notNull && !hasDefault,
    )
    const row = demanded.map(([key, { dataType }]) => [key, dataType === 'string' ? `${n}` : filled[dataType]])
    const moments = demanded
      .filter(([, { dataType }]) => dataType === 'date')
      .map(([key]) => [key, server.deps.clock()])
    await server.deps.db.insert(table).values({ ...Object.fromEntries([...row, ...moments]), ...values } as never)
  }

  test.each(kept.map((one) => [getTableName(one[0]), ...one] as const))('%s', async (_, table, since, days) => {
    const { deps } = server
    const now = deps.clock().getTime()
    const at = (hours: number) => {
      const moment = new Date(now - days * 24 * hour - hours * hour)
      return getTableColumns(table)[since]!.dataType === 'string' ? formatDay(moment) : moment
    }
    await deps.db.delete(table)
    // A day that has only begun is kept as a whole.
    for (const hours of [25, -25]) await put(table, { [since]: at(hours) })
    await sweepOnce(deps)
    const rows = (await deps.db.select().from(table)) as Record<string, unknown>[]
    expect(rows.map((row) => row[since])).toEqual([at(-25)])
  })

  test('who read a notice, and what became of a report, go with it; of many, slice by slice', async () => {
    const { deps } = server
    const ago = (days: number) => new Date(deps.clock().getTime() - days * 24 * hour)
    for (const table of [message, messageReader, reportRun, reportDelivery]) await deps.db.delete(table)
    for (const days of [181, 179]) {
      await put(message, { id: `m${days}`, validTo: ago(days) })
      for (const userId of ['䶮', '𠮷']) await put(messageReader, { messageId: `m${days}`, userId })
    }
    await deps.db.execute(sql`insert into report_run (id, definition_id, due_at, from_day, to_day, next_attempt_at)
      select 'r' || n, 'd', now() - interval '401 days' - n * interval '1 minute', '', '', now() from generate_series(1, 250) n`)
    await deps.db.execute(sql`insert into report_delivery (run_id, user_id, name) select id, 'u', '䶮' from report_run`)
    await sweepOnce(deps)
    const readers = await deps.db.select().from(messageReader)
    expect(readers.map(({ messageId }) => messageId)).toEqual(['m179', 'm179'])
    expect([await deps.db.$count(reportRun), await deps.db.$count(reportDelivery)]).toEqual([0, 0])
  })

  test('a table that cannot be swept keeps none of the others from it, and the fault is said', async () => {
    const { deps } = server
    const old = new Date(deps.clock().getTime() - 3000 * 24 * hour)
    for (const table of [usedSecret, operationLog]) await deps.db.delete(table)
    await put(usedSecret, { expiresAt: old })
    await put(operationLog, { at: old })
    await deps.db.execute(sql`create function kept() returns trigger language plpgsql as
      $$ begin raise exception 'not this one'; end $$`)
    await deps.db.execute(sql`create trigger kept before delete on used_secret execute function kept()`)
    await expect(sweepOnce(deps)).rejects.toThrow()
    await deps.db.execute(sql`drop function kept cascade`)
    expect(await deps.db.$count(usedSecret)).toBe(1)
    expect(await deps.db.$count(operationLog)).toBe(0)
    await sweepOnce(deps)
    expect(await deps.db.$count(usedSecret)).toBe(0)
  })

  /** The server as a node whose own clock is so many minutes ahead of its database's. */
  const ahead = (minutes: number) => {
    const at = new Date(server.deps.clock().getTime() + minutes * 60_000)
    return { ...server.deps, clock: () => at }
  }
  const left = async () => (await server.deps.db.select().from(usedSecret)).map(({ hash }) => hash).sort()
  /** What was over so many minutes ago, by its database's clock. */
  const over = async (...minutes: number[]) => {
    const { db } = server.deps
    await db.delete(usedSecret)
    const at = (ago: number) => new Date(Date.now() - ago * 60_000)
    await db.insert(usedSecret).values(minutes.map((ago) => ({ hash: `${ago}`, expiresAt: at(ago) })))
  }

  test('the earlier of the node’s clock and the database’s counts', async () => {
    await over(-30, 10, 40)
    await sweepOnce(ahead(50))
    expect(await left(), 'what is not over for the others').toEqual(['-30'])
    await over(-30, 10, 40)
    await sweepOnce(ahead(-20))
    expect(await left()).toEqual(['-30', '10'])
  })

  test('where the two are more than an hour apart nothing goes, and the log says so once, until they agree again', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const words = () => told.mock.calls.splice(0).map(([text]) => String(text))
    await over(10_000)
    for (const minutes of [20 * 24 * 60, 61, -61]) await sweepOnce(ahead(minutes))
    const first = words()
    expect([first.length, await left()]).toEqual([1, ['10000']])
    expect(first[0]).toMatch(/^本节点的时钟比数据库的快 480 小时：.*请校准两台机器的系统时间/)
    await sweepOnce(ahead(59))
    expect([words(), await left()]).toEqual([[], []])
    await over(10_000)
    await sweepOnce(ahead(-61))
    const again = words()
    told.mockRestore()
    expect([again.length, await left()]).toEqual([1, ['10000']])
    expect(again[0]).toContain('本节点的时钟比数据库的慢 61 分钟')
  })
})
