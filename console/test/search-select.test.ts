import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'

describe.skipIf(!browserPath)('a select that searches', () => {
  const app = opened(openConsole)

  /** A line of a paper prescription, of which each word finds two goods, and what was asked for. */
  const entering = async () => {
    const page = await app.newPage()
    const asked: string[] = []
    await page.route('**/api/Catalogue/SearchItemDirectoryList*', (route) => {
      const name = String(new URL(route.request().url()).searchParams.get('keyword'))
      asked.push(name)
      if (name === '坏') return route.fulfill({ status: 502 })
      const one = (ownCode: string) => ({ ownCode, name: ownCode, spec: '5mg', unit: '盒' })
      return route.fulfill({ json: envelope({ result: name === '无' ? [] : [one(name), one(`${name}䶮`)] }) })
    })
    await app.enter(page, '/reconciliation/rx-management')
    await page.getByRole('button', { name: '录入处方' }).click()
    return { page, asked, goods: page.getByLabel('第 1 种的本店商品') }
  }
  const list = (page: Page) => page.locator('.ant-select-dropdown:visible')
  const offered = (page: Page) => list(page).locator('.ant-select-item-option').allInnerTexts()
  /** The select of the line shows what is chosen by its title. */
  const chosen = (page: Page) => page.locator('.ant-select').getByTitle(/5mg/).allInnerTexts()

  test('asks for what was typed once the keys rest, and is chosen from by keyboard', async () => {
    const { page, asked, goods } = await entering()
    await goods.click()
    // By the page's own timers: however slow it is, the next key comes before the pause is over.
    await goods.evaluate(async (field, words) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
      for (const end of words.split('').keys()) {
        set!.call(field, words.slice(0, end + 1))
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
    }, 'amxl')
    await expect.poll(() => offered(page)).toEqual(['amxl 5mg / 盒', 'amxl䶮 5mg / 盒'])
    expect(asked).toEqual(['amxl'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => chosen(page)).toContain('amxl䶮 5mg / 盒')
  })

  test('an Enter before the answer chooses nothing of what other words had found', async () => {
    const { page, goods } = await entering()
    const come = await heldBack(page, '**/SearchItemDirectoryList?keyword=alp*')
    await goods.fill('amx')
    await expect.poll(() => offered(page)).toEqual(['amx 5mg / 盒', 'amx䶮 5mg / 盒'])
    await goods.fill('alp')
    await list(page).getByText('正在读取…').waitFor()
    await page.keyboard.press('Enter')
    expect(await offered(page)).toEqual([])
    expect(await chosen(page)).not.toContain('amx 5mg / 盒')
    come()
    await expect.poll(() => offered(page)).toEqual(['alp 5mg / 盒', 'alp䶮 5mg / 盒'])
  })

  test('an Enter before the answer does not search the list around it for everybody; left, the words are gone with their hits', async () => {
    const page = await app.newPage()
    await app.enter(page, '/report-management/fund-pay-report', 'area')
    await page.getByRole('button', { name: '更多条件' }).click()
    const who = page.getByLabel('操作员')
    await who.click()
    await list(page).locator('.ant-select-item-option').first().waitFor()
    const everybody = await offered(page)
    const come = await heldBack(page, '**/Operator*keyword=*')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.keyboard.type('李')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(sent.filter((url) => url.includes('FundPay'))).toEqual([])
    expect(await who.inputValue()).toBe('')
    await who.click()
    await expect.poll(() => offered(page)).toEqual(everybody)
    come()
  })

  test('says that nothing was found, and that it could not be read', async () => {
    const { page, goods } = await entering()
    await goods.fill('无')
    await list(page).getByText('没有找到本店商品').waitFor()
    await goods.fill('坏')
    await list(page).getByRole('button', { name: '重新读取' }).waitFor()
    await goods.fill('好')
    await expect.poll(() => offered(page)).toEqual(['好 5mg / 盒', '好䶮 5mg / 盒'])
  })
})
