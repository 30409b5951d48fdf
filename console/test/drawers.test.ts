import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// Pages are looked at as they stand (tests/e2e/pages.test.ts); here what a row opens over them.

const pages = [
  ['/report-management/approval', 'area'],
  ['/report-management/report-manager', 'area'],
  ['/plugin/plugin-monitor', 'admin'],
  ['/system-manager/site-load', 'admin'],
  ['/system-manager/slow-sql', 'admin'],
  ['/system-manager/sql-ver-management', 'admin'],
] as const

const both = pages.flatMap(([path, who]) => [[path, 'light', who] as const, [path, 'dark', who] as const])

describe.skipIf(!browserPath)('records over their list', () => {
  const app = opened(openConsole)

  test.each(both)('%s, %s: opens by Enter, axe finds nothing, the focus comes back', async (path, theme, who) => {
    const page = await app.newPage(1366, 768)
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    await app.enter(page, path, who)
    const row = page.locator('tbody tr[data-row-key]').first()
    await row.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { level: 2 }).waitFor()
    await expect.poll(() => drawer.locator('.ant-skeleton').count()).toBe(0)
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
  })
})
