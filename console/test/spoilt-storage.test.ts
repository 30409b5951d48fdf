import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// What the browser keeps may be of another version, or nobody's doing; and a browser may keep nothing at all.

describe.skipIf(!browserPath)('what the browser keeps', () => {
  const app = opened(openConsole)
  const orders = '/reconciliation/order-management'

  test('of another shape is nothing: the console opens as it does at a new PC', async () => {
    const keys = [
      'ui',
      'uiTable',
      'allEnums',
      'initializeInfo',
      'districtOptions',
      'medicalAreaCodes',
      'cardReaderTypes',
    ]
    const page = await app.newPage()
    const before = await page.addInitScript((all) => {
      for (const key of all) localStorage.setItem(key, 'null')
    }, keys)
    await page.goto(`${app.home}/login`)
    await before.dispose()
    await app.signIn(page, `/login?redirect=${orders}`, 'area')
    await page.getByText('共 37 条').waitFor()
    await page.reload()
    await page.getByText('共 37 条').waitFor()
    expect(app.faults).toEqual([])
  })

  test('nothing, where it is forbidden: a session lives as long as its page', async () => {
    const page = await app.newPage()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await app.signIn(page, `/login?redirect=${orders}`, 'area')
    await page.getByText('共 37 条').waitFor()
    expect(app.faults).toEqual([])
  })
})
