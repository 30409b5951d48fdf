import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { passingPages } from './passing-pages.ts'

// What stands above what: two layers that each would be right alone.

describe.skipIf(!browserPath)('layers over layers', () => {
  const app = opened(openConsole)
  const newPage = passingPages(app)
  const answer = (page: Page, path: string, result: unknown) =>
    page.route(`**/prod-api/api/${path}`, (route) => route.fulfill({ json: envelope({ result }) }))

  test('an image covers the drawer it was opened from; keys are its own, and Escape gives the drawer back', async () => {
    const page = await newPage()
    const finding = { ...(answers['audit.get']!({}, 'area') as object), attachments: [{ id: 'a-1', name: '小票.png' }] }
    await answer(page, 'Audit/Get?*', finding)
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    await page.route('**/prod-api/api/Audit/Attachment?*', (route) =>
      route.fulfill({ contentType: 'application/octet-stream', body: Buffer.from(png, 'base64') }),
    )
    await app.enter(page, '/audit-manager/audit-management', 'area')
    await page.locator('tbody tr[data-row-key]').first().click()
    const drawer = page.getByRole('dialog', { name: /^审核记录/ })
    const opener = drawer.getByRole('button', { name: '小票.png' })
    await opener.click()
    const image = page.getByRole('dialog', { name: '小票.png' })
    await image.getByRole('img').waitFor()
    const covered = () =>
      [...document.querySelectorAll('.ant-drawer-content-wrapper button')].filter((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[aria-label="小票.png"]') === null
      }).length
    await expect.poll(() => page.evaluate(covered)).toBe(0)
    for (let n = 0; n < 6; n++) {
      await page.keyboard.press('Tab')
      expect(await image.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await image.waitFor({ state: 'detached' })
    expect(await drawer.isVisible()).toBe(true)
    await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  test('under the lock no toast is kept above anything', async () => {
    const page = await newPage()
    await app.enter(page, '/attendance')
    await page.getByText('本次已结算').waitFor()
    const above = () => page.locator('[class*=toasts]').evaluate((one) => one.matches(':popover-open'))
    await expect.poll(above).toBe(true)
    await page.keyboard.press('Alt+l')
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor()
    await expect.poll(above).toBe(false)
    await page.keyboard.type('Yibao@2026')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '已锁屏' }).waitFor({ state: 'detached' })
    await expect.poll(above).toBe(true)
  })

  test('what the shell has to say stands above the counter’s own dialogs, and can be pressed there', async () => {
    const page = await newPage()
    await app.enter(page, '/swiping-card')
    await page.locator('[data-scan-box]').waitFor()
    const toasts = page.locator('[class*=toasts]')
    // Heard from before the key on.
    await toasts.evaluate((one) => {
      const raised = new Promise((resolve) =>
        one.addEventListener('toggle', () => resolve(one.matches(':popover-open'))),
      )
      Object.assign(window, { raised })
    })
    await page.keyboard.press('F1')
    const keys = page.getByRole('dialog', { name: '按键一览' })
    await keys.waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'raised'))).toBe(true)
    // The line comes back, what the page shows is read anew, and the session has ended.
    await expect.poll(async () => (await app.live.fetchSockets()).length).toBeGreaterThan(0)
    await page.route('**/prod-api/**', (route) => route.fulfill({ status: 401, json: envelope({ success: false }) }))
    app.live.disconnectSockets(true)
    const alert = page.getByRole('alertdialog', { name: '登录已过期，请重新登录' })
    await alert.waitFor()
    expect(await keys.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect([await alert.isVisible(), await keys.isVisible()]).toEqual([true, true])
    // Where nothing has the focus it is the browser that closes a dialog, as a phone's way back does: the second time
    // whatever the page says.
    await alert.evaluate((one) => {
      one.addEventListener('close', () => one.classList.add('was-closed'))
      Object.assign(window, { told: one })
      ;(document.activeElement as HTMLElement).blur()
    })
    for (let n = 0; n < 2; n++) await page.keyboard.press('Escape')
    const after = () =>
      page.evaluate(() => {
        const one = Reflect.get(window, 'told') as unknown as HTMLDialogElement
        return [one.matches('.was-closed'), one.open, one.contains(document.activeElement)]
      })
    await expect.poll(after).toEqual([true, true, true])
    await alert.getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL('**/login?redirect=%2Fswiping-card')
  })
})
