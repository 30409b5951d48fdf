import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// A key that stays down longer than was meant: a browser tells of it again and again, and presses a button each time.

describe.skipIf(!browserPath)('Enter that is held down', () => {
  const app = opened(openConsole)

  /** What was sent that changes something. */
  const sentBy = (page: Page) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url().split('/api/')[1] ?? '')
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
    await app.enter(page, '/basic-data/insurance-menu', 'admin')
    const sync = page.getByRole('button', { name: '从中心更新' })
    await sync.focus()
    await page.keyboard.down('Enter')
    const question = page.getByRole('dialog', { name: '从中心更新医师药师' })
    const start = question.getByRole('button', { name: '开始更新' })
    await expect.poll(() => start.evaluate((one) => one === document.activeElement)).toBe(true)
    await hold(page)
    await page.keyboard.up('Enter')
    expect(await question.isVisible()).toBe(true)
    expect(sent).not.toContain('Doctor/UpdateDoctorByOnce')
    await page.keyboard.press('Enter')
    await expect.poll(() => sent).toContain('Doctor/UpdateDoctorByOnce')
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
