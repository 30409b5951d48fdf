import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { makeDeps } from '../../deps.ts'
import type { Client } from '../../test/kit.ts'
import { putReleaseKeys } from '../../test/release-keys.ts'
import { intent } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { openCounter, otc, plain } from '../settlement/test/counter.ts'
import { refreshCentres } from './centre.ts'
import { pluginArea, pluginForce, pluginLog, pluginNode, pluginPackage, pluginService } from './tables.ts'
import { inForce, packed, samplePackage } from './test/packages.ts'

// A centre that deviates and the plugin for it, over the wire: what leaves, what is kept, what the books say.

const suzhou = '320500'
const person = '32050000000000000001'
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }))
let admin: Client
beforeAll(async () => {
  admin = await counter.server.as('admin')
  putReleaseKeys(counter.server.dataDir)
})
beforeEach(async () => {
  await counter.centre.clearFaults()
  await counter.centre.option(suzhou, 'dialect', true)
  for (const table of [pluginForce, pluginPackage, pluginService, pluginArea, pluginNode, pluginLog])
    await db().delete(table)
  await db()
    .update(area)
    .set({ pluginRevision: sql`${area.pluginRevision} + 1` })
  await refreshCentres(deps())
})

const deps = () => counter.server.deps
const db = () => deps().db
const priced = async () => counter.preSettle(await counter.read(person), { lines: otc('1.00') })
const book = async () =>
  (await counter.centre.book('P32050100001', formatDay(new Date()))).filter(({ undone }) => !undone)
const read = (id: string) => counter.clerk.ok(orderCalls.get, { id })
const kept = async (orderId: string) => {
  const rows = await db().select().from(intent).where(eq(intent.orderId, orderId))
  return rows.map(
    ({ payload }) => JSON.parse(deps().services.vault.open(payload)) as { input: { druginfo: Record<string, string> } },
  )
}
const recover = async () => {
  const rows = await db().select({ id: intent.id }).from(intent).where(sql`outcome in ('open','unknown')`)
  for (const { id } of rows) await recoverIntent(deps(), id)
}

test('without the plugin the centre refuses; with it a purchase is settled, and the bytes that are kept are those that left', async () => {
  await expect(priced()).rejects.toThrow('不是本统筹区的字段')
  await inForce(counter.server, admin, samplePackage())
  const one = await priced()
  const answer = await counter.settle(one)
  expect(answer.success).toBe(true)
  const [sent] = await kept(one.id)
  expect(sent!.input.druginfo.begntime).toBeUndefined()
  expect(sent!.input.druginfo.beg_time).toMatch(/^20\d{12}$/)
  const after = await read(one.id)
  expect(after.status).toBe('2')
  expect(after.settledAt?.slice(0, 10)).toBe(formatDay(new Date()))
  expect((await book()).map(({ setl_id }) => setl_id)).toContain(after.setlId)
})

test('a lost answer is made definite with the kept bytes, also when the plugin was removed meanwhile', async () => {
  const id = await inForce(counter.server, admin, samplePackage())
  const one = await priced()
  const before = (await book()).length
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.settle(one)
  expect((await read(one.id)).status).toBe('4')
  await admin.ok(calls.stop, { id })
  expect(deps().services.centre.of(suzhou).profile.plugins).toBeUndefined()
  const [sent] = await kept(one.id)
  await recover()
  expect((await book()).length - before).toBe(1)
  expect(await read(one.id)).toMatchObject({ status: '2' })
  expect(await kept(one.id)).toEqual([sent])
})

test('the same bytes go again where the area answers a repeat, whatever the plugin says by then', async () => {
  await inForce(counter.server, admin, samplePackage())
  const one = await priced()
  const before = (await book()).length
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
  await counter.settle(one)
  expect((await read(one.id)).status).toBe('4')
  // A newer version that the centre would not understand: recovery must not map anything anew.
  const other = {
    'rules/purchase.tsv': 'in\trename\tdruginfo\tbegntime\tnonsense\nout\trename\tsetlinfo\tsetl_time\tsettle_time',
  }
  await inForce(counter.server, admin, samplePackage({ version: '2.0.0' }, other))
  const { centre } = deps().services
  const { baseUrl, plugins } = centre.of(suzhou).profile
  centre.configure(suzhou, { baseUrl, plugins, lookup: false, repeatMsgid: true })
  await recover()
  expect((await book()).length - before).toBe(1)
  expect((await read(one.id)).status).toBe('2')
  expect((await kept(one.id))[0]!.input.druginfo.beg_time).toMatch(/^20\d{12}$/)
})

test('a mapping that does not fit ends the call before anything leaves, names the plugin and is counted', async () => {
  const rules = 'in\ttype\tdruginfo\tbegntime\tnumber'
  const service = { kind: 'mapping', code: 'presettle', name: '药店预结算', infno: '2101', rules: 'r.tsv' }
  const about = { code: 'unfit', name: '不合适', version: '1.0.0', minServer: '0.1.0', areas: [suzhou], changes: '' }
  await inForce(counter.server, admin, packed({ ...about, services: [service] }, { 'r.tsv': rules }))
  const before = (await book()).length
  await expect(priced()).rejects.toThrow(
    '插件「不合适 1.0.0」的服务「药店预结算」不能用于这条报文，没有发出：第 1 行 druginfo.begntime 的值不是数字。请联系管理员，在「插件服务」停用它或换上改正的版本',
  )
  expect((await book()).length).toBe(before)
  await deps().services.plugins.flush()
  expect((await admin.ok(calls.monitorPaged)).items).toMatchObject([
    {
      plugin: 'unfit',
      name: '不合适',
      version: '1.0.0',
      state: 'faulty',
      calls: 1,
      errors: 1,
      lastError: '第 1 行 druginfo.begntime 的值不是数字',
    },
  ])
  expect((await admin.ok(calls.servicePaged)).items).toMatchObject([{ calls: 1, errors: 1 }])
  expect((await admin.ok(calls.monitorLog, { plugin: 'unfit' })).items).toMatchObject([
    { service: 'presettle', areaCode: suzhou, infno: '2101', text: '第 1 行 druginfo.begntime 的值不是数字' },
  ])
})

test('a settlement whose mapping stops to fit between price and settlement leaves the order as it was', async () => {
  await inForce(counter.server, admin, samplePackage())
  const one = await priced()
  const before = (await book()).length
  await inForce(
    counter.server,
    admin,
    samplePackage({ version: '3.0.0' }, { 'rules/purchase.tsv': 'in\ttype\tdruginfo\tbegntime\tnumber' }),
  )
  const answer = await counter.settle(one)
  expect(answer.error?.message).toContain('没有发出')
  expect((await book()).length).toBe(before)
  expect(await kept(one.id)).toEqual([])
  expect((await read(one.id)).status).not.toBe('4')
})

test('another node takes up what changed by the areas’ revisions, and tells what it has loaded', async () => {
  const id = await inForce(counter.server, admin, samplePackage())
  const { config, db: database } = deps()
  const other = makeDeps({ ...config, node: 'other' }, database)
  const has = () => other.services.centre.of(suzhou).profile.plugins?.['2102']?.in?.version
  await refreshCentres(other)
  expect(has()).toBe('1.0.0')
  await other.services.plugins.flush()
  await deps().services.plugins.flush()
  const nodes = async () =>
    (await admin.ok(calls.monitorPaged)).items.map(({ node, state }) => [node.endsWith('other'), state])
  expect((await nodes()).toSorted()).toEqual([
    [false, 'running'],
    [true, 'running'],
  ])
  await admin.ok(calls.monitorCommand, { plugin: 'suzhou-dialect', command: 'reload' })
  await admin.ok(calls.monitorCommand, { plugin: 'suzhou-dialect', command: 'stop' })
  expect((await admin.ok(calls.packageGet, { id })).state).toBe('stopped')
  expect(has(), 'not yet').toBe('1.0.0')
  await refreshCentres(other)
  expect(has()).toBeUndefined()
  await other.services.plugins.flush()
  expect(await nodes()).toEqual([])
  other.services.centre.close()
})

test('a settlement asks the database nothing more for plugins, bound or not', async () => {
  await counter.centre.option(suzhou, 'dialect', false)
  const asked = async () => {
    const one = await priced()
    const seen = await statements(() => counter.settle(one))
    return seen
  }
  // The statements of a first settlement include what is kept afterwards.
  await asked()
  const without = await asked()
  await counter.centre.option(suzhou, 'dialect', true)
  await inForce(counter.server, admin, samplePackage())
  const bound = await asked()
  expect(without.length).toBeGreaterThan(3)
  expect(bound).toEqual(without)
  expect(bound.filter((text) => /plugin/.test(text))).toEqual([])
})

/** The statements that a piece of work sends to the database. */
const statements = async (work: () => Promise<unknown>): Promise<string[]> => {
  const client = (db() as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client
  const seen: string[] = []
  const { query } = client
  client.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    seen.push((typeof first === 'string' ? first : first.text).slice(0, 200))
    return query.apply(client, args)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return seen.sort()
}
