import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { differences } from './samples-recon.ts'

// More differences in a group than a page of the call holds.

describe.skipIf(!browserPath)('many differences', () => {
  const app = opened(openConsole)

  test('the bench tells how many there are, of each class too, and has every one of them', async () => {
    const known = differences.find((row) => row.class === 'centreOnlyKnown')!
    const rows = Array.from({ length: 612 }, (_, i) => ({
      ...known,
      ...{ id: `many-${i}`, maskedName: i === 611 ? '䶮**' : '张*', class: i < 600 ? known.class : 'amounts' },
    }))
    const page = await app.newPage()
    await page.route('**/api/Reconciliation/DiffPaged**', (route) => {
      const asked = new URL(route.request().url()).searchParams
      const [at, size] = [Number(asked.get('page') ?? 1), Number(asked.get('pageSize') ?? 20)]
      const items = rows.slice((at - 1) * size, at * size)
      return route.fulfill({ json: envelope({ result: { items, total: rows.length, totalIsBound: false } }) })
    })
    await app.enter(page, `/reconciliation/day-reconciliation-detail?groupId=g-0&day=${known.day}`, 'area')
    const classes = page.getByRole('toolbar', { name: '类别' }).getByRole('button')
    await expect
      .poll(() => classes.allInnerTexts())
      .toEqual(['全部 612', expect.stringMatching(/ 600$/), '金额不一致 12'])
    await page.getByText('已处理 0 / 612').waitFor()
    await classes.last().click()
    const table = page.getByRole('table', { name: '差异' })
    await table.getByText('䶮**').click()
    expect(await table.locator('tbody tr').count()).toBe(12)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
