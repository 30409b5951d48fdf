import { envelope } from '@yibao/shared/envelope.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { users } from './samples.ts'

const store = '示例大药房连锁股份有限公司苏州工业园区湖东邻里中心店𠮷䶮'

describe.skipIf(!browserPath)('values longer than usual', () => {
  const app = opened(openConsole)

  /** The list of approvals with great amounts of a store with a long name. */
  const approvals = async (page: Page) => {
    await page.route('**/api/Approval/Paged**', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      const amounts = ['9999999.99', '-9999999.99']
      const items = json.result.items.map((row: object, i: number) => ({ ...row, money: amounts[i], storeName: store }))
      await route.fulfill({ response: answer, json: { ...json, result: { ...json.result, items } } })
    })
    await app.enter(page, '/report-management/approval', 'area')
  }

  test('an amount is whole at a counter, a name gives way and tells itself under the mouse', async () => {
    // 1366 less the scroll bars of Windows.
    const page = await app.newPage(1332, 768)
    await approvals(page)
    for (const amount of ['9,999,999.99', '-9,999,999.99']) {
      const cell = page.getByRole('cell', { name: amount, exact: true })
      await cell.waitFor()
      expect(await cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    }
    const body = page.locator('.ant-table-body, .ant-table-content').first()
    expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
    const name = page.getByRole('cell', { name: store }).first()
    // Its code comes when the browser is idle: until then another visit of the mouse.
    const told = async () => {
      await page.mouse.move(0, 0)
      await name.hover()
      return name.getAttribute('title')
    }
    await expect.poll(told).toBe(store)
    const kind = page.getByRole('cell', { name: '撤销结算' })
    await kind.hover()
    expect(await kind.getAttribute('title')).toBeNull()
    await page.unrouteAll()
  })

  test('the greeting of a person with a long name leaves the lights beside it free, and tells itself under the mouse', async () => {
    const page = await app.newPage(1366, 768)
    const name = '阿卜杜热依木江𠮷䶮'.repeat(6)
    const result = { ...users.clerk, name, medicalName: store }
    await page.route('**/api/User/GetLoginUserInfo', (route) => route.fulfill({ json: envelope({ result }) }))
    await app.enter(page, '/dashboard')
    const greeting = page.getByRole('button', { name: `你好，${name}` })
    await greeting.waitFor()
    const [frame, ...words] = await greeting.evaluateAll(([one]) =>
      [one, ...one!.querySelectorAll('*')].map((part) => part!.getBoundingClientRect().left),
    )
    expect(words.filter((at) => at < frame!)).toEqual([])
    expect(await greeting.getAttribute('title')).toContain(name)
  })

  test('a refusal of very many words stays on the screen, and so does its button', async () => {
    const page = await app.newPage(1366, 600)
    await app.enter(page, '/dashboard')
    const refuse = async (notice: object) => {
      const refusal = envelope({
        success: false,
        statusCode: 409,
        resultNotice: notice,
        resultExtendInfo: { text: 'x'.repeat(4000) },
      })
      await page.route('**/api/User/PullStoreUser/*', (route) => route.fulfill({ json: refusal }))
      await page.getByRole('button', { name: /^你好/ }).click()
      await page.getByRole('menuitem', { name: '个人信息' }).click()
    }
    const bottom = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!
      return y + height
    }
    const error = '机构信息不符合要求，请核对后再次提交。'.repeat(120)
    await refuse({ error })
    const toast = page.locator('[role=status] > [data-tone]')
    await toast.waitFor()
    expect((await toast.boundingBox())?.y).toBe(180)
    expect(await bottom(toast)).toBeLessThanOrEqual(600)
    await refuse({ error, messageCode: '302099' })
    const ok = page.getByRole('alertdialog').getByRole('button', { name: '知道了' })
    await ok.waitFor()
    expect(await bottom(ok)).toBeLessThanOrEqual(600)
    await ok.click()
    await ok.waitFor({ state: 'detached' })
    await page.unrouteAll()
  })

  test.each([1366, 390])('the sums of a report are whole where they are a billion, %i px', async (width) => {
    const page = await app.newPage(width, 768)
    await page.route('**/api/**MonthCollect/**', (route) => {
      const names = ['total', 'fundTotal', 'poolFund', 'account', 'cash', 'otherFund', 'applied', 'paid']
      const sums = Object.fromEntries(names.map((name) => [name, '1234567890.12']))
      const totals = { ...sums, settlements: 1, reversals: 0, businessDays: 1, closedDays: 1, openDays: 0 }
      const result = { items: [{ key: '2026-10/s-1', name: store, ...totals }], totals, at: '2026-11-25 10:00:00' }
      return route.fulfill({ json: envelope({ result } as object) })
    })
    await app.enter(page, '/report-management/month-collect-report?f.show=table', 'area')
    await page.locator('tfoot').getByText('1,234,567,890.12').first().waitFor()
    /** What stands over an edge of its cell. */
    const over = (row: Element) =>
      [...row.querySelectorAll<HTMLElement>('td:not(:first-child)')].flatMap((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const [inside, box] = [words.getBoundingClientRect(), cell.getBoundingClientRect()]
        // Its padding keeps it apart from the next one.
        return inside.left < box.left + 6 || inside.right > box.right - 6 ? [cell.innerText] : []
      })
    const tiles = page.locator('[data-figure] dd')
    expect(await tiles.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
    expect(await page.locator('tfoot tr').evaluate(over)).toEqual([])
    expect(await page.locator('tbody tr[data-row-key]').evaluate(over)).toEqual([])
    await page.unrouteAll()
  })

  test('on a phone a long heading of a card begins where its lines do', async () => {
    const page = await app.newPage(390, 844)
    await app.enter(page, '/report-management/approval', 'area')
    const opener = page.locator('article h2 button').first()
    expect(await opener.evaluate((one) => getComputedStyle(one).textAlign)).toBe('start')
  })

  test('a small table wider than a phone is reached and scrolled by keyboard', async () => {
    const page = await app.newPage(390, 844)
    await page.route(/PackageGet/, async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      const versions = json.result.versions.map((row: object) => ({ ...row, uploadedBy: store, version: '1.1.0-2' }))
      await route.fulfill({ response: answer, json: { ...json, result: { ...json.result, versions } } })
    })
    await app.enter(page, '/plugin/plugin-package-detail?id=p-1', 'admin')
    const table = page.getByRole('table')
    await table.waitFor()
    const around = table.locator('..')
    expect(await around.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.unrouteAll()
  })

  test.each([1440, 1366])('a notice stands beside the widest dialog, %i px', async (width) => {
    const page = await app.newPage(width, 768)
    await app.enter(page, '/reconciliation/order-management')
    await page.getByText('共 37 条').waitFor()
    const right = await page.locator('[class*=toasts]').evaluate((one) => {
      const dialog = document.createElement('div')
      dialog.className = 'ant-modal-wrap'
      document.body.append(dialog)
      return one.getBoundingClientRect().right
    })
    expect(right).toBeLessThan((width - 760) / 2)
  })
})
