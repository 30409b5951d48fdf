import type { InputOf } from '@yibao/shared/call.ts'
import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../../call/context.ts'
import { seedId } from '../../../../seed/organisation.ts'
import { areaRole, dataRoles, viewerRole } from '../../../../seed/roles.ts'
import { type Client, startTestServer, type TestClock, type TestServer, testClock } from '../../../../test/kit.ts'
import { user, userDataRole, userMenuRole } from '../../../auth/tables.ts'
import { message } from '../../../message/tables.ts'
import { carryOutDue } from '../../../report-delivery/carry-out.ts'
import { exportJob } from '../../../transfer/tables.ts'
import { form, guanqian, pingjiang, sellMonth, xinjiekou } from '../../defined/test/books.ts'
import { beginDue } from '../due.ts'
import { reportDelivery, reportRun, reportSchedule } from '../tables.ts'

/** Names that no register of common characters holds, and one of 20. */
export const rare = { ou: '欧䶮', ye: '𠮷野', long: '阿卜杜热合曼·阿卜杜克热木·买买提江艾力' } as const

const reader = (number: number, userName: string, name: string, storeId: string) => ({
  ...{ id: seedId(2, number), userName, name, surName: name, storeId, companyId: '10001', passwordHash: 'salt.hash' },
})
export const readers = {
  ou: reader(101, 'ou', rare.ou, guanqian),
  ye: reader(102, 'ye', rare.ye, pingjiang),
  long: reader(103, 'long', rare.long, guanqian),
  nanjing: reader(104, 'nanjing', '南京稽核', xinjiekou),
}

/** An administrator of 320500 alone, who reads what is published for the role of administrators. */
export const area1 = seedId(2, 3)
export const both = seedId(2, 2)

export const when = { rhythm: 'month', monthDay: '1', clock: '06:00' } as const
type Form = InputOf<typeof calls.save>

export interface Desk {
  server: TestServer
  clock: TestClock
  who: Record<'admin' | 'area' | 'area1' | 'elsewhere' | 'viewer', Client>
  /** Moves the clock to a moment in Shanghai, and everybody signs in again. */
  at: (now: string) => Promise<void>
  /** The next day at nine, for `at`. */
  tomorrow: () => string
  /** Publishes a report of settlements by store for readers and administrators of 320500; answers its id. */
  publish: (code: string, values?: object, client?: Client) => Promise<string>
  plan: (id: string, values?: Partial<Form>, client?: Client) => Promise<{ revision: number }>
  /** One round of the job; faults are thrown unless they are collected. */
  round: (deps?: Deps, faults?: unknown[]) => Promise<void>
  /** Name, outcome and rows of each recipient of the newest run. */
  outcomes: (id: string) => Promise<(string | number | null)[][]>
  runsOf: (id: string) => Promise<(typeof reportRun.$inferSelect)[]>
  noticesOf: (userId: string) => Promise<(typeof message.$inferSelect)[]>
  exportsOf: (userId: string) => Promise<(typeof exportJob.$inferSelect)[]>
}

/** The reports of 2026-09 with people who read them, on 2026-09-15 in the morning. */
export const openDesk = async (database?: 'pglite' | 'postgres'): Promise<Desk> => {
  const clock = testClock(new Date('2026-09-15T09:00:00+08:00'))
  const server = await startTestServer({ clock, ...(database && { database }) })
  const { deps } = server
  const { db } = deps
  const people = Object.values(readers)
  await db.insert(user).values(people)
  await db.insert(userMenuRole).values(people.map(({ id }) => ({ userId: id, roleId: viewerRole.id })))
  await db.insert(userDataRole).values(people.map(({ id }) => ({ userId: id, roleId: dataRoles.guanqian.id })))
  await db.delete(reportSchedule)
  await sellMonth(server)
  const who = {} as Desk['who']
  const at = async (now: string) => {
    clock.set(moment(now))
    // Sessions end long before the next month.
    who.admin = await server.as('admin')
    who.area = await server.as('area', { areaCode: '320500' })
    who.area1 = await server.as('area1', { areaCode: '320500' })
    who.elsewhere = await server.as('area', { areaCode: '320100' })
    who.viewer = await server.as('viewer')
  }
  await at('2026-09-15T09:00:00')
  const fail = (fault: unknown) => {
    throw fault
  }
  return {
    ...{ server, clock, who, at },
    tomorrow: () => `${addDays(formatDay(clock()), 1)}T09:00:00`,
    publish: async (code, values = {}, client = who.area1) => {
      const { id } = await client.ok(
        reportDefinition.add,
        form(code, { roles: [areaRole.id, viewerRole.id], ...values }),
      )
      await client.ok(reportDefinition.publish, { id, version: 1 })
      return id
    },
    plan: (id, values = {}, client = who.area1) =>
      client.ok(calls.save, { id, revision: 0, when, roles: [], users: [readers.ou.id], ...values }),
    round: async (own = deps, faults) => {
      const report = faults ? (fault: unknown) => void faults.push(fault) : fail
      await beginDue(own, report)
      await carryOutDue(own, report)
    },
    outcomes: async (id) => {
      const [run] = (await db.select().from(reportRun).where(eq(reportRun.definitionId, id))).sort(
        (a, b) => b.dueAt.getTime() - a.dueAt.getTime(),
      )
      const rows = await db
        .select()
        .from(reportDelivery)
        .where(eq(reportDelivery.runId, run?.id ?? ''))
      return rows.map(({ name, outcome, rows: n, reason }) => [name, outcome, n ?? reason]).sort()
    },
    runsOf: (id) => db.select().from(reportRun).where(eq(reportRun.definitionId, id)).orderBy(reportRun.dueAt),
    noticesOf: async (userId) =>
      (await db.select().from(message).orderBy(message.publishedAt)).filter(({ users }) => users.includes(userId)),
    exportsOf: (userId) => db.select().from(exportJob).where(eq(exportJob.userId, userId)),
  }
}

/** A moment in Shanghai. */
export const moment = (text: string) => new Date(`${text}+08:00`)
