import { fen, formatAmount, yuan } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../tools/api.ts'
import { which } from '../../tools/machine.ts'
import { hasBrowser, openBrowser, openPage, signIn } from './browser.ts'
import { type CounterPage, counterOf } from './counter-page.ts'
import { centreRow, expectSameMoney, lastOrder, ourOrder, slipKnown } from './money.ts'
import { type Product, startProduct } from './product.ts'
import { tellStories } from './setup.ts'
import { inkOf, nextSlip, printedSlips, slipAmount, slipText } from './slips.ts'
import { complaintsOf, said } from './witness.ts'

// One day at the counter of 观前店, from login to sign-out, through everything that is real: browser, agent with its
// simulated devices, server, centre. Wherever money moves three things are compared: the centre's book, our book, the page.

tellStories()

const store = 'P32050100001'
const cards = { 张三: 'A00000017', 李建国: 'A00000018', 王秀英: 'A00000019', 王𠮷: 'A00000033' }
const pdfTools = which('pdftotext') !== undefined && which('pdftoppm') !== undefined

let product: Product
let browser: Browser
let api: Api
let counter: CounterPage

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  api = await product.as('clerk')
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const insert = (name: keyof typeof cards) => product.devices({ socialCard: cards[name] })
const books = () => ({ api, centre: product.centre, store })

describe.skipIf(!hasBrowser)('the day of a counter', () => {
  test('she logs in and signs in at the centre', async () => {
    const page = await openPage(browser)
    counter = counterOf(page)
    await signIn(page, product.app, 'clerk')
    await page.getByText('△ 未签到').waitFor()
    await page.getByRole('main').getByRole('button', { name: '签到', exact: true }).click()
    await page.getByText('✓ 已签到').waitFor()
  })

  test('张三 pays 60.00 by account and 25.60 in cash, and his slip comes by itself', async () => {
    insert('张三')
    const before = printedSlips(product.dataDir)
    await counter.open()
    await counter.ready()
    await counter.readCard('张三')
    await counter.addItem('2*AMXL', '阿莫西林胶囊')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.addItem('WSSC', '维生素C片')
    await counter.prescription()
    expect(await counter.presettle()).toContain('应收现金 25.60 元')
    expect(await product.centre.book(store)).toEqual([])
    await counter.settle()
    expect(await counter.reads('结算成功')).toContain('结算成功 · 收现金 25.60 元')
    const ours = await expectSameMoney(books(), await counter.money())
    expect([ours.total, ours.account, ours.cash]).toEqual(['85.60', '60.00', '25.60'])

    const slip = await nextSlip(product.dataDir, before)
    if (!pdfTools) return
    const text = slipText(slip)
    expect(inkOf(slip)).toBeGreaterThan(0.01)
    expect(text).toContain('张三')
    expect(text).toContain(ours.setlId)
    expect(['费用总额', '个人账户支付', '现金支付'].map((label) => slipAmount(text, label))).toEqual([
      '85.60',
      '60.00',
      '25.60',
    ])
    await slipKnown(api, ours.id)
  })

  test('王𠮷 has a character no font of ours has: his slip says which, and nothing else is lost', async () => {
    insert('王𠮷')
    const before = printedSlips(product.dataDir)
    await counter.readCard('王𠮷')
    await counter.addItem('WSSC', '维生素C片')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    await expectSameMoney(books(), await counter.money())
    const slip = await nextSlip(product.dataDir, before)
    if (!pdfTools) return
    expect(slipText(slip)).toContain('王〓')
    expect(slipText(slip)).toContain('20BB7')
    expect(inkOf(slip)).toBeGreaterThan(0.01)
  })

  test('王秀英 buys for her diabetes: kind of purchase, disease, pool fund', async () => {
    insert('王秀英')
    const before = printedSlips(product.dataDir)
    await counter.readCard('王秀英')
    await counter.page.getByRole('combobox', { name: '就诊类型' }).selectOption('14')
    await counter.addItem('30*100004', '二甲双胍缓释片')
    await counter.prescription('RX20261121002')
    await counter.press('F8')
    // Two registered diseases: none is guessed, the list opens by itself (ux 1.2).
    const diseases = counter.page.getByRole('dialog', { name: '选择病种' })
    await diseases.getByRole('button', { name: '糖尿病' }).click()
    await diseases.waitFor({ state: 'hidden' })
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const ours = await expectSameMoney(books(), await counter.money())
    expect(ours).toMatchObject({ medicalType: '14', diseaseName: '糖尿病' })
    expect((await centreRow(product.centre, store, ours.setlId)).med_type).toBe('14')
    expect(Number(ours.fundTotal)).toBeGreaterThan(0)
    const slip = await nextSlip(product.dataDir, before)
    if (pdfTools) expect(slipText(slip)).toContain('糖尿病')
  })

  test('李建国 is put aside while another is served, and comes back with his basket', async () => {
    insert('李建国')
    const before = printedSlips(product.dataDir)
    await counter.readCard('李建国')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.press('F4')
    expect(await counter.reads('已挂单')).toContain('已挂单：李** 1 种 30.00')
    const booked = (await product.centre.book(store)).length

    await counter.press('F4')
    const list = counter.page.getByRole('dialog', { name: '取单' })
    await list.getByText('李**').waitFor()
    await counter.press('1')
    await counter.reads('挂单已取回')
    expect(await counter.lines()).toBe(1)
    // Nothing was booked by putting aside and taking back.
    expect(await product.centre.book(store)).toHaveLength(booked)
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const ours = await expectSameMoney(books(), await counter.money())
    expect([ours.total, ours.account, ours.cash]).toEqual(['30.00', '30.00', '0.00'])
    await nextSlip(product.dataDir, before)
  })

  test('he brings it back: what goes where is shown first, then it is reversed once', async () => {
    const ours = await lastOrder(api)
    const before = printedSlips(product.dataDir)
    await counter.button(/^李\*\* .*✓$/).click()
    const dialog = counter.page.getByRole('dialog').filter({ hasText: '退回个人账户' })
    await dialog.getByText('撤销这笔结算？退回个人账户 30.00，退现金 0.00').waitFor()
    const confirm = dialog.getByRole('button', { name: '确认撤销' })
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('撤销原因').selectOption({ index: 1 })
    await confirm.click()
    expect(await counter.reads('已撤销')).toContain('个人账户已退回 30.00')

    const after = await ourOrder(api, ours.id)
    expect(after).toMatchObject({ status: '3' })
    const rows = (await product.centre.book(store)).filter(({ psn_no }) => psn_no.endsWith('2'))
    expect(rows.map(({ infno, medfee_sumamt, acct_pay }) => [infno, medfee_sumamt, acct_pay])).toEqual([
      ['2102', '30.00', '30.00'],
      ['2103', '-30.00', '-30.00'],
    ])
    const slip = await nextSlip(product.dataDir, before)
    // The account as the centre has it now, on paper and on the screen: not what the settlement had left in it.
    const now = formatAmount(yuan(fen(ours.split!.balance) + fen(ours.account)))
    await counter.region('金额').getByText('撤销后余额').waitFor()
    expect(await counter.region('金额').innerText()).toContain(now)
    if (!pdfTools) return
    expect(slipText(slip)).toMatch(/撤销|退费/)
    expect(slipAmount(slipText(slip), '撤销后余额')).toBe(now)
    expect(slipText(slip)).not.toContain('结算后余额')
  })

  test('an answer is lost after the centre booked: she reads it, waits, and it is settled once', async () => {
    insert('李建国')
    await counter.readCard('李建国')
    await counter.addItem('3*FFDS', '复方丹参滴丸')
    await counter.presettle()
    const booked = (await product.centre.book(store)).length
    await product.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    await counter.settle()
    expect(await counter.reads('已核实')).toContain('已核实：结算成功 · 收现金 0.00 元')
    const ours = await expectSameMoney(books(), await counter.money())
    expect(ours.total).toBe('90.00')
    expect(await product.centre.book(store)).toHaveLength(booked + 1)
    // What she read meanwhile stood there as long as the question took.
    const lines = await counter.log()
    expect(lines.find((line) => line.includes('结算结果未知'))).toContain('医保中心可能已扣款，请勿重复结算')
    expect(lines.filter((line) => line.includes('已核实'))).toHaveLength(1)
  })

  test('the bar code of a slip finds its order, as a scanner types it; a person’s number is asked of nobody', async () => {
    const { page } = counter
    const { setlId = '', orderNo } = await lastOrder(api)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const search = page.getByRole('combobox', { name: '查找页面、操作和记录' })
    await search.fill('11010519491231002X')
    await page.getByText('证件号、卡号和手机号不用来查找').waitFor()
    await search.fill(setlId)
    await search.press('Enter')
    const detail = page.getByRole('dialog', { name: `订单 ${orderNo}` })
    await detail.getByText(setlId).first().waitFor()
    await page.getByText('共 1 条').waitFor()
    expect(asked.filter((url) => url.includes('11010519491231002X'))).toEqual([])
    expect(page.url()).not.toMatch(/\d{6}/)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })
  })

  test('the centre and we agree about the day', async () => {
    const { page } = counter
    // The counter keeps the menu away (ux 2.1); any other page brings it back.
    await page.getByRole('tab', { name: '首页' }).click()
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '日对账' }).click()
    await page.getByRole('button', { name: '对总账' }).click()
    const dialog = page.getByRole('dialog', { name: '对总账' })
    await dialog.getByLabel('日期').fill(formatDay(new Date()))
    // It sends the form: a press of 开始对账 behind it would look for a dialog that is closing.
    await dialog.getByLabel('日期').press('Enter')
    await page.getByText(/^\D*[1-9]\d* 组 · [1-9]\d* 平 · 0 不平/).waitFor()
  })

  test('she signs out at the centre and leaves', async () => {
    const { page } = counter
    await page.getByRole('link', { name: '签到签退' }).click()
    await page.getByRole('main').getByRole('button', { name: '签退' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '签退', exact: true }).click()
    await said(page, '已签退')
    await page.getByRole('region', { name: '当前签到' }).getByText('未签到').waitFor()
    await page.getByRole('button', { name: /你好，/ }).click()
    await page
      .getByRole('menuitem', { name: '退出登录' })
      .or(page.getByRole('button', { name: '退出登录' }))
      .click()
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect(await page.evaluate(() => [localStorage.getItem('token'), document.cookie.includes('token=ey')])).toEqual([
      null,
      false,
    ])
    expect(complaintsOf(page).filter((line) => !line.includes('404'))).toEqual([])
  })
})
