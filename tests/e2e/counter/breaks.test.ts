import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newPostgres, usual } from '@yibao/server/test/postgres.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import { type CounterPage, counterOf } from '../counter-page.ts'
import { lastOrder, ourOrder } from '../money.ts'
import { openRelay, type Relay } from '../relay.ts'
import { cards, store, useProduct } from '../setup.ts'
import { nextSlip, printedSlips, slipText } from '../slips.ts'
import { until } from '../until.ts'

// The agent of a counter ends in the middle of a sale and is started again (T12): the page that it serves has neither
// devices nor server meanwhile, keeps what is there, and goes on without a reload. And so does the database.

const env: NodeJS.ProcessEnv = {}
let database: Relay | undefined
beforeAll(async () => {
  if (!hasBrowser || usual !== 'postgres') return
  database = await openRelay(await newPostgres())
  env.DATABASE_URL = database.url
})
afterAll(() => database?.cut())
const at = useProduct(env)
let counter: CounterPage
const booked = async () => (await at.product.centre.book(store)).length

/** The next customer: nothing of the last one, who has ended, is taken for him. */
const basket = async () => {
  await counter.press('Control+Delete')
  await counter.reads('请扫描医保电子凭证')
  at.insert('苏天成')
  await counter.addItem('FFDS', '复方丹参滴丸')
  await counter.readCard('苏天成')
}
/** F9 whose 2102 the centre answers some seconds later: it has left when this ends. Gives the order's id. */
const settling = async () => {
  await counter.presettle()
  await at.product.centre.fault({ fault: 'delay', infno: '2102', ms: 3000 })
  await counter.settle()
  await counter.reads('正在结算')
  const { id } = await until(
    '2102 is on its way',
    () => lastOrder(at.api),
    ({ status }) => status === '4',
  )
  return id
}
/** F9, and the agent is gone before the centre has answered; gives the order once it is settled in our book. */
const killedBehindF9 = async () => {
  const id = await settling()
  await at.product.agent.kill()
  await counter.reads('结算结果未知')
  return until(
    'it is settled all the same',
    () => ourOrder(at.api, id),
    ({ status }) => status === '2',
  )
}

/** That it was settled was said; on a slow machine the slip that waited for its desk has spoken since. */
const verified = async () => expect((await counter.log()).join('\n')).toContain('已核实：结算成功')

beforeAll(async () => {
  if (!hasBrowser) return
  await at.api.ok(signIn.do, {})
  counter = await at.counter()
})

describe.skipIf(!hasBrowser)('the agent is killed', () => {
  test('while it reads a card: what is missing is said, and no more once it is back; F2 reads', async () => {
    at.product.devices({ socialCard: cards.苏天成, fault: 'slow', slowMs: 20_000 })
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.press('Alt+2')
    await counter.page.getByRole('button', { name: '助手：忙' }).waitFor()
    await at.product.agent.kill()
    expect(await counter.reads('网络已断开')).toContain('没有扣款')
    await counter.press('F2')
    expect(await counter.reads(/明细已保留/)).not.toContain('/api/')
    await at.product.agent.start()
    expect(await counter.reads('网络已恢复')).toContain('请扫描医保电子凭证，或按 F2 读卡')
    await counter.connected()
    at.insert('苏天成')
    await counter.readCard('苏天成', 'F2')
    expect(await counter.lines()).toBe(1)
  })

  test('before F9: the split is old when it is back, the basket is settled once, its slip comes', async () => {
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    await counter.presettle()
    await at.product.agent.kill()
    await counter.reads('网络已断开')
    await counter.press('F9')
    await counter.reads('网络已断开')
    await at.product.agent.start()
    await counter.reads('网络已恢复')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    await nextSlip(at.product.dataDir, slips)
    expect(await booked()).toBe(before + 1)
  })

  test('between 2102 and its answer: verified, and the slip comes from the printer although that is found later', async () => {
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    await basket()
    const { page } = counter
    // The console finds the new agent only after it has asked for the slip, which the settlement's answer makes it do.
    let asked = false
    page.on('request', (one) => {
      asked ||= one.url().endsWith(slip.make.path)
    })
    await page.route('**/v1/hello', (route) => (asked ? route.continue() : route.abort()))
    await killedBehindF9()
    await at.product.agent.start()
    await nextSlip(at.product.dataDir, slips)
    await verified()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await booked()).toBe(before + 1)
    await until(
      'the server knows that it is printed',
      () => lastOrder(at.api),
      ({ printed }) => printed === 1,
    )
  })

  test('with the bill of an ERP at the counter: it hears one final word, and keeps its bill until that is acknowledged', async () => {
    const billNo = 'XS20261124101'
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    const erp = async (args?: unknown) => {
      const token = readFileSync(join(at.product.dataDir, 'agent', 'erp-token'), 'utf8').trim()
      const path = args ? '/v1/erp/frames' : `/v1/erp/frames?billNo=${billNo}`
      const asked = request(at.product.agent.url)[args ? 'post' : 'get'](path).set('Authorization', `Bearer ${token}`)
      const { body } = await (args ? asked.send({ args }) : asked)
      return (body.result.frames ?? []) as { id: string; type: string; body: Record<string, string> }[]
    }
    const lines = [{ ownCode: '100002', name: '复方丹参滴丸', quantity: '2', price: '30', amount: '60.00' }]
    const bill = { id: 'f1', type: 'bill', billNo, revision: 1, body: { lines, total: '60.00', operator: '01' } }
    await erp(bill)
    await counter.reads(`已接收 ERP 销售单 ${billNo}`)
    at.insert('苏天成')
    await counter.readCard('苏天成')
    const { id: orderId } = await killedBehindF9()
    await at.product.agent.start()
    // An ERP that lost its answer with the agent asks again: nothing is sold a second time.
    await erp(bill)
    const results = async () => (await erp()).filter(({ type }) => type === 'result')
    const told = await until('the ERP has its result', results, (all) => all.at(-1)?.body.state === 'settled')
    await erp({ id: 'a1', type: 'ack', billNo, revision: 1, body: { id: told.at(-1)!.id } })
    await verified()
    const states = (await results()).map(({ body }) => [body.state, body.orderId])
    expect(states.filter(([state]) => state !== 'unknown')).toEqual([['settled', orderId]])
    expect((await erp()).filter(({ type }) => type === 'ack')).toHaveLength(1)
    expect(await booked()).toBe(before + 1)
    await nextSlip(at.product.dataDir, slips)
  })
})

describe.skipIf(!hasBrowser || usual !== 'postgres')('PostgreSQL is started again', () => {
  test('between F8 and F9, and before the slip is made: settled once, and the slip comes when it is back', async () => {
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    await basket()
    await counter.presettle()
    await database?.cut()
    await counter.settle()
    await counter.reads('结算结果未知')
    await database?.mend()
    expect(await counter.reads('已核实：没有扣款')).toContain('按 F8')
    const { page } = counter
    await page.route(
      `**${slip.make.path}`,
      async (route) => {
        await database?.cut()
        await route.continue()
      },
      { times: 1 },
    )
    await counter.presettle()
    await counter.settle()
    expect(await counter.reads('小票还没有打印')).toContain('恢复后自动打印')
    await database?.mend()
    await nextSlip(at.product.dataDir, slips)
    await counter.reads('小票已打印')
    expect(await booked()).toBe(before + 1)
  })
})

describe.skipIf(!hasBrowser)('the page', () => {
  test('is closed as soon as it reads of the settlement: the next one says so, and the slip comes', async () => {
    const slips = printedSlips(at.product.dataDir)
    await basket()
    await counter.presettle()
    // Nothing of the slip gets away before the page does.
    const { page } = counter
    await page.route('**/api/Slip/**', () => undefined)
    await counter.settle()
    await counter.reads('结算成功')
    const next = await page.context().newPage()
    await page.close()
    counter = counterOf(next)
    await next.goto(`${at.product.app}/swiping-card`)
    expect(await counter.reads('已核实：苏** 的结算成功')).toContain('小票正在打印')
    await nextSlip(at.product.dataDir, slips)
    await until(
      'the server knows that it is printed',
      () => lastOrder(at.api),
      ({ printed }) => printed === 1,
    )
  })

  test('is gone while 2102 is under way: at the next PC she reads of it, and the slip comes when she asks for it', async () => {
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    await basket()
    const id = await settling()
    await counter.page.context().close()
    await until(
      'it is settled all the same',
      () => ourOrder(at.api, id),
      ({ status }) => status === '2',
    )
    counter = await at.counter()
    expect(await counter.reads('已核实：苏** 的结算成功')).toContain('小票还没有打印')
    const { page } = counter
    const name = page.getByRole('navigation', { name: '操作' }).getByRole('button', { name: /苏\*/ })
    await name.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '补打小票' }).press('Enter')
    const preview = page.getByRole('dialog', { name: '打印预览' })
    await preview.getByRole('button', { name: '打印', exact: true }).press('Enter')
    expect(slipText(await nextSlip(at.product.dataDir, slips))).not.toContain('补打')
    await preview.waitFor({ state: 'hidden' })
    expect(await booked()).toBe(before + 1)
  })

  test('is asleep over the night: all its lines are dead, its sign-in is of yesterday; it goes on by keys and settles once', async () => {
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    await basket()
    await counter.presettle()
    const { page } = counter
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await at.api.ok(signIn.signOut, {})
    await Promise.all([at.product.server.kill(), at.product.agent.kill()])
    await Promise.all([at.product.server.start(), at.product.agent.start()])
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await counter.connected()
    await counter.press('F8')
    await counter.reads('今天的签到已经结束')
    await counter.button('立即签到').press('Enter')
    await counter.reads('已签到')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    await nextSlip(at.product.dataDir, slips)
    expect(await booked()).toBe(before + 1)
  })

  test('is copied by the browser: the copy is a counter of its own, the basket stays where it is', async () => {
    const before = await booked()
    await basket()
    const { page } = counter
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void open(location.href)),
    ])
    const second = counterOf(copy)
    await second.ready()
    await second.reads('请扫描医保电子凭证')
    expect(await second.lines()).toBe(0)
    await copy.close()
    await page.reload()
    await counter.region('参保人').getByText('苏天成', { exact: true }).waitFor()
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    expect(await booked()).toBe(before + 1)
  })
})
