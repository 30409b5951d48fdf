import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

declare global {
  interface Window {
    told: { diseaseName: string }[]
  }
}

// Where the keyboard is on a list: seen in both themes, and back where it was when what it opened is gone.

describe.skipIf(!browserPath)('the focus on a list', () => {
  const app = opened(openConsole)

  const here = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
  const open = async (theme: string) => {
    const page = await app.newPage(1366, 768)
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    await app.enter(page, '/reconciliation/order-management?f.status=2')
    await page.locator('tbody tr[data-row-key]').first().waitFor()
    return page
  }

  test('the views of a list are one stop of the keyboard: no key did anything at the group around them', async () => {
    const page = await app.newPage(1366, 768)
    await app.enter(page, '/report-management/approval')
    await page.getByRole('radio', { checked: true }).press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.role)).not.toBe('radiogroup')
  })

  test.each(['light', 'dark'])('%s: a ring of the brand around a head, a page and a button', async (theme) => {
    const page = await open(theme)
    const ring = () => page.evaluate(() => getComputedStyle(document.activeElement!).outline)
    for (const stop of [
      page.locator('thead th.ant-table-column-has-sorters').first(),
      page.locator('.ant-pagination-item-2'),
      page.getByRole('button', { name: '刷新' }),
    ]) {
      // By a key, for a ring is for the keyboard.
      await stop.press('Shift')
      expect(await ring()).toBe('rgb(24, 144, 255) solid 2px')
    }
  })

  test('one stop for each head that sorts, none for the edges that are dragged', async () => {
    const page = await open('light')
    const stops = page.locator('thead [tabindex="0"]')
    const sorting = page.locator('thead th.ant-table-column-has-sorters')
    expect(await stops.count()).toBe(await sorting.count())
    expect(await sorting.count()).toBeGreaterThan(2)
  })

  test('goes to the tab that is shown when its own page, with 列设置 open, is closed', async () => {
    const page = await open('light')
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('dialog', { name: '列设置' }).waitFor()
    await page.keyboard.press('Alt+w')
    await page.waitForURL('**/dashboard')
    await expect.poll(() => here(page)).toBe('首页')
  })

  test('goes from a calendar on to the next field as from its input', async () => {
    const page = await app.newPage()
    await app.enter(page, '/reconciliation/day-reconciliation', 'area')
    await page.getByRole('button', { name: '对总账' }).click()
    const form = page.getByRole('dialog')
    await form.locator('.ant-picker input').click()
    await page.locator('.ant-picker-dropdown:visible .ant-picker-panel').focus()
    await form.getByLabel('门店').focus()
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
    expect(app.faults).toEqual([])
    await page.context().close()
  })

  test('two days by keys alone: the second one is typed over, Enter behind it asks, Enter on 清除 takes both away', async () => {
    const page = await app.newPage(1366, 768)
    await app.enter(page, '/reconciliation/order-management?f.from=2026-11-01&f.to=2026-11-30')
    await page.locator('tbody tr[data-row-key]').first().waitFor()
    const created = page.getByRole('group', { name: '创建日期' })
    const [first, last] = [created.getByPlaceholder('开始日期'), created.getByPlaceholder('结束日期')]
    const asked = () => {
      const query = new URL(page.url()).searchParams
      return [query.get('f.from'), query.get('f.to')]
    }
    const on = (input: typeof first) => expect.poll(() => input.evaluate((one) => one === document.activeElement))
    await page.getByRole('button', { name: '跳到页面内容' }).press('Enter')
    await on(first).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2026-10-01')
    await page.keyboard.press('Enter')
    await on(last).toBe(true)
    await page.keyboard.type('2026-10-31')
    await page.keyboard.press('Enter')
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await expect.poll(asked).toEqual(['2026-10-01', '2026-10-31'])
    // Inside the open calendar too.
    await last.press('ArrowDown')
    await page.locator('.ant-picker-dropdown:visible').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => first.inputValue()).toBe('')
    expect(await last.inputValue()).toBe('')
    await page.context().close()
  })

  test('导出 and 常用条件 give it back; 列设置 is a dialog with a name', async () => {
    const page = await open('light')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: '导出' }).press('Enter')
    await dialog.getByRole('button', { name: '不导出' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => here(page)).toBe('导出')

    await page.getByRole('button', { name: '常用条件' }).press('Enter')
    await page.getByRole('menuitem', { name: '保存当前条件…' }).press('Enter')
    await dialog.getByLabel('名称').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => here(page)).toBe('常用条件')

    await page.getByRole('button', { name: '列设置' }).press('Enter')
    await page.getByRole('dialog', { name: '列设置' }).getByRole('checkbox').first().waitFor()
    await expect.poll(() => axeFindings(page)).toEqual([])
  })

  test('a record that left the list while it was open gives the focus to the rows that are left', async () => {
    const page = await open('light')
    const rows = page.locator('tbody tr[data-row-key]')
    await rows.nth(1).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.route('**/api/Order/Paged**', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      const items = json.result.items.filter((_: unknown, i: number) => i !== 1)
      await route.fulfill({ response: answer, json: { ...json, result: { ...json.result, items } } })
    })
    const before = await rows.count()
    // The list reads itself anew behind the drawer, as it does when something happens.
    await page.getByRole('button', { name: '刷新', includeHidden: true }).dispatchEvent('click')
    await expect.poll(() => rows.count()).toBe(before - 1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const around = () =>
      page.evaluate(() => document.activeElement?.closest('body *')?.querySelectorAll('tbody tr[data-row-key]').length)
    await expect.poll(around).toBe(before - 1)
    await page.unrouteAll()
  })

  test('goes from a calendar before its tab does: nothing breaks, and the day that was typed counts', async () => {
    const page = await app.newPage()
    await app.enter(page, '/reconciliation/day-reconciliation', 'area')
    await page.getByPlaceholder('开始日期').click()
    await page.keyboard.press('Alt+,')
    await page.getByRole('tab', { name: '首页', selected: true }).waitFor()
    await page.keyboard.press('Alt+.')
    await page.getByRole('button', { name: '对总账' }).click()
    const day = page.getByRole('dialog').locator('.ant-picker input')
    await day.fill('2026-10-08')
    await page.keyboard.press('Alt+,')
    await page.getByRole('tab', { name: '首页', selected: true }).waitFor()
    await page.keyboard.press('Alt+.')
    await day.waitFor()
    expect(await day.inputValue()).toBe('2026-10-08')
    expect(app.faults).toEqual([])
    await page.context().close()
  })

  test('a report that could not be read offers to read it again', async () => {
    const page = await app.newPage()
    let away = true
    // Not a cut line: a page reads anew by itself then, without a person.
    const broken = (route: Route) => route.fulfill({ status: 500 })
    await page.route('**/api/ServiceHit/Chart**', (route) => (away ? broken(route) : route.fallback()))
    await app.enter(page, '/system-manager/service-hit-statistics-chart', 'admin')
    const again = page.getByRole('button', { name: '重新读取' })
    await again.waitFor()
    away = false
    await again.press('Enter')
    await page.getByText('98.33%').first().waitFor()
    await again.waitFor({ state: 'detached' })
    // It went with the fault: the keyboard goes on in the report.
    const inside = () => page.evaluate(() => document.activeElement?.matches('body :has(nav[aria-label=期间])'))
    await expect.poll(inside).toBe(true)
    await page.unrouteAll()
  })

  test('Enter on a disease, or on 换人, is that button’s: the ERP hears of none that was only marked', async () => {
    const page = await app.newPage(1366, 768)
    await page.addInitScript(() => {
      Object.assign(window, { told: [], sendFrameMessage: (json: string) => window.told.push(JSON.parse(json).body) })
    })
    const told = () => page.evaluate(() => window.told)
    await app.enter(page, '/disease-select?readId=r-1')
    const rows = page.getByRole('listbox', { name: '病种' }).getByRole('option')
    await rows.nth(1).waitFor()
    const name = await rows.nth(1).locator('b').innerText()
    await rows.nth(1).press('Enter')
    await expect.poll(() => rows.nth(1).getAttribute('aria-selected')).toBe('true')
    expect(await told()).toEqual([])
    await rows.nth(1).press('Enter')
    await expect.poll(told).toMatchObject([{ diseaseName: name }])
    await page.getByPlaceholder('编码、名称').press('Enter')
    await expect.poll(told).toMatchObject([{ diseaseName: name }, { diseaseName: name }])
    await page.getByRole('button', { name: '换人' }).press('Enter')
    await page.getByLabel('扫码', { exact: true }).waitFor()
    expect(await told()).toHaveLength(2)
  })

  test('after a reading that came to nothing the next scan goes where the first one went', async () => {
    const page = await app.newPage(1366, 768)
    await page.route('**/api/Card/Read**', (route) => route.abort())
    await app.enter(page, '/disease-select')
    const scan = page.getByLabel('扫码', { exact: true })
    await scan.fill('1'.repeat(28))
    await scan.press('Enter')
    await page.locator('[data-tone=harm]').first().waitFor()
    await expect.poll(() => scan.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.unrouteAll()
  })
})
