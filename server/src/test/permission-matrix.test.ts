import type { Call } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { can } from '@yibao/shared/permission.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../domains/auth/sessions.ts'
import { user } from '../domains/auth/tables.ts'
import { clerkRole } from '../seed/roles.ts'
import { type Answer, type Client, startTestServer, type TestServer, testClock } from './kit.ts'
import { stubHandlers } from './stubs.ts'

// Every call × every kind of user, with handlers that only note they were reached. What a user should reach is worked
// out here from the seeded grants alone, not with the rule under test.

const reached: string[] = []
let server: TestServer
const clients: Record<string, Client> = {}
beforeAll(async () => {
  server = await startTestServer({
    handlers: stubHandlers((name) => reached.push(name)),
    clock: testClock(),
    config: { strictAnswers: false },
  })
  for (const name of ['clerk', 'viewer', 'area', 'admin']) clients[name] = await server.as(name)
  clients.guest = await server.as('clerk', { guest: true })
  const [clerk] = await server.deps.db.select().from(user).where(eq(user.userName, 'clerk'))
  const { access } = server.deps.services
  clients.bound = server.withToken(await openSession({ db: server.deps.db, access }, clerk!, { mustChange: 'initial' }))
  clients.nobody = server.nobody
})
afterAll(() => server.close())

/** Sent without input: 400 means the input came after the permission, which is as good as reached. */
const standing = async (client: Client, name: string, call: Call): Promise<'in' | 'refused' | 'no session'> => {
  const answer: Answer<unknown> = await client.send(call)
  if (answer.status === 401) return 'no session'
  return reached.includes(name) || answer.statusCode === 400 ? 'in' : 'refused'
}

const menusOf = (call: Call) => [call.menu ?? []].flat()
const denied = (menu: string, kinds: string[]) =>
  menuRows.some((row) => row.menuCode === menu && row.denied && kinds.includes(row.denied))
const hidden = (menu: string) => menuRows.some((row) => row.menuCode === menu && row.hidden && !row.of)
const clerkMay = (call: Call, buttons: (code: string) => boolean) =>
  menusOf(call).some((menu) =>
    denied(menu, ['notSuper', 'notAdmin'])
      ? false
      : call.button
        ? buttons(call.button) &&
          clerkRole.buttons.some((one) => one.menuCode === menu && one.buttonCode === call.button)
        : clerkRole.menus.includes(menu) || hidden(menu),
  )

const rules: Record<string, (call: Call) => boolean> = {
  clerk: (call) => !call.menu || clerkMay(call, () => true),
  // The page of reports is his besides a clerk's, no button of it: he runs what is published for him.
  viewer: (call) =>
    !call.menu || clerkMay(call, (code) => code === 'query') || (call.menu === 'ReportManager' && !call.button),
  area: (call) => !call.menu || menusOf(call).some((menu) => !denied(menu, ['notSuper'])),
  admin: () => true,
  guest: (call) => call.guest === true,
  bound: (call) => call.beforeChange === true,
}

const withoutInput = (call: Call) => ({ ...call, path: call.path.replace(/:\w+/g, 'x') })

test.each(Object.keys(rules))('%s reaches exactly the calls of his grants', async (who) => {
  const wrong: string[] = []
  for (const [name, call] of allCalls()) {
    reached.length = 0
    const expected = call.public || rules[who]!(call) ? 'in' : 'refused'
    const actual = await standing(clients[who]!, name, withoutInput(call))
    if (actual !== expected) wrong.push(`${name}: ${actual} instead of ${expected}`)
  }
  expect(wrong).toEqual([])
})

test.each(['admin', 'area', 'clerk', 'viewer'])(
  '%s reaches exactly what can() says, so the console shows no more',
  async (who) => {
    const me = (await server.deps.services.access.userOf(clients[who]!.token))!
    for (const [name, call] of allCalls().filter(([, one]) => one.menu && !one.public)) {
      reached.length = 0
      const allowed = menusOf(call).some((menuCode) => can(me, { menuCode, buttonCode: call.button }))
      expect([name, await standing(clients[who]!, name, withoutInput(call))]).toEqual([
        name,
        allowed ? 'in' : 'refused',
      ])
    }
  },
)

test('without a session only public calls answer', async () => {
  for (const [name, call] of allCalls()) {
    reached.length = 0
    expect([name, await standing(server.nobody, name, withoutInput(call))]).toEqual([
      name,
      call.public ? 'in' : 'no session',
    ])
  }
})

test('the lines that matter most, by name', async () => {
  const call = Object.fromEntries(allCalls())
  const may = async (who: string, name: string) => {
    reached.length = 0
    return standing(clients[who]!, name, withoutInput(call[name]!))
  }
  expect(await may('clerk', 'settlement.settle')).toBe('in')
  expect(await may('viewer', 'settlement.settle')).toBe('refused')
  expect(await may('viewer', 'settlement.cancel')).toBe('refused')
  expect(await may('viewer', 'order.paged')).toBe('in')
  expect(await may('guest', 'settlement.settle')).toBe('refused')
  expect(await may('guest', 'auth.switchArea')).toBe('refused')
  expect(await may('clerk', 'roleUser.addUser')).toBe('refused')
  expect(await may('area', 'roleUser.addUser')).toBe('in')
  expect(await may('area', 'storeUser.resetAdminPassword')).toBe('refused')
  expect(await may('bound', 'account.changePassword')).toBe('in')
  expect(await may('bound', 'settlement.settle')).toBe('refused')
})
