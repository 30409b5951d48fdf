import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import request from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { counterOf } from './counter-page.ts'
import { lastOrder } from './money.ts'
import { store, useProduct } from './setup.ts'
import { until } from './until.ts'

// What a native ERP is told when a settlement does not end where and as it began, beside the centre's own book.

const at = useProduct()

interface Frame {
  id: string
  type: string
  billNo: string
  revision: number
  body: Record<string, string>
}

/** As a native program calls: supertest sends no browser's headers. */
const erp = async (method: 'get' | 'post', path: string, args?: unknown) => {
  const token = readFileSync(join(at.product.dataDir, 'agent', 'erp-token'), 'utf8').trim()
  const asked = request(at.product.agent.url)[method](path).set('Authorization', `Bearer ${token}`)
  return (await (args ? asked.send({ args }) : asked)).body as {
    ok: boolean
    result: { frames: Frame[]; result?: Frame }
  }
}
const bill = (billNo: string, id = `f-${billNo}`, revision = 1) => ({
  id,
  type: revision === 1 ? 'bill' : 'billChanged',
  billNo,
  revision,
  body: {
    lines: [{ ownCode: '100002', name: '复方丹参滴丸', quantity: '2', price: '30', amount: '60.00' }],
    total: '60.00',
    operator: '01',
  },
})
const results = async (billNo: string) =>
  (await erp('get', `/v1/erp/frames?billNo=${billNo}`)).result.frames.filter(({ type }) => type === 'result')
const hears = (billNo: string, state: string) =>
  until(
    `the ERP hears that ${billNo} is ${state}`,
    () => results(billNo),
    (frames) => frames.at(-1)?.body.state === state,
  )
/** What stands in the centre's book of the settlements that these results name. */
const standing = async (frames: readonly Frame[]) => {
  const named = new Set(frames.map(({ body }) => body.setlId))
  const rows = await at.product.centre.book(store)
  return rows.filter(
    ({ infno, setl_id, reversed, undone }) => infno === '2102' && named.has(setl_id) && !reversed && !undone,
  )
}

describe.skipIf(!hasBrowser)('money and the ERP', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
  })

  test('an answer that stays out: unknown at once, settled when it is certain, booked once', async () => {
    const billNo = 'XS20261124001'
    const counter = await at.counter()
    at.insert('李建国')
    await erp('post', '/v1/erp/frames', bill(billNo))
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await counter.readCard('李建国')
    await counter.presettle()
    await at.product.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await counter.settle()
    await hears(billNo, 'unknown')
    // Whoever asks anew meanwhile is told the same and starts nothing.
    expect((await erp('post', '/v1/erp/frames', bill(billNo, 'again'))).result.result?.body.state).toBeDefined()
    const told = await hears(billNo, 'settled')
    expect(told.map(({ body }) => body.state)).toEqual(['unknown', 'settled'])
    expect(await standing(told)).toMatchObject([{ medfee_sumamt: '60.00', psn_cash_pay: told.at(-1)!.body.cash }])
    await counter.page.context().close()
  })

  test('reversed at another place: the ERP hears it and may have the bill settled anew, which stands once', async () => {
    const billNo = 'XS20261124002'
    const counter = await at.counter()
    at.insert('李建国')
    await erp('post', '/v1/erp/frames', bill(billNo))
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await counter.readCard('李建国')
    await counter.presettle()
    await counter.settle()
    await hears(billNo, 'settled')
    const { id: orderId } = await lastOrder(at.api)
    await at.api.ok(settlement.cancel, { orderId, reason: '顾客退货' }, { 'idempotency-key': 'reversed-elsewhere-1' })
    const told = await hears(billNo, 'reversed')
    expect([told.length, told.at(-1)!.body.orderId, (await standing(told)).length]).toEqual([2, orderId, 0])
    await erp('post', '/v1/erp/frames', bill(billNo, 'anew'))
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await counter.readCard('李建国')
    await counter.presettle()
    await counter.settle()
    expect(await standing(await hears(billNo, 'settled'))).toHaveLength(1)
    await counter.page.context().close()
  })

  test('reversed at another place while no page is open: the agent tells the ERP, and a page that comes later tells it no more', async () => {
    const billNo = 'XS20261124006'
    const counter = await at.counter()
    at.insert('李建国')
    await erp('post', '/v1/erp/frames', bill(billNo))
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await counter.readCard('李建国')
    await counter.presettle()
    await counter.settle()
    const [settled] = await hears(billNo, 'settled')
    const acks = (id: string) =>
      erp('post', '/v1/erp/frames', { id: `a-${id}`, type: 'ack', billNo, revision: 1, body: { id } })
    await acks(settled!.id)
    const { page } = counter
    await page.goto('about:blank')
    const { orderId = '' } = settled!.body
    await at.api.ok(settlement.cancel, { orderId, reason: '顾客退货' }, { 'idempotency-key': 'reversed-elsewhere-2' })
    // Five minutes later, or when the PC is switched on.
    await at.product.agent.kill()
    await at.product.agent.start()
    const told = await hears(billNo, 'reversed')
    await acks(told.at(-1)!.id)
    const tells = page.waitForResponse(
      (one) => one.url().endsWith('/v1/erp/frames') && (one.request().postData() ?? '').includes(told.at(-1)!.id),
    )
    await page.goto(`${at.product.app}/swiping-card`)
    expect((await (await tells).json()).result).toMatchObject({ acked: true })
    expect((await results(billNo)).map(({ id }) => id)).toEqual(told.map(({ id }) => id))
    await page.context().close()
  })

  test('a bill that waits for a busy counter outlives the page, and is acknowledged when it is taken', async () => {
    const billNo = 'XS20261124003'
    const counter = await at.counter()
    await counter.addItem('WSSC', '维生素C片')
    await erp('post', '/v1/erp/frames', bill(billNo))
    await counter.reads(`ERP 发来销售单 ${billNo}`)
    const acked = async () =>
      (await erp('get', `/v1/erp/frames?billNo=${billNo}`)).result.frames.map(({ body }) => body.id)
    expect(await acked()).toEqual([])
    await counter.page.reload()
    await counter.ready()
    await counter.reads(`ERP 发来销售单 ${billNo}`)
    await counter.button(/接收/).click()
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await until('the ERP has its ack', acked, (ids) => ids.includes(`f-${billNo}`))
    await counter.page.context().close()
  })

  test('a bill that comes while the page is only just being connected is served, not waited for', async () => {
    const billNo = 'XS20261124007'
    const page = await at.window('clerk', undefined, {}, at.product.app)
    let connect = () => {}
    // The page has its session and has read what waits; its line of events is not up yet.
    const open = new Promise<void>((resolve) => {
      connect = resolve
    })
    await page.routeWebSocket('**/v1/events', async (line) => {
      await open
      line.connectToServer()
    })
    const read = page.waitForResponse((one) => one.url().includes('/v1/erp/frames'))
    await page.goto(`${at.product.app}/swiping-card`)
    const counter = counterOf(page)
    await counter.ready()
    await (await read).finished()
    await erp('post', '/v1/erp/frames', bill(billNo))
    connect()
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await page.context().close()
  })

  test('two windows have one bill: one settles it, the other reads so, and the ERP hears one settlement', async () => {
    const billNo = 'XS20261124004'
    const settlements = async () => (await at.product.centre.book(store)).filter(({ infno }) => infno === '2102')
    const before = (await settlements()).length
    const first = await at.counter()
    const second = await at.counter('clerk')
    await erp('post', '/v1/erp/frames', bill(billNo))
    at.insert('李建国')
    for (const counter of [first, second]) {
      await counter.reads(`已接收 ERP 销售单 ${billNo}`)
      await counter.readCard('李建国')
    }
    await first.presettle()
    await second.presettle()
    await first.settle()
    await hears(billNo, 'settled')
    // It hears of the order, and asks what became of the bill that lies on it.
    await second.reads(`ERP 销售单 ${billNo} 已于`)
    const told = await results(billNo)
    expect([told.map(({ body }) => body.state), (await standing(told)).length]).toEqual([['settled'], 1])
    expect((await settlements()).length).toBe(before + 1)
    await first.page.context().close()
    await second.page.context().close()
  })

  test('of two windows of a browser the one in front takes the bill; when it is closed, the other one takes the next', async () => {
    const first = await at.counter()
    const page = await first.page.context().newPage()
    await page.goto(`${at.product.app}/swiping-card`)
    const second = counterOf(page)
    await second.ready()
    await erp('post', '/v1/erp/frames', bill('XS20261124014'))
    await second.reads('已接收 ERP 销售单 XS20261124014')
    expect(await first.page.getByText('XS20261124014').count()).toBe(0)
    await page.close()
    await erp('post', '/v1/erp/frames', bill('XS20261124015'))
    await first.reads('已接收 ERP 销售单 XS20261124015')
    await first.page.context().close()
  })

  test('the ERP changes a bill that is priced already: the old price settles nothing, and the result names the revision', async () => {
    const billNo = 'XS20261124005'
    const counter = await at.counter()
    at.insert('李建国')
    await erp('post', '/v1/erp/frames', bill(billNo))
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    await counter.readCard('李建国')
    await counter.presettle()
    const changed = bill(billNo, 'changed', 2)
    const lines = [{ ...changed.body.lines[0]!, quantity: '1', amount: '30.00' }]
    await erp('post', '/v1/erp/frames', { ...changed, body: { ...changed.body, lines, total: '30.00' } })
    await counter.reads('ERP 已修改明细')
    await counter.press('F9')
    await counter.reads(/预结算/)
    await counter.presettle()
    await counter.settle()
    const [told] = await hears(billNo, 'settled')
    expect([told?.revision, told?.body.total]).toEqual([2, '30.00'])
    expect(await standing([told!])).toMatchObject([{ medfee_sumamt: '30.00' }])
    expect((await erp('post', '/v1/erp/frames', bill(billNo, 'late', 3))).result.result?.id).toBe(told?.id)
    await counter.page.context().close()
  })
})
