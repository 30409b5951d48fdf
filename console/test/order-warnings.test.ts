import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('an order in a browser', () => {
  const app = opened(openConsole)

  test('says in its drawer what the server warned of: nobody else reads of a pack that was sold before', async () => {
    const page = await app.newPage(1366, 768)
    await app.enter(page, '/reconciliation/order-management?f.status=2')
    await page.locator('tbody tr[data-row-key]').first().press('Enter')
    const drawer = page.getByRole('dialog')
    const warnings = drawer.locator('section', { has: page.getByRole('heading', { name: '提示', exact: true }) })
    await expect
      .poll(() => warnings.getByRole('listitem').allTextContents())
      .toEqual(['复方丹参滴丸的追溯码 …000123 已在订单 SZ1120A0007 售出'])
  })
})
