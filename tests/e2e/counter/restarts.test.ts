import { agentErrors } from '@yibao/shared/agent/errors.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { lastOrder } from '../money.ts'
import { cards, store, useProduct } from '../setup.ts'
import { nextSlip, printedSlips } from '../slips.ts'
import { until } from '../until.ts'

// The page, the gateway or the server begins anew at the moment at which somebody waits for it; breaks.test.ts has those
// that are killed and stay away.

const at = useProduct()
let counter: CounterPage
const booked = async () => (await at.product.centre.book(store)).length
/** The readers answer late: whatever ends meanwhile ends while the card is being read. */
const reading = async () => {
  at.product.devices({ socialCard: cards.苏天成, fault: 'slow', slowMs: 5000 })
  await counter.addItem('FFDS', '复方丹参滴丸')
  await counter.press('Alt+2')
  await counter.page.getByRole('button', { name: '助手：忙' }).waitFor()
}
/** The card that was in the reader all the time is read by F2, and what was in the basket is settled once. */
const readsAndSettles = async () => {
  const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
  at.insert('苏天成')
  await counter.readCard('苏天成', 'F2')
  expect(await counter.lines()).toBe(1)
  await counter.presettle()
  await counter.settle()
  await counter.reads('结算成功')
  await nextSlip(at.product.dataDir, slips)
  expect(await booked()).toBe(before + 1)
}

beforeAll(async () => {
  if (!hasBrowser) return
  await at.api.ok(signIn.do, {})
  counter = await at.counter()
})

describe.skipIf(!hasBrowser)('begins anew', () => {
  test('the page, while the card is being read: the basket is back, the next reading waits for that one', async () => {
    await reading()
    await counter.page.reload()
    await counter.ready()
    expect(await counter.reads('已恢复未结算的购药单')).toContain('请扫描医保电子凭证，或按 F2 读卡')
    await readsAndSettles()
  })

  test('the gateway, while the card is being read: nothing is charged, and F2 reads as soon as it is back', async () => {
    await reading()
    await at.product.agent.stop()
    expect(await counter.reads('网络已断开')).toContain('没有扣款')
    await at.product.agent.start()
    expect(await counter.reads('网络已恢复')).toContain('请扫描医保电子凭证，或按 F2 读卡')
    await counter.connected()
    await readsAndSettles()
  })

  test('the server, between F8 and F9 pressed at once and again when it is back: booked once', async () => {
    const [before, slips] = [await booked(), printedSlips(at.product.dataDir)]
    at.insert('苏天成')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.readCard('苏天成')
    await counter.presettle()
    await counter.guard()
    await at.product.server.kill()
    await counter.press('F9')
    // Whether the page has seen the line break before the key.
    await counter.reads(/结算结果未知|网络已断开/)
    await at.product.server.start()
    await counter.press('F9')
    // Asked about, never sent because the line was seen to break, or sent and turned back on its way.
    expect(await counter.reads(/已核实：没有扣款|网络已恢复|刚才的结算没有成立/)).toContain('按 F8')
    expect(await booked()).toBe(before)
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    await nextSlip(at.product.dataDir, slips)
    expect(await booked()).toBe(before + 1)
  })

  test('the page, while the agent’s disk takes no slip: said, and the slip comes without F10 when there is room', async () => {
    const slips = printedSlips(at.product.dataDir)
    const { page } = counter
    const { status, ...words } = agentErrors.DISK_FULL
    const handOver = /\/v1\/print\/jobs(\?|$)/
    await page.route(handOver, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, json: { ok: false, code: 'DISK_FULL', ...words } })
        : route.continue(),
    )
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.readCard('苏天成')
    await counter.presettle()
    await counter.settle()
    expect(await counter.reads('本机磁盘已满')).toContain('有空间后自动续打')
    await page.reload()
    await counter.ready()
    await counter.reads('本机磁盘已满')
    expect(printedSlips(at.product.dataDir)).toEqual(slips)
    await page.unrouteAll({ behavior: 'wait' })
    await nextSlip(at.product.dataDir, slips)
    await counter.reads('小票已打印')
    await until(
      'the server knows that it is printed',
      () => lastOrder(at.api),
      ({ printed }) => printed === 1,
    )
  })
})
