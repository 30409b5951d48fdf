import { order as orders } from '@yibao/shared/calls/order.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { enter, hasBrowser } from '../browser.ts'
import { type CounterPage, counterOf } from '../counter-page.ts'
import { lastOrder } from '../money.ts'
import { cards, useProduct } from '../setup.ts'
import { nextSlip, printedSlips } from '../slips.ts'
import { until } from '../until.ts'

// A slip waits for its printer over the night. Meanwhile the customer got it at another PC, or gave everything back: in
// the morning it does not come by itself (ux 1.8: one settlement, one receipt).

const at = useProduct()
let counter: CounterPage
const slips = () => printedSlips(at.product.dataDir)
const simulate = (printer: 'offline' | 'ready') => at.product.devices({ socialCard: cards.苏天成, printer })

/** A settlement whose slip waits. */
const waiting = async () => {
  simulate('offline')
  await counter.readCard('苏天成')
  await counter.addItem('FFDS', '复方丹参滴丸')
  await counter.presettle()
  await counter.settle()
  await counter.reads(/打印机 .+ 无法连接/)
  return slips()
}
/** What happened just now, as 最近 shows it to this operator at whatever PC. */
const newest = ({ page }: CounterPage) =>
  page.getByRole('navigation', { name: '操作' }).getByRole('button', { name: /苏\*/ }).first()

/** A PC without agent, where the same operator goes on: its browser prints. */
const otherPc = async () => {
  const page = await at.page()
  await page.route('**/v1/hello', (route) => route.abort())
  await enter(page, at.product.site, await at.product.as('clerk'), '/swiping-card')
  const other = counterOf(page)
  await other.scanBox.waitFor()
  return other
}
const printThere = async () => {
  const other = await otherPc()
  const { page } = other
  await newest(other).press('Enter')
  await page.getByRole('button', { name: '补打小票' }).press('Enter')
  const preview = page.getByRole('dialog', { name: '打印预览' })
  await preview.getByText('由浏览器打印').waitFor()
  await preview.getByRole('button', { name: '打印', exact: true }).press('Enter')
  await until(
    'the server knows of it',
    () => lastOrder(at.api),
    ({ printed }) => printed === 1,
  )
  await page.context().close()
}
/** The night: the PC is off, and nothing remembers how long the slip has waited. */
const night = async () => {
  await at.product.agent.kill()
  await at.product.agent.start()
}
/** The next customer's slip is the only one that comes after `before`; gives his order. */
const buyAnother = async (before: string[]) => {
  await counter.readCard('苏天成')
  await counter.addItem('WSSC', '维生素C片')
  await counter.presettle()
  await counter.settle()
  await counter.reads('结算成功')
  await nextSlip(at.product.dataDir, before)
  return (await lastOrder(at.api)).id
}
const asked = (text: string) => counter.page.getByRole('dialog').filter({ hasText: text })

beforeAll(async () => {
  if (!hasBrowser) return
  await at.api.ok(signIn.do, {})
  counter = await at.counter()
})

describe.skipIf(!hasBrowser)('a slip that waited over the night', () => {
  test('came out at another PC: the clerk is asked, 不用再打 prints none, and it counts once', async () => {
    const before = await waiting()
    await printThere()
    await night()
    const dialog = asked('这张小票已在别处打印')
    await dialog.waitFor()
    simulate('ready')
    await counter.guard()
    await dialog.getByRole('button', { name: '不用再打' }).click()
    await dialog.waitFor({ state: 'hidden' })
    // The next one comes, and what was not wanted did not come before it.
    const { id } = await lastOrder(at.api)
    expect(await buyAnother(before)).not.toBe(id)
    expect((await at.api.ok(orders.get, { id })).printed).toBe(1)
  })

  test('came out at another PC, but nobody took it: 再打一张 prints it, once', async () => {
    const before = await waiting()
    await printThere()
    await night()
    simulate('ready')
    const dialog = asked('这张小票已在别处打印')
    await dialog.waitFor()
    await counter.guard()
    await dialog.getByRole('button', { name: '再打一张' }).click()
    await nextSlip(at.product.dataDir, before)
    await buyAnother(slips())
  })

  test('was taken back at another PC: its receipt does not come', async () => {
    const before = await waiting()
    const other = await otherPc()
    await newest(other).press('Enter')
    const { page } = other
    await page.getByLabel('撤销原因').selectOption({ index: 1 })
    await page.getByRole('button', { name: '确认撤销' }).press('Enter')
    await other.reads('已撤销')
    await page.context().close()
    await night()
    const dialog = asked('这笔结算已撤销')
    await dialog.waitFor()
    simulate('ready')
    await counter.guard()
    await dialog.getByRole('button', { name: '不用再打' }).click()
    await counter.reads('小票不再打印')
    await buyAnother(before)
  })

  test('is wanted as before: it comes by itself, and nobody is asked', async () => {
    const before = await waiting()
    await night()
    simulate('ready')
    await nextSlip(at.product.dataDir, before)
    await counter.reads('小票已打印')
  })
})
