import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// What is done with one record of a list, on pages of different kinds: the menu of its actions, its form, its drawer.

describe.skipIf(!browserPath)('a record in a browser', () => {
  let page: Page
  const app = opened(openConsole)
  beforeAll(async () => {
    page = await app.newPage()
    await app.enter(page, '/report-management/approval', 'area')
    await page.getByRole('button', { name: '更多', exact: true }).first().waitFor()
  })

  test('the menu of further actions takes the keyboard when it opens and gives it back', async () => {
    const more = page.getByRole('button', { name: '更多', exact: true }).first()
    const here = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())
    await more.focus()
    await page.keyboard.press('Enter')
    await expect.poll(here).toBe('驳回')
    await page.keyboard.press('ArrowDown')
    await expect.poll(here).toBe('转交')
    await page.keyboard.press('Escape')
    await expect.poll(here).toBe('更多')
  })

  test('a form cuts nothing that is pasted, and says what is too long', async () => {
    await page.getByRole('button', { name: '更多', exact: true }).first().click()
    await page.getByRole('menuitem', { name: '驳回' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('审批意见').fill('长'.repeat(10_000))
    await form.getByRole('button', { name: '驳回', exact: true }).click()
    await form.getByText('审批意见不能超过 500 个字').waitFor()
    expect((await form.getByLabel('审批意见').inputValue()).length).toBe(10_000)
    await form.getByRole('button', { name: '不驳回' }).click()
    await page.getByRole('button', { name: '放弃并关闭' }).click()
    await form.first().waitFor({ state: 'detached' })
  })

  test('a drawer that could not be read says so and asks again', async () => {
    let away = true
    await page.route('**/api/Approval/Get/**', (route) =>
      away
        ? route.fulfill({ json: envelope({ success: false, statusCode: 409, resultNotice: { error: '暂不能读取' } }) })
        : route.fallback(),
    )
    await page.locator('tbody tr.ant-table-row').first().focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('没有读到').waitFor()
    away = false
    await drawer.getByRole('button', { name: '重新读取' }).click()
    await drawer.getByText('申请的内容').waitFor()
    expect(await drawer.getByText('暂不能读取').count()).toBe(0)
    await page.unroute('**/api/Approval/Get/**')
  })

  test('the next action waits until what this one changed was read, and asks of that', async () => {
    const plugin = await app.newPage()
    await app.enter(plugin, '/plugin/plugin-package-detail?id=p-1', 'admin')
    const dialog = plugin.getByRole('dialog')
    await plugin.getByRole('button', { name: '绑定区划' }).click()
    await dialog.getByLabel('绑定区划').waitFor()
    let tell = () => {}
    const told = new Promise<void>((done) => {
      tell = done
    })
    let saved = false
    await plugin.route('**/api/Plugin/Assign/**', (route) => {
      saved = true
      return route.fallback()
    })
    await plugin.route('**/api/Plugin/PackageGet/**', async (route) => {
      // A form reads what is stored before it sends (two people, one record).
      if (!saved) return route.fallback()
      const response = await route.fetch()
      const json = await response.json()
      await told
      await route.fulfill({ response, json: { ...json, result: { ...json.result, areas: '苏州市、南京市' } } })
    })
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await plugin.getByText('区划已保存').waitFor()
    const stop = plugin.getByRole('button', { name: /^停\s?用$/ })
    await expect.poll(() => stop.isDisabled()).toBe(true)
    tell()
    await stop.click()
    await dialog.getByText('苏州市、南京市改回标准报文').waitFor()
    await plugin.unrouteAll()
    await plugin.context().close()
  })

  test('on a phone a head of a small table is one line, and a name leaves room for the figures', async () => {
    const phone = await app.newPage(390, 844)
    await app.enter(phone, '/reconciliation/order-management', 'area')
    await phone.locator('article button').first().click()
    const head = phone.getByRole('dialog').getByRole('columnheader', { name: '等级' })
    await head.waitFor()
    expect((await head.boundingBox())!.height).toBeLessThan(40)
    await app.enter(phone, '/system-manager/service-hit-statistics-chart', 'area')
    await phone.getByText('表格', { exact: true }).click()
    const name = phone.locator('th.ant-table-cell-fix-start, th.ant-table-cell-fix-left').first()
    await name.waitFor()
    expect((await name.boundingBox())!.width).toBeLessThan(150)
    await phone.context().close()
    expect(app.faults).toEqual([])
  })
})
