import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, shot } from '../browser.ts'
import { type CounterPage, counterOf } from '../counter-page.ts'
import { centreRow, expectSameMoney, lastOrder, ourOrder, ourOrders } from '../money.ts'
import { store, useProduct } from '../setup.ts'
import { nextSlip, printedSlips, slipAmount, slipText } from '../slips.ts'
import { until } from '../until.ts'
import { said } from '../witness.ts'

// T03 and the partial return of ux 1.4: each ends in the right state and slip, in three books.

const at = useProduct()
let counter: CounterPage
const slips = () => printedSlips(at.product.dataDir)
const freshSlip = async (before: string[]) => slipText(await nextSlip(at.product.dataDir, before))
/** Waits until `count` slips more than `before` are out: what a story still prints would be the next one's slip. */
const moreSlips = (before: string[], count: number) =>
  until(`${count} slips`, slips, (paths) => paths.length === before.length + count)
/** Settlements that stand at the centre. */
const standing = async () =>
  (await at.product.centre.book(store)).filter((row) => row.infno === '2102' && !row.reversed && !row.undone)

const recent = (name: RegExp) => counter.page.getByRole('navigation', { name: '操作' }).getByRole('button', { name })
const preview = () => counter.page.getByRole('dialog', { name: '打印预览' })

/** Reverses the order that 最近 shows first, with its reason. */
const reverseNewest = async () => {
  await recent(/✓/).first().click()
  const dialog = counter.page.getByRole('dialog', { name: /\*/ })
  await dialog.getByLabel('撤销原因').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: '确认撤销' }).click()
  return counter.reads('已撤销')
}

const buyTwo = async (name: '苏天成' | '张三' = '苏天成') => {
  at.insert(name)
  const before = slips()
  await counter.readCard(name)
  await counter.addItem('2*FFDS', '复方丹参滴丸')
  await counter.addItem('WSSC', '维生素C片')
  await counter.presettle()
  await counter.settle()
  await counter.reads('结算成功')
  await nextSlip(at.product.dataDir, before)
  return lastOrder(at.api)
}

/** 维生素C片 goes back: its line is chosen and the credential is asked for. */
const returnVitamin = async () => {
  await recent(/苏\*+ .*✓/)
    .first()
    .click()
  await counter.page.getByRole('dialog').getByRole('button', { name: '部分退货' }).click()
  const chooser = counter.page.getByRole('dialog', { name: /部分退货/ })
  await chooser.getByRole('checkbox', { name: /维生素C片/ }).check()
  await chooser.getByRole('button', { name: '读取凭证' }).click()
  await counter.reads('部分退货：请读取参保人')
}
const confirmPart = async () => {
  const dialog = counter.page.getByRole('dialog', { name: /保留 1 种重新结算/ })
  await dialog.getByLabel('撤销原因').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: '确认撤销并重新结算' }).click()
}

describe.skipIf(!hasBrowser)('prints and returns', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
    counter = await at.counter()
  })

  test.each([
    ['own-choice', false],
    ['outside-prescription', true],
  ] as const)('T03: %s purchase, slip, reprint, refund', async (_name, prescribed) => {
    at.insert('苏天成')
    const none = slips()
    await counter.readCard('苏天成')
    await counter.addItem(prescribed ? 'AMXL' : 'FFDS', prescribed ? '阿莫西林胶囊' : '复方丹参滴丸')
    if (prescribed) await counter.prescription('RX20261121077')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const ours = await expectSameMoney(at.books, await counter.money())
    expect(ours.prescription?.number).toBe(prescribed ? 'RX20261121077' : undefined)
    const first = await freshSlip(none)
    expect(first).toContain(ours.setlId)
    expect(first).not.toContain('补打')
    if (prescribed) expect(first).toContain('RX20261121077')
    expect(slipAmount(first, '费用总额')).toBe(ours.split!.total)

    const one = slips()
    await until(
      'the server knows that it is out',
      () => ourOrder(at.api, ours.id),
      ({ printed }) => printed === 1,
    )
    await counter.press('F10')
    await counter.page.getByRole('dialog', { name: '补打原因' }).waitFor()
    await counter.press('4')
    await preview().getByRole('button', { name: '打印' }).click()
    const again = await freshSlip(one)
    expect(again).toMatch(/补打/)
    expect(again).toContain(ours.setlId)
    await until(
      'both prints are in our book',
      () => ourOrder(at.api, ours.id),
      ({ printed }) => printed === 2,
    )
    await preview().waitFor({ state: 'hidden' })

    // The bar code of the slip brings its order back.
    await counter.scan(ours.setlId!)
    const order = counter.page.getByRole('dialog', { name: ours.orderNo })
    await order.getByRole('button', { name: '不撤销' }).click()

    const two = slips()
    expect(await reverseNewest()).toContain('退现金')
    const back = await freshSlip(two)
    expect(back).toMatch(/撤销|退费/)
    expect(back).toContain(ours.setlId)
    expect(slipAmount(back, '费用总额')).toBe(`-${ours.split!.total}`)
    expect((await ourOrder(at.api, ours.id)).status).toBe('3')
    expect((await centreRow(at.product.centre, store, ours.setlId)).reversed).toBe(true)
    expect(await standing()).toHaveLength(0)
  })

  test('1.4: part of a basket goes back: credential, both amounts, reversal, settlement of what stays', async () => {
    const old = await buyTwo()
    const before = slips()
    await returnVitamin()
    // Nothing has moved yet: the old settlement stands while the credential is read and the rest is priced.
    expect((await standing()).map(({ setl_id }) => setl_id)).toEqual([old.setlId])
    await counter.press('Alt+2')
    const dialog = counter.page.getByRole('dialog', { name: /保留 1 种重新结算/ })
    await expect.poll(() => dialog.innerText()).toMatch(/退回个人账户\s+75\.60\s[\s\S]*个人账户\s+60\.00/)
    expect((await standing()).map(({ setl_id }) => setl_id)).toEqual([old.setlId])
    await confirmPart()
    // His account pays all of it, before and after: the amounts are those that were confirmed.
    expect(await counter.reads('部分退货完成')).toContain('无需收退现金')
    const ours = await expectSameMoney(at.books, await counter.money())
    expect([ours.total, ours.lines.map(({ name }) => name)]).toEqual(['60.00', ['复方丹参滴丸']])
    expect((await standing()).map(({ setl_id }) => setl_id)).toEqual([ours.setlId])
    expect((await ourOrder(at.api, old.id)).status).toBe('3')
    await moreSlips(before, 2)
  })

  test('1.4: the reversal is refused: the old one stays valid, the new one is void, nothing else was sent', async () => {
    const old = await buyTwo()
    const stood = (await standing()).length
    await at.product.centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
    await returnVitamin()
    await counter.press('Alt+2')
    await confirmPart()
    expect(await counter.reads('医保中心未同意撤销')).toMatch(/已超过撤销期限.*原单仍然有效.*复制原文并联系管理员/)
    expect(await standing()).toHaveLength(stood)
    expect((await ourOrder(at.api, old.id)).status).toBe('2')
    await until(
      'the new one is void',
      () => ourOrders(at.api),
      (orders) => orders[0]?.status === '7' && orders[0].total === '60.00',
    )
    expect(await counter.lines()).toBe(0)
    const before = slips()
    expect(await reverseNewest()).toContain('退现金')
    await moreSlips(before, 1)
  })

  test('1.4: the answer of the reversal is lost: the sequence is locked, then goes on by itself, once', async () => {
    const old = await buyTwo()
    const before = slips()
    const others = (await standing()).filter(({ setl_id }) => setl_id !== old.setlId).length
    await at.product.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
    await returnVitamin()
    await counter.press('Alt+2')
    await confirmPart()
    await counter.reads(/撤销结果未知|部分退货完成/)
    await counter.press('F9')
    await counter.press('F4')
    await counter.reads('部分退货完成')
    const ours = await lastOrder(at.api)
    expect([ours.total, ours.status, (await ourOrder(at.api, old.id)).status]).toEqual(['60.00', '2', '3'])
    expect(await standing()).toHaveLength(others + 1)
    await moreSlips(before, 2)
  })

  test('1.4: reversed, but the new one is refused: she reads what to give back and how to go on, and can', async () => {
    const old = await buyTwo()
    const before = slips()
    await returnVitamin()
    await counter.press('Alt+2')
    await counter.page.getByRole('dialog', { name: /保留 1 种重新结算/ }).waitFor()
    await at.product.centre.fault({ fault: 'refuse', infno: '2102', text: '账户冻结' })
    await confirmPart()
    expect(await counter.reads('原单已撤销')).toMatch(/账户冻结.*原单应退现金/)
    expect((await ourOrder(at.api, old.id)).status).toBe('3')
    expect(await counter.lines()).toBe(1)
    await at.product.centre.clearFaults()
    await counter.presettle()
    await counter.settle()
    await counter.reads('部分退货完成')
    await expectSameMoney(at.books, await counter.money())
    await moreSlips(before, 2)
  })

  test('1.4: from the order page; given up, the old one stays and its page says so', async () => {
    const old = await buyTwo()
    const { page } = counter
    await page.goto(`${at.product.app}/reconciliation/order-management`)
    await page.getByText(old.orderNo).first().click()
    await page.getByRole('button', { name: '部分退货…' }).click()
    const chooser = page.getByRole('dialog', { name: /部分退货/ })
    await chooser.getByRole('checkbox', { name: /维生素C片/ }).check()
    await chooser.getByRole('button', { name: '读取凭证' }).click()
    counter = counterOf(page)
    await counter.reads('部分退货：请读取参保人')
    await counter.press('Control+Delete')
    await counter.reads('已放弃部分退货')
    expect((await ourOrder(at.api, old.id)).status).toBe('2')
  })

  test('what he paid besides is taken down, is asked for by the reversal, and given back', async () => {
    const { orderNo } = await buyTwo('张三')
    const { page } = counter
    const payments = `${at.product.app}/reconciliation/order-otherpay_management?f.keyword=${orderNo}`
    const row = page.getByRole('row').filter({ hasText: orderNo })
    await page.goto(payments)
    await row.getByText('待收').waitFor()
    await row.getByRole('button', { name: '绑定支付' }).click()
    const paying = page.getByRole('dialog', { name: /^绑定支付/ })
    const amount = await paying.getByLabel('付款金额').inputValue()
    await paying.getByLabel('支付方式').fill('微信')
    // Enter takes the choice that is there: the kinds are read.
    await page.locator('.ant-select-dropdown:visible').getByTitle('微信支付', { exact: true }).waitFor()
    await paying.getByLabel('支付方式').press('Enter')
    await paying.getByLabel('支付流水号').fill('WX4200001')
    await shot(page, 'other-pay-bind')
    await paying.getByRole('button', { name: '登记付款' }).click()
    await said(page, '付款已登记')
    await row.getByText('已收齐').waitFor()
    await shot(page, 'other-pay-list')

    await page.goto(`${at.product.app}/reconciliation/order-management?f.keyword=${orderNo}`)
    await row.click()
    const whole = page.getByRole('dialog', { name: /^订单 / })
    await whole.getByText('流水号 WX4200001').waitFor()
    await shot(page, 'other-pay-order')
    await whole.getByRole('button', { name: '撤销结算' }).click()
    const reversal = page.getByRole('dialog', { name: /^撤销结算/ })
    await reversal.getByText('退微信支付').waitFor()
    await reversal.getByLabel('撤销原因').click()
    await page.getByTitle('顾客退药', { exact: true }).click()
    await reversal.getByRole('button', { name: '确认撤销' }).click()
    await said(page, `已撤销，退微信支付 ${amount} 元`)
    await whole.getByRole('button', { name: '撤销结算' }).waitFor({ state: 'detached' })

    await page.goto(payments)
    await row.getByText('待退').waitFor()
    await row.click()
    const drawer = page.getByRole('dialog', { name: /^其他支付/ })
    await drawer.getByText(`还要退还顾客 ${amount} 元`).waitFor()
    await shot(page, 'other-pay-detail')
    await drawer.getByRole('button', { name: '退款', exact: true }).click()
    const back = page.getByRole('dialog', { name: /^退款/ })
    await shot(page, 'other-pay-refund')
    await back.getByRole('button', { name: '下一步：核对' }).click()
    await page
      .getByRole('dialog', { name: `登记退款 ${amount} 元` })
      .getByRole('button', { name: '登记退款' })
      .click()
    await said(page, `退款 ${amount} 元已登记`)
    await drawer.getByText('已退清').waitFor()
    await shot(page, 'other-pay-done')
    await page.goto(`${at.product.app}/medical-insurance-settlement/swiping-card`)
    await counter.reads('请扫描医保电子凭证')
  })

  test('M38: leaving with an open basket asks; parked, it survives the closed window', async () => {
    at.insert('苏天成')
    await counter.readCard('苏天成')
    await counter.addItem('WSSC', '维生素C片')
    const { page } = counter
    const dialog = page.getByRole('dialog', { name: '当前购药还没有结算' })
    const home = page.getByRole('tab', { name: '首页' })
    await home.click()
    await dialog.getByRole('button', { name: '留在本页' }).click()
    expect(await counter.lines()).toBe(1)
    await until(
      'the address is the counter’s again',
      () => page.url(),
      (url) => url.includes('swiping-card'),
    )
    await home.click()
    await dialog.getByRole('button', { name: '挂单并离开' }).click()
    // The address is the other page's while the question is put; the tab changes once the basket is parked.
    await page.getByRole('tab', { name: '首页', selected: true }).waitFor()
    await page.context().close()
    counter = await at.counter()
    await counter.press('F4')
    await counter.page.getByRole('dialog', { name: '取单' }).getByRole('button', { name: /苏/ }).click()
    // What she bought today already is said over 挂单已取回.
    await counter.reads(/挂单已取回|今天已购/)
    expect(await counter.lines()).toBe(1)
  })
})
