import { type Call, isRead } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { userView } from '@yibao/shared/calls/user-view.ts'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import type { Context } from '../call/context.ts'
import { partsFor } from '../call/view-only.ts'
import { user } from '../domains/auth/tables.ts'
import * as schema from '../schema.ts'
import { type Client, startTestServer, type TestServer, testClock } from './kit.ts'
import { startStubServer, stubHandlers } from './stubs.ts'

// Whoever views as somebody else reads and does nothing besides, whichever call it is.

const reached: string[] = []
const stub = opened(() => startStubServer((name) => reached.push(name)))
const real = opened(() => startTestServer({ clock: testClock() }))

const idOf = async ({ deps }: TestServer, userName: string) => {
  const [row] = await deps.db.select({ id: user.id }).from(user).where(eq(user.userName, userName))
  return row!.id
}

/** As `by` opens it at a server whose handlers are real. */
const viewOf = async (at: TestServer, by: Client, userName: string): Promise<Client> =>
  at.withToken((await by.ok(userView.viewAs, { userId: await idOf(at, userName) })).token)

type NamedCall = ReturnType<typeof allCalls>[number]

const withoutInput = (call: Call) => ({ ...call, path: call.path.replace(/:\w+/g, 'x') })

/**
 * What `ask` answers of each, in their order, some of them at once. A view is looked at anew with each request, in a dozen
 * questions to the database: of all calls these are thousands, so one test asks about a part of them.
 */
const atOnce = async <T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> => {
  const answers: R[] = []
  for (let i = 0; i < all.length; i += 16) answers.push(...(await Promise.all(all.slice(i, i + 16).map(ask))))
  return answers
}

// Spelled out, so that a call that is declared otherwise one day is looked at by somebody.
const posts = [
  'auth.endView',
  'auth.refreshLogInRoleCache',
  'auth.refreshToken',
  'auth.switchArea',
  'audit.ruleTest',
  'auditCounter.coverage',
  'dataRole.getDataTreeByRoles',
  'dictionary.map',
  'doctor.get',
  'exporting.words',
  'hintMessage.getGuideListByMsg',
  'hintMessage.getHintMessageInfo',
  'hintMessage.testMessage',
  'liquidationBatch.toApply',
  'menuRole.getMenuTreeByRoles',
  'qrCode.query',
  'reportDefinition.preview',
  'reportDefinition.run',
  'roleUser.getCheckUserCompanyTree',
  'roleUser.getUserCompanyTree',
  'settlement.soldCodes',
]

/** Where each of these calls lets a client go. */
const standings = async (client: Client, named: readonly NamedCall[]) => {
  reached.length = 0
  const answers = await atOnce(named, ([, call]) => client.send(withoutInput(call)))
  return named.map(([name], i) => {
    const { statusCode, resultExtendInfo } = answers[i]!
    return { in: reached.includes(name) || statusCode === 400, key: resultExtendInfo?.key }
  })
}

/** As an administrator of one area, by himself and seen by a super administrator. */
const sides = async () => {
  const { access } = stub.deps.services
  const area = await stub.as('area', { areaCode: '320500' })
  const own = (await access.userOf((await stub.as('admin')).token))!
  const viewer = { userId: own.userId, userName: 'admin', name: '管理员', sessionId: own.sessionId }
  const token = await access.open(await idOf(stub, 'area'), { areaCode: '320500', viewer })
  return { area, view: stub.withToken(token) }
}

const parts = 5
test.each(Array.from({ length: parts }, (_, part) => ({ part: part + 1 })))(
  'of all calls only what reads is answered, a super administrator included ($part)',
  async ({ part }) => {
    const named = allCalls().filter((_, i) => i % parts === part - 1)
    const { area, view } = await sides()
    const [mine, his] = [await standings(view, named), await standings(area, named)]
    for (const [i, [name, call]] of named.entries()) {
      const looks = isRead(call) || call.viewing === true
      // Never more than the person himself; of what he may, what reads.
      expect([name, mine[i]!.in]).toEqual([name, looks && his[i]!.in])
      if (!looks) expect([name, mine[i]!.key]).toEqual([name, 'session.viewing'])
      if (mine[i]!.in && call.method === 'POST') expect(posts).toContain(name)
    }
  },
)

test('of what is sent by POST these read', () => {
  const reading = allCalls().filter(([, call]) => call.method === 'POST' && (isRead(call) || call.viewing))
  expect(reading.map(([name]) => name).sort()).toEqual([...posts].sort())
})

test('what is recorded, counted by a key, begins work or carries bytes is no read, whatever its method', () => {
  const more = allCalls().filter(
    ([, { audit, idempotent, progress, file, upload }]) => audit || idempotent || progress || file || upload,
  )
  expect(more.length).toBeGreaterThan(200)
  expect(more.filter(([, call]) => isRead(call))).toEqual([])
})

/** Rows of every table with the transaction that wrote them last: what changes when anything is written. */
const book = async ({ deps }: TestServer) => {
  const tables = Object.values(schema).filter((one) => is(one, PgTable)) as PgTable[]
  const seen: Record<string, string> = {}
  for (const table of tables) {
    const name = getTableName(table)
    const { rows } = (await deps.db.execute(
      sql`select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as mark from ${table}`,
    )) as unknown as { rows: { mark: string }[] }
    seen[name] = rows[0]!.mark
  }
  return seen
}

test.each(['clerk', 'area'])('%s: every read answers as it answers him, and writes nothing', async (who) => {
  const admin = await real.as('admin')
  const his = await real.as(who)
  const view = await viewOf(real, admin, who)
  // First uses of both tokens are written.
  for (const client of [his, view]) await client.send(withoutInput(roleUser.getUserTree))
  const before = await book(real)
  // A key for passwords is of no use where none is taken.
  const reads = allCalls().filter(([key, one]) => isRead(one) && key !== 'auth.publicKey')
  const found = await atOnce(reads, async ([name, call]) => {
    const [mine, own] = await Promise.all([view, his].map((client) => client.send(withoutInput(call))))
    return mine!.statusCode === own!.statusCode ? [] : `${name}: ${mine!.statusCode} instead of ${own!.statusCode}`
  })
  const wrong = found.flat()
  expect(wrong).toEqual([])
  expect(await book(real)).toEqual(before)
})

test('a handler that does more than its call says is refused at what it does', async () => {
  const does: Record<string, (c: Context) => unknown> = {
    修改数据: ({ db }) => db.delete(user),
    连接医保中心: ({ services }) => services.centre.of('320500').send('{}', '1101', { timeoutMs: 1 }),
    使用本机助手: ({ services }) => services.tickets.keys,
    开始后台任务: ({ deps }) => deps.services.works.underWay,
    使用本机设备: ({ asking }) => asking.device({ action: 'card.read', title: '', args: {} }),
  }
  let handler: (c: Context) => unknown
  const stubs = stubHandlers(() => {})
  const server = await startTestServer({
    handlers: { ...stubs, roleUser: { ...stubs.roleUser, getUserTree: (_, c) => handler(c) as never } },
  })
  try {
    const admin = await server.as('admin')
    const own = (await server.deps.services.access.userOf(admin.token))!
    const viewer = { userId: own.userId, userName: 'admin', name: '管理员', sessionId: own.sessionId }
    const view = server.withToken(await server.deps.services.access.open(await idOf(server, 'area'), { viewer }))
    for (const [what, work] of Object.entries(does)) {
      handler = work
      const answer = await view.send(roleUser.getUserTree)
      expect([what, answer.resultNotice?.error]).toEqual([what, `仅查看，不能${what}`])
    }
    // Inside a transaction, too.
    handler = ({ db }) => db.transaction((tx) => tx.delete(user))
    expect((await view.send(roleUser.getUserTree)).resultNotice?.error).toBe('仅查看，不能修改数据')
    // What the centre of an area is like is told.
    handler = ({ services }) => services.centre.of('320500').profile.edition
    expect((await view.send(roleUser.getUserTree)).statusCode).not.toBe(403)
    expect(await server.deps.db.select().from(user)).not.toEqual([])
    expect(partsFor(server.deps, roleUser.getUserTree, own)).toBe(server.deps)
  } finally {
    await server.close()
  }
})
