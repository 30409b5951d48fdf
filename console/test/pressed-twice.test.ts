import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'

describe.skipIf(!browserPath)('an action that is pressed again before the code of its dialog has come', () => {
  const app = opened(openConsole)

  test('a button of a page opens one dialog, by mouse and by keyboard, and another one once that was left', async () => {
    const page = await app.newPage()
    const come = await heldBack(page, /\/assets\/modal-[\w-]{8}\.js$/)
    await app.enter(page, '/system-manager/medical-security-config?f.place=320500/s-1', 'admin')
    const copy = page.getByRole('button', { name: '从门店复制' })
    const dialogs = page.getByRole('dialog')
    await copy.dblclick()
    await copy.press('Enter')
    come()
    const leave = dialogs.getByRole('button', { name: '不复制' })
    await leave.first().waitFor()
    await expect
      .poll(() => dialogs.evaluateAll((all) => all.some((one) => one.contains(document.activeElement))))
      .toBe(true)
    expect(await dialogs.count()).toBe(1)
    await leave.click()
    await dialogs.waitFor({ state: 'detached' })
    await copy.dblclick({ force: true })
    await leave.first().waitFor()
    expect(await dialogs.count()).toBe(1)
  })

  test('an item of a menu that is just closing opens one', async () => {
    const page = await app.newPage()
    const come = await heldBack(page, /\/assets\/drawer-[\w-]{8}\.js$/)
    await app.enter(page, '/report-management/report-manager', 'area')
    const row = page.locator('tbody tr[data-row-key]').first()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '历史' }).evaluate((item) => {
      for (const _ of [1, 2]) item.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    })
    come()
    const dialogs = page.getByRole('dialog', { name: /的历史$/ })
    await dialogs.first().waitFor()
    expect(await dialogs.count()).toBe(1)
  })
})
