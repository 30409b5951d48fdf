import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// A key that stays down longer than was meant: a browser tells of it again and again, and presses a button each time.

describe.skipIf(!browserPath)('Enter that is held down', () => {
  const app = opened(openConsole)

  /** What was asked of the server. */
  const sentBy = (page: Page) => {
    const sent: string[] = []
    page.on('request', (request) => {
      sent.push(request.url().split(/\/api\/|\?/)[1] ?? '')
    })
    return sent
  }
  /** Held for some repeats more; the browser marks them as such. */
  const hold = async (page: Page) => {
    for (let i = 0; i < 5; i++) await page.keyboard.down('Enter')
  }

  test('opens a question and does not answer it, and does not press again what stands behind it', async () => {
    const page = await app.newPage()
    const sent = sentBy(page)
    await app.enter(page, '/menu-manager/disease-menu', 'admin')
    const sync = page.getByRole('button', { name: '下载更新' })
    await sync.focus()
    await page.keyboard.down('Enter')
    const question = page.getByRole('dialog', { name: '下载病种目录更新' })
    const start = question.getByRole('button', { name: '开始下载' })
    await expect.poll(() => start.evaluate((one) => one === document.activeElement)).toBe(true)
    await hold(page)
    await page.keyboard.up('Enter')
    expect(await question.isVisible()).toBe(true)
    expect(sent).not.toContain('Disease/DownloadDisease')
    await page.keyboard.press('Enter')
    await expect.poll(() => sent).toContain('Disease/DownloadDisease')
  })

  test('goes through the fields of a form and does not send it, whatever is filled in', async () => {
    const page = await app.newPage()
    const sent = sentBy(page)
    await app.enter(page, '/abnormal-manager/abnormal-order-manager')
    await page.locator('tbody').getByRole('button', { name: '补录' }).first().click()
    const form = page.getByRole('dialog')
    const [first, last] = [form.getByLabel('结算号'), form.getByLabel('就诊号')]
    await last.fill('M-1')
    await first.fill('S-1')
    await page.keyboard.down('Enter')
    await expect.poll(() => last.evaluate((one) => one === document.activeElement)).toBe(true)
    await hold(page)
    await page.keyboard.up('Enter')
    expect(await form.isVisible()).toBe(true)
    expect(sent.filter((call) => call.startsWith('Order/Bind'))).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => sent.filter((call) => call.startsWith('Order/Bind')).length).toBe(1)
  })

  test('makes lines in a text of several', async () => {
    const page = await app.newPage()
    await app.enter(page, '/permission/data-role-management', 'admin')
    await page.locator('tbody').getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const long = page.getByRole('dialog', { name: /^编辑/ }).locator('textarea').first()
    await long.fill('门店䶮')
    await page.keyboard.down('Enter')
    await hold(page)
    await page.keyboard.up('Enter')
    expect(await long.inputValue()).toBe(`门店䶮${'\n'.repeat(6)}`)
    expect(app.faults).toEqual([])
  })
})
