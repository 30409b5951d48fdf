import { rx } from '@yibao/shared/calls/prescription.ts'
import { signIn as attendance } from '@yibao/shared/calls/sign-in.ts'
import { fen, formatAmount, yuan } from '@yibao/shared/money.ts'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../../tools/api.ts'
import { shot } from '../browser.ts'
import { type CounterPage, counterOf } from '../counter-page.ts'
import { ourOrder, ourOrders } from '../money.ts'
import { store, useProduct } from '../setup.ts'

// A prescription from the paper to the slip (ux 1.3): the clerk types it in, a pharmacist reviews it, it is sold on.

const at = useProduct()
beforeAll(() => at.api.ok(attendance.do, {}))

const enter = async (counter: CounterPage, number: string) => {
  const { page } = counter
  await counter.press('F6')
  await page.getByRole('button', { name: '本店处方' }).click()
  await page.getByRole('button', { name: '录入新处方' }).click()
  const form = page.getByRole('dialog', { name: /^录入 张\* 的处方/ })
  await form.getByLabel('处方号').fill(number)
  await form.getByLabel('开方医院').fill('示例市第一人民医院')
  await form.getByLabel('开方医生').fill('陈𠮷')
  await form.getByLabel('诊断').fill('上呼吸道感染')
  await shot(page, `enter-${number}`)
  await form.getByRole('button', { name: '提交审核' }).click()
  await counter.reads(`处方 ${number} 已提交，待药师审核`)
}

/** F6 shows what the store keeps: the clerk has entered one here, or one still waits. */
const choose = async (counter: CounterPage, number: string) => {
  await counter.press('F6')
  const dialog = counter.page.getByRole('dialog', { name: /处方/ })
  await dialog.getByRole('button', { name: new RegExp(number) }).waitFor()
  await shot(counter.page, `kept-${number}`)
  await dialog.getByRole('button', { name: new RegExp(number) }).click()
}

test('typed at the counter, reviewed by the pharmacist at her own PC, told to the clerk, sold and used', async () => {
  at.insert('张三')
  const counter = await at.counter()
  await counter.readCard('张三')
  await counter.addItem('AMXL', '阿莫西林胶囊')
  await enter(counter, 'CF20261123001')
  await counter.press('F4')
  await counter.reads('已挂单')

  const pharmacist = await at.window('pharmacist', '/reconciliation/rx-online-push', {}, at.product.app)
  const row = pharmacist.getByRole('row').filter({ hasText: 'CF20261123001' })
  await row.waitFor()
  await pharmacist.getByText('以 王药师 审核').waitFor()
  await shot(pharmacist, 'queue')
  await row.getByRole('button', { name: '审核' }).click()
  const review = pharmacist.getByRole('dialog', { name: /审核处方/ })
  await review.getByText('阿莫西林胶囊').first().waitFor()
  await shot(pharmacist, 'review')
  await review.getByRole('button', { name: '审核通过' }).click()
  await row.waitFor({ state: 'detached' })

  expect(await counter.reads('处方已通过')).toContain('药师 王药师 已审核')
  await counter.press('F4')
  await counter.page.getByRole('dialog', { name: '取单' }).getByRole('button', { name: /张\*/ }).click()
  await counter.reads(/挂单已取回/)
  await choose(counter, 'CF20261123001')
  await counter.reads('已选用处方 CF20261123001')
  await counter.presettle()
  await counter.settle()
  await counter.reads('结算成功')

  await pharmacist.goto(`${at.product.app}/reconciliation/rx-management`)
  const kept = pharmacist.getByRole('row').filter({ hasText: 'CF20261123001' })
  await kept.getByText('已使用').waitFor()
  await shot(pharmacist, 'management')
  await kept.getByText('CF20261123001').click()
  await pharmacist.getByRole('dialog').getByText('处方合格，同意调配').first().waitFor()
  await shot(pharmacist, 'detail')
})

test('in a shop of one PC the pharmacist reviews at the counter with her own password; too many boxes stop F8', async () => {
  at.insert('张三')
  const counter = await at.counter()
  const { page } = counter
  await counter.readCard('张三')
  await counter.addItem('AMXL', '阿莫西林胶囊')
  await enter(counter, 'CF20261123002')
  await choose(counter, 'CF20261123002')
  const review = page.getByRole('dialog', { name: /请药师审核/ })
  await review.getByRole('button', { name: '审核通过' }).click()
  const own = page.getByRole('dialog', { name: '药师审核' })
  await shot(page, 'password')
  await own.getByLabel('药师登录账号').fill('pharmacist')
  await own.getByLabel('密码').fill(demoPassword)
  await own.getByRole('button', { name: '以本人身份确认' }).click()
  const dialog = page.getByRole('dialog', { name: /处方/ })
  await dialog.getByRole('button', { name: '本店处方' }).click()
  await dialog.getByRole('button', { name: /CF20261123002.*选用/ }).click()
  // Who reviewed here last, as the order has it kept: two cookies (SPEC 3).
  const kept = Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))
  expect(decodeURIComponent(kept.pharmacistName ?? '')).toBe('王药师')
  expect(kept.pharmacistCode).toMatch(/^[A-Z]*\d+$/)
  await counter.reads('已选用处方 CF20261123002')
  await counter.addItem('AMXL', '阿莫西林胶囊')
  await counter.press('F8')
  await counter.reads('阿莫西林胶囊 超过处方数量，最多 1')
  await shot(page, 'too-many')
})

test('去结算 at the row: the counter asks for its person, says whose it is not, and takes it once he is read', async () => {
  const number = 'CF20261123010'
  at.insert('张三')
  const counter = await at.counter()
  const { page } = counter
  await counter.readCard('张三')
  await counter.addItem('AMXL', '阿莫西林胶囊')
  await enter(counter, number)
  await counter.press('Control+Delete')
  await page.getByRole('dialog').getByRole('button', { name: '清除购药单' }).click()
  await expect.poll(() => counter.lines()).toBe(0)
  await page.goto(`${at.product.app}/reconciliation/rx-management`)
  const row = page.getByRole('row').filter({ hasText: number })
  await row.getByText('待审核').waitFor()
  expect(await row.getByRole('button', { name: '去结算' }).count()).toBe(0)
  const pharmacist = await at.product.as('pharmacist')
  const { items } = await pharmacist.ok(rx.pushPaged, {})
  const { id, revision } = items.find((one) => one.number === number)!
  await pharmacist.ok(rx.review, { id, revision, passed: true, opinion: '处方合格，同意调配' })
  await page.reload()
  await shot(page, 'sell-row')
  await row.getByRole('button', { name: '去结算' }).click()

  await counter.reads(`张* 的处方 ${number} 待结算`)

  at.insert('李建国')
  await counter.press('Alt+2')
  const dialog = page.getByRole('dialog', { name: '处方' })
  await dialog.getByText(`名下没有处方 ${number}`).waitFor()
  await shot(page, 'sell-other')
  await page.keyboard.press('Escape')
  at.insert('张三')
  await counter.press('Alt+2')
  await counter.reads(`已选用处方 ${number}`)
  expect(await counter.lines()).toBe(1)
  await counter.presettle()
  await counter.settle()
  await counter.reads('结算成功')
})

/** A prescription for amoxicillin that a pharmacist has passed, with vitamins besides: F8 has priced both. */
const priceTwo = async (number: string): Promise<CounterPage> => {
  at.insert('张三')
  const counter = await at.counter()
  await counter.readCard('张三')
  await counter.addItem('AMXL', '阿莫西林胶囊')
  await enter(counter, number)
  const pharmacist = await at.product.as('pharmacist')
  const { items } = await pharmacist.ok(rx.pushPaged, {})
  const { id, revision } = items.find((one) => one.number === number)!
  await pharmacist.ok(rx.review, { id, revision, passed: true, opinion: '处方合格，同意调配' })
  await counter.reads('处方已通过')
  await choose(counter, number)
  await counter.reads(`已选用处方 ${number}`)
  await counter.addItem('2*WSSC', '维生素C片')
  await counter.region('购药明细').getByText('处方外 1 种另结一笔').waitFor()
  await counter.press('F8')
  await counter.reads('将分两笔结算')
  return counter
}

/** The two newest orders of our book by what they sell, and what the centre has booked since `before`. */
const bothBooks = async (before: number) => {
  const newest = (await ourOrders(at.api)).slice(0, 2)
  const orders = await Promise.all(newest.map(({ id }) => ourOrder(at.api, id)))
  const of = (name: string) => orders.find(({ lines }) => lines.every((line) => line.name === name))!
  const booked = (await at.product.centre.book(store)).slice(before)
  return { drug: of('阿莫西林胶囊'), vitamins: of('维生素C片'), booked }
}

test('what the customer buys besides his prescription is a second settlement, and neither is lost or doubled', async () => {
  const { length: before } = await at.product.centre.book(store)
  const number = 'CF20261123003'
  const counter = await priceTwo(number)
  const { page } = counter
  expect(await counter.reads('将分两笔结算')).toMatch(
    /处方内 1 种、处方外 1 种，将分两笔结算.*第一笔现金 [\d.]+，第二笔现金约 [\d.]+.*按 F9 结算第一笔/,
  )
  await counter
    .region('购药明细')
    .getByText(/^第二笔，处方外 1 种：基金/)
    .waitFor()
  await shot(page, 'two-priced')
  await counter.settle()
  expect(await counter.reads('第一笔结算成功')).toContain('按 F8 预结算第二笔')
  await shot(page, 'second-own')
  expect(await counter.lines()).toBe(1)
  const between = await bothBooks(before)
  expect([between.booked.length, between.drug.status, between.vitamins.status]).toEqual([1, '2', '1'])

  await counter.presettle()
  await counter.settle()
  const said = await counter.reads('第二笔结算成功')
  const { drug, vitamins, booked } = await bothBooks(before)
  expect([drug, vitamins].map(({ status, prescription }) => [status, prescription?.number])).toEqual([
    ['2', number],
    ['2', undefined],
  ])
  expect(booked.map(({ setl_id, medfee_sumamt, psn_cash_pay }) => [setl_id, medfee_sumamt, psn_cash_pay])).toEqual(
    [drug, vitamins].map(({ setlId, split }) => [setlId, split!.total, split!.cash]),
  )
  expect(said).toContain(`收现金 ${formatAmount(vitamins.split!.cash)} 元`)
  expect(said).toContain(`两笔共收现金 ${formatAmount(yuan(fen(drug.split!.cash) + fen(vitamins.split!.cash)))} 元`)
  await shot(page, 'two-settled')
})

test('the answer of the first is lost, and the browser dies: it is found, and the second one is still there', async () => {
  const { length: before } = await at.product.centre.book(store)
  const first = await priceTwo('CF20261123004')
  await at.product.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await first.settle()
  await first.reads('结算结果未知')
  await first.page.reload()
  const counter = counterOf(first.page)
  await counter.reads('第一笔结算成功')
  expect(await counter.lines()).toBe(1)
  const between = await bothBooks(before)
  expect([between.booked.length, between.drug.status, between.vitamins.status]).toEqual([1, '2', '1'])
  // Who was read before comes back with the basket: nobody has to read him again for his second one.
  await counter.page.getByRole('region', { name: '参保人' }).getByText('张三').waitFor()
  await counter.presettle()
  await counter.settle()
  await counter.reads('第二笔结算成功')
  const { drug, vitamins, booked } = await bothBooks(before)
  expect(booked.map(({ setl_id, reversed, undone }) => [setl_id, reversed, undone])).toEqual(
    [drug, vitamins].map(({ setlId }) => [setlId, false, false]),
  )
})

test('an electronic one: the e-voucher shown again, downloaded, matched, reviewed, sold and told to the centre', async () => {
  const psnNo = '32050000000000000002'
  const { centre } = at.product
  const counter = await at.counter()
  const { page } = counter
  await counter.scan(await centre.code(psnNo))
  await counter.reads('已读取参保人 李建国')
  await counter.press('F6')
  const dialog = page.getByRole('dialog', { name: '处方' })
  await dialog.getByLabel('医保码').waitFor()
  await shot(page, 'present')
  // Enter in the empty field asks the device beside the PC, which somebody else's code lies on.
  await dialog.getByLabel('医保码').press('Enter')
  await dialog.getByRole('alert').getByText('出示的医保码不是已读参保人的').waitFor()
  await dialog.getByLabel('医保码').fill(await centre.code(psnNo))
  await page.keyboard.press('Enter')
  const usable = dialog.getByRole('button', { name: /可以下载/ })
  await usable.waitFor()
  await shot(page, 'circulated')
  await usable.focus()
  await page.keyboard.press('Enter')

  const match = page.getByRole('dialog', { name: /选择本店商品/ })
  await match.getByText('1 种药品没有能自动对应的本店商品').waitFor()
  await match.getByLabel('第 2 种的本店商品').click()
  await page.keyboard.type('XSTJN')
  await shot(page, 'match')
  await match.getByRole('button', { name: '其余 1 种不在本店购买' }).click()
  const number = /\d{6}RX\d+/.exec(await counter.reads(/处方 \d{6}RX\d+ 已下载，1 种药品已带入/))![0]
  expect(await counter.lines()).toBe(1)
  await counter
    .region('待遇与处方')
    .getByText(/^待药师审核 0:\d\d$/)
    .waitFor()
  await shot(page, 'awaits')
  await counter.press('F8')
  await counter.reads(/待审核/)

  const pharmacist = await at.window('pharmacist', '/reconciliation/rx-online-push', {}, at.product.app)
  const row = pharmacist.getByRole('row').filter({ hasText: number })
  await shot(pharmacist, 'queue-circulated')
  await row.getByRole('button', { name: '审核' }).click()
  await pharmacist
    .getByRole('dialog', { name: /审核处方/ })
    .getByRole('button', { name: '审核通过' })
    .click()
  await row.waitFor({ state: 'detached' })
  expect(await counter.reads('处方已通过')).toContain('按 F8 预结算')
  await counter.presettle()
  await counter.settle()
  await counter.reads('结算成功')

  await pharmacist.goto(`${at.product.app}/reconciliation/rx-management`)
  const kept = pharmacist.getByRole('row').filter({ hasText: number })
  await kept.getByText('已使用').waitFor()
  await shot(pharmacist, 'management-circulated')
  await kept.getByText(number).click()
  await pharmacist.getByRole('dialog').getByText('审核结果 已上传').waitFor()
  await shot(pharmacist, 'detail-circulated')
  await pharmacist.keyboard.press('Escape')
  await pharmacist.getByRole('button', { name: '下载处方' }).click()
  const fetching = pharmacist.getByRole('dialog', { name: '下载处方' })
  await fetching.getByLabel('扫码').waitFor()
  await shot(pharmacist, 'download')
})
