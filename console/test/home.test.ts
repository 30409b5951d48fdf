import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('the home page', () => {
  const app = opened(openConsole)

  /** Opened by somebody with these pages and no other. */
  const openedWith = async (...menus: string[]) => {
    const page = await app.newPage()
    const result = { menus: ['Dashboard', ...menus].map((menuCode) => ({ menuCode })) }
    await page.route('**/GetMenuList**', (route) => route.fulfill({ json: envelope({ result }) }))
    await app.enter(page, '/dashboard')
    const tile = page.locator('section').filter({ has: page.getByRole('heading', { name: '今日结算' }) })
    await tile.getByText('撤销 1').waitFor()
    const offered = async () => (await tile.getByRole('button').allInnerTexts()).filter((text) => text !== '打开刷卡')
    const leadTo = async (name: string) => {
      await tile.getByRole('button', { name }).click()
      await page.waitForURL((url) => url.pathname !== '/dashboard')
      const { pathname, searchParams } = new URL(page.url())
      return [pathname, Object.fromEntries(searchParams)]
    }
    return { page, offered, leadTo }
  }

  test('leads from its sums of today to the list that has both their halves, and from its reversals to those orders', async () => {
    const { page, offered, leadTo } = await openedWith('OrderManagement', 'MedicalSettlementReport')
    expect(await offered()).toEqual(['撤销 1', '今天的结算'])
    const day = await page.evaluate(() => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }))
    expect(await leadTo('今天的结算')).toEqual([
      '/report-management/medical-settlement-report',
      { 'f.from': day, 'f.to': day },
    ])
    await page.goBack()
    expect(await leadTo('撤销 1')).toEqual([
      '/reconciliation/order-management',
      { 'f.reversedFrom': day, 'f.reversedTo': day },
    ])
    await page.unrouteAll()
  })

  test('leads whoever may not open that list to the orders alone, and nobody to what he may not see', async () => {
    const clerk = await openedWith('OrderManagement')
    expect(await clerk.offered()).toEqual(['撤销 1', '今天的订单'])
    expect(await clerk.leadTo('今天的订单')).toMatchObject([
      '/reconciliation/order-management',
      { 'f.settledFrom': expect.any(String), 'f.settledTo': expect.any(String) },
    ])
    const nobody = await openedWith()
    expect(await nobody.offered()).toEqual([])
    for (const { page } of [clerk, nobody]) await page.unrouteAll()
  })

  test('a slip that waits leads to its own order: the page has a month of others', async () => {
    const page = await app.newPage()
    const known = answers['report.dashboard']!({}, 'clerk') as object
    const one = {
      id: 'o-1',
      orderNo: '00001261201YHUDE0008',
      kind: 'unprinted',
      text: '䶮* 10.00',
      at: '2026-11-21 10:00:00',
    }
    await page.route('**/api/Report/Dashboard**', (route) =>
      route.fulfill({ json: envelope({ result: { ...known, pending: [one] } }) }),
    )
    await app.enter(page, '/dashboard')
    await page.getByRole('button', { name: /^待打印/ }).click()
    await page.waitForURL('**/print-settlement?f.keyword=00001261201YHUDE0008')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('says how many things wait, also those of which it shows only the first', async () => {
    const page = await app.newPage()
    const known = answers['report.dashboard']!({}, 'clerk') as { pending: object[] }
    const home = { ...known, pending: known.pending.map((one) => ({ ...one, count: 14 })) }
    await page.route('**/api/Report/Dashboard**', (route) => route.fulfill({ json: envelope({ result: home }) }))
    await app.enter(page, '/dashboard')
    await page.getByRole('heading', { name: '待处理 28 件' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
