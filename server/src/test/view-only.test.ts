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
import * as schema from '../database/schema.ts'
import { user } from '../domains/auth/tables.ts'
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

const withoutInput = (call: Call) => ({ ...call, path: call.path.replace(/:\w+/g, 'x') })

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
  'hintMessage.getGuideListByMsg',
  'hintMessage.getHintMessageInfo',
  'hintMessage.testMessage',
  'menuRole.getMenuTreeByRoles',
  'qrCode.query',
  'reportDefinition.preview',
  'reportDefinition.run',
  'roleUser.getCheckUserCompanyTree',
  'roleUser.getUserCompanyTree',
  'settlement.soldCodes',
]

test('of all calls only what reads is answered, a super administrator included', async () => {
  const { access } = stub.deps.services
  const viewer = { userId: 'v', userName: 'admin', name: '管理员', sessionId: (await stub.as('admin')).token }
  const own = (await access.userOf(viewer.sessionId))!
  const token = await access.open(await idOf(stub, 'area'), {
    areaCode: '320500',
    viewer: { ...viewer, userId: own.userId, sessionId: own.sessionId },
  })
  const area = await stub.as('area', { areaCode: '320500' })
  const answered: string[] = []
  for (const [name, call] of allCalls()) {
    const standing = async (client: Client) => {
      reached.length = 0
      const answer = await client.send(withoutInput(call))
      return { in: reached.includes(name) || answer.statusCode === 400, key: answer.resultExtendInfo?.key }
    }
    const mine = await standing(stub.withToken(token))
    const his = await standing(area)
    const looks = isRead(call) || call.viewing === true
    // Never more than the person himself; of what he may, what reads.
    expect([name, mine.in], name).toEqual([name, looks && his.in])
    if (!looks) expect([name, mine.key]).toEqual([name, 'session.viewing'])
    if (mine.in && call.method === 'POST') answered.push(name)
  }
  expect(answered.sort()).toEqual([...posts].sort().filter((name) => answered.includes(name)))
  expect(
    allCalls()
      .filter(([, call]) => call.method === 'POST' && (isRead(call) || call.viewing))
      .map(([name]) => name)
      .sort(),
  ).toEqual([...posts].sort())
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
  const wrong: string[] = []
  // A key for passwords is of no use where none is taken.
  for (const [name, call] of allCalls().filter(([key, one]) => isRead(one) && key !== 'auth.publicKey')) {
    const [mine, own] = [await view.send(withoutInput(call)), await his.send(withoutInput(call))]
    if (mine.statusCode !== own.statusCode) wrong.push(`${name}: ${mine.statusCode} instead of ${own.statusCode}`)
  }
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
