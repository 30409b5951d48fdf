import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// What a store's goods are mapped to and sold at: nothing that the person did not see or choose is sent.

const candidate = { code: 'XA01', name: '䶮片', spec: '1mg', producer: '示例厂', similarity: 60 }
const difference = (id: string, more: object) => ({
  ...{ id, storeId: 's-1', storeName: '示例店', type: 'mappable', ownCode: id, ownName: '䶮𠮷片', ownSpec: '1mg' },
  ...{ ownProducer: '', ownPrice: '1', code: candidate.code, name: '', spec: '', producer: '', similarity: 60 },
  ...{ candidates: [candidate], note: '', foundAt: '2026-11-20 08:00:00', state: 'open', handledBy: '' },
  ...{ mapped: false, acceptable: true, ...more },
})
const differences = [
  difference('d-like', { similarity: 92 }),
  difference('d-odd', { type: 'unmapped', acceptable: false }),
  difference('d-dear', { type: 'overCap', acceptable: false, mapped: true, code: 'XA02' }),
]
const goods = {
  ...{ companyId: 'c-1', ownCode: '100001', name: '阿莫西林胶囊䶮', spec: '0.25g*24粒', unit: '盒', barCode: '' },
  ...{ dosageForm: '', prescription: false, producer: '示例厂', price: '12.80', stopped: false, nationalCode: 'XJ01' },
}

describe.skipIf(!browserPath)('goods', () => {
  const app = opened(openConsole)

  /** Answers a call; gives what was sent to it. */
  const answer = async (page: Page, end: string, result: () => unknown) => {
    const sent: Record<string, unknown>[] = []
    await page.route(`**/api/${end}**`, (route) => {
      sent.push((route.request().postDataJSON() as Record<string, unknown> | null) ?? {})
      return route.fulfill({ json: envelope({ result: result() }) })
    })
    return sent
  }
  const listed = (items: object[]) => ({ items, total: items.length, totalIsBound: false })
  const menuDiff = async () => {
    const page = await app.newPage()
    await answer(page, 'MenuDiff/Paged', () => listed(differences))
    const sent = await answer(page, 'MenuDiff/Handle', () => ({ done: 1, failed: 0, text: '' }))
    await app.enter(page, '/menu-manager/menu-diff', 'area')
    await page.locator('tbody tr[data-row-key]').first().waitFor()
    return { page, sent }
  }

  test('of ticked differences those are taken that are alike enough, and it is said how many are left', async () => {
    const { page, sent } = await menuDiff()
    const accept = page.getByRole('button', { name: '采纳建议' })
    await page.locator('tr[data-row-key=d-odd] input[type=checkbox]').check()
    expect(await accept.isDisabled()).toBe(true)
    await page.locator('thead input[type=checkbox]').check()
    await accept.click()
    const ask = page.getByRole('dialog', { name: '采纳 1 行的建议' })
    await ask.getByText('另外 2 行没有足够相近的建议，不上报').waitFor()
    await ask.getByRole('button', { name: '采纳建议', exact: true }).click()
    await expect.poll(() => sent).toEqual([{ ids: ['d-like'], action: 'accept' }])
  })

  test('what is not alike enough is shown and not filled in', async () => {
    const { page, sent } = await menuDiff()
    await page.locator('tr[data-row-key=d-odd]').getByRole('button', { name: '对照' }).click()
    const form = page.getByRole('dialog')
    await form.getByText(candidate.code).waitFor()
    await form.getByRole('button', { name: '上报对照', exact: true }).click()
    await form.locator('.ant-form-item-explain-error').waitFor()
    expect(sent).toEqual([])
  })

  test('the code that is asked about is the one that is withdrawn', async () => {
    const { page, sent } = await menuDiff()
    const row = page.locator('tr[data-row-key=d-dear]')
    await row
      .getByRole('button', { name: /更多|撤销对照/ })
      .last()
      .click()
    const item = page.getByRole('menuitem', { name: '撤销对照' })
    const ask = page.getByRole('dialog')
    await item.or(ask).first().waitFor()
    if (await item.isVisible()) await item.click()
    await ask.getByText('撤销国家码 XA02').waitFor()
    await ask.getByRole('button', { name: '撤销对照', exact: true }).click()
    await expect.poll(() => sent).toEqual([{ ids: ['d-dear'], action: 'unmap', nationalCode: 'XA02' }])
  })

  test('the address of a tile opens the list of the stock that waits for a person, once, and it can be widened there', async () => {
    const page = await app.newPage()
    const asked: (string | null)[] = []
    await page.route('**/api/Stock/Paged**', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('needs'))
      return route.fulfill({ json: envelope({ result: listed([]) }) })
    })
    await app.enter(page, '/menu-manager/menu-diff?f.stock=person', 'area')
    const drawer = page.getByRole('dialog', { name: '进销存', exact: true })
    await drawer.getByText('没有符合条件的进销存').waitFor()
    await drawer.getByText('等人处理').waitFor()
    expect([asked, await page.getByRole('dialog').count()]).toEqual([['person'], 1])
    expect(page.url()).not.toContain('stock')
    await drawer.locator('.ant-select', { has: page.getByLabel('待办') }).hover()
    await drawer
      .locator('.ant-select', { has: page.getByLabel('待办') })
      .locator('.ant-select-clear')
      .click()
    await expect.poll(() => asked.at(-1)).toBeNull()
  })

  test('goods that are taken off the shelf keep the price that came meanwhile', async () => {
    const page = await app.newPage()
    let { price } = goods
    await answer(page, 'OwnItem/Paged', () => listed([{ ...goods, price }]))
    const sent = await answer(page, 'OwnItem/Save', () => goods)
    await app.enter(page, '/menu-manager/menu-diff', 'area')
    await page.getByRole('button', { name: /^商\s?品$/ }).click()
    await page.getByRole('dialog', { name: '商品' }).getByRole('button', { name: '修改' }).click()
    const form = page.getByRole('dialog', { name: /^修改商品/ })
    await form.getByRole('switch', { name: '停售' }).click()
    price = '15.00'
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await form.waitFor({ state: 'detached' })
    expect(sent).toMatchObject([{ ownCode: goods.ownCode, price: '15.00', stopped: true }])
  })

  test('an item is mapped from the catalogue by being found, not by its code typed by heart', async () => {
    const page = await app.newPage()
    const entry = {
      ...{ id: '1301:XA01', kind: '1301', code: 'XA01', name: '䶮片', brand: '', spec: '', dosageForm: '', unit: '' },
      ...{ pack: '', producer: '', aprvno: '', listType: '101', limited: false, limitText: '', negotiated: false },
      ...{ otc: '', beginDay: '', endDay: '', valid: true, version: '1', source: 'centre', mapped: '' },
    }
    await answer(page, 'Catalogue/GetItemDirectoryByPage', () => listed([entry]))
    await answer(page, 'OwnItem/Paged', () => listed([goods, { ...goods, companyId: 'c-2', name: '𠮷液' }]))
    const sent = await answer(page, 'Catalogue/MatchItem', () => null)
    await app.enter(page, '/menu-manager/drug-menu', 'area')
    await page.locator('tbody tr[data-row-key]').getByRole('button', { name: '对照' }).click()
    const form = page.getByRole('dialog', { name: /^把商品对照到/ })
    const box = form.getByLabel('商品编码')
    const asked = page.waitForRequest('**/OwnItem/Paged?*keyword=amxl*')
    await box.fill('amxl')
    await asked
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await option.getByText('公司 c-1：阿莫西林胶囊䶮 0.25g*24粒').waitFor()
    await option.click()
    await form.getByText('已对照 XJ01').first().waitFor()
    await form.getByRole('button', { name: '上报对照', exact: true }).click()
    await expect.poll(() => sent).toMatchObject([{ ownCode: '100001', nationalCode: 'XA01' }])
  })
})
