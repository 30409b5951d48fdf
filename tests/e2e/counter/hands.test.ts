import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import { counterOf } from '../counter-page.ts'
import { expectSameMoney, slipKnown } from '../money.ts'
import { psnNo, store, useProduct } from '../setup.ts'

// T20, T21: the ordinary story without a mouse, with a mouse only, by touch, on 390 px; and who may only look.

const at = useProduct()
const active = 2

describe.skipIf(!hasBrowser)('every hand', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
  })

  test('keyboard only, from the login page to the slip', async () => {
    const page = await at.page()
    const { keyboard } = page
    await page.goto(`${at.product.app}/login`)
    await page.getByLabel('用户名').waitFor()
    await keyboard.type('clerk')
    await keyboard.press('Tab')
    await keyboard.type('Yibao@2026')
    await keyboard.press('Enter')
    await page.getByText('你好，').waitFor()
    await keyboard.press('Control+K')
    await keyboard.type('刷卡')
    await page.getByRole('option', { name: /刷卡/ }).first().waitFor()
    await keyboard.press('Enter')
    const counter = counterOf(page)
    await counter.scanBox.waitFor()
    await counter.ready()
    at.insert('李建国')
    await counter.readCard('李建国')
    // The focus was given back to the scan box: she types on, and takes the first hit.
    await keyboard.type('FFDS', { delay: 60 })
    await page.getByRole('option', { name: '复方丹参滴丸' }).first().waitFor()
    await keyboard.press('Enter')
    await counter.region('购药明细').getByRole('row').filter({ hasText: '30.00' }).waitFor()
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const { id } = await expectSameMoney(at.books, await counter.money())
    await slipKnown(at.api, id)
    await page.context().close()
  })

  test('mouse only', async () => {
    const counter = await at.counter()
    const { page } = counter
    at.insert('李建国')
    await counter
      .button(/社保卡/)
      .first()
      .click()
    await counter.region('参保人').getByText('李建国', { exact: true }).waitFor()
    // Goods come from the scanner: it is a keyboard, but no hand is on it.
    await counter.scan('6900045600743')
    await counter.region('购药明细').getByRole('row').filter({ hasText: '30.00' }).waitFor()
    await counter.button(/预结算/).click()
    await counter.reads('预结算完成')
    await counter.guard()
    await counter.button(/F9\s*结算/).click()
    await counter.reads('结算成功')
    const { id } = await expectSameMoney(at.books, await counter.money())
    await slipKnown(at.api, id)
    await page.context().close()
  })

  test('the console of the server finds the agent on the port it was configured with', async () => {
    const counter = await at.counter('clerk', {}, at.product.site)
    await counter.ready()
    await counter.page.context().close()
  })

  test('by touch on 390 px: three steps, one next button, an e-voucher by the built-in scanner', async () => {
    const counter = await at.counter(
      'clerk',
      {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
      at.product.site,
    )
    const { page } = counter
    // A hand that has no keys reads of buttons.
    const person = counter.region('参保人')
    await person.getByText('点读卡按钮').waitFor()
    expect(await person.innerText()).not.toContain('F2')
    await counter.scan(await at.product.centre.code(psnNo(active)))
    await counter.reads('已读取参保人 李建国')
    const next = (name: string) => page.getByRole('button', { name, exact: true })
    await counter.scan('6900045600743')
    await counter.region('购药明细').getByRole('row').filter({ hasText: '复方丹参滴丸' }).waitFor()
    await next('预结算').tap()
    await next('结算').waitFor()
    await counter.guard()
    await next('结算').tap()
    await next('下一位').waitFor()
    await page.getByRole('button', { name: /^3 金额$/ }).tap()
    const ours = await expectSameMoney(at.books, await counter.money())
    expect(ours.total).toBe('30.00')
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.context().close()
  })

  test('T21: a viewer sees the same page and no button that moves money', async () => {
    const counter = await at.counter('viewer')
    const { page } = counter
    await counter.button(/打印/).first().waitFor()
    for (const name of [/预结算/, /结算/, /挂单/, /撤销/])
      expect([name, await page.getByRole('main').getByRole('button', { name, includeHidden: true }).count()]).toEqual([
        name,
        0,
      ])
    const before = await at.product.centre.book(store)
    await counter.press('F8')
    await counter.press('F9')
    await counter.reads('没有结算权限')
    expect(await at.product.centre.book(store)).toEqual(before)
    await page.context().close()
  })
})
