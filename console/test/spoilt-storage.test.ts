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

  /** A page that may keep nothing. */
  const forbidden = async () => {
    const page = await app.newPage()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    return page
  }

  test('nothing, where it is forbidden: a session lives as long as its page', async () => {
    const page = await forbidden()
    await app.signIn(page, `/login?redirect=${orders}`, 'area')
    await page.getByText('共 37 条').waitFor()
    expect(app.faults).toEqual([])
  })

  test('nothing, where it is forbidden: the counter, a company’s first day and the toolset open all the same', async () => {
    const at = async (path: string, user: string) => {
      const page = await forbidden()
      await app.signIn(page, `/login?redirect=${path}`, user)
      return page
    }
    const counter = await at('/medical-insurance-settlement/swiping-card', 'clerk')
    await counter.getByText('请扫描医保电子凭证，或按 F2 读卡').first().waitFor()
    const company = await at('/company-manager/company-init', 'admin')
    await company.getByText('中断后从没有完成的一步继续').waitFor()
    const tools = await forbidden()
    await tools.goto(`${app.home}/tools`)
    await tools.getByRole('button', { name: /缓存/ }).first().click()
    await tools.getByRole('button', { name: '查看缓存' }).click()
    await tools
      .getByText(/清除本机的 \d+ 项缓存|本机没有缓存/)
      .first()
      .waitFor()
    expect(app.faults).toEqual([])
  })

  test('nothing more, where it is full: the counter opens all the same', async () => {
    const page = await app.newPage()
    await app.signIn(page)
    await page.evaluate(() => {
      for (const shelf of [localStorage, sessionStorage]) {
        for (let size = 4 * 1024 * 1024; size > 0; size = Math.floor(size / 2))
          try {
            for (;;) shelf.setItem(`full.${size}.${shelf.length}`, '䶮'.repeat(size))
          } catch {
            // As much as it takes.
          }
      }
    })
    await page.goto(`${app.home}/medical-insurance-settlement/swiping-card`)
    await page.getByText('请扫描医保电子凭证，或按 F2 读卡').first().waitFor()
    expect(app.faults).toEqual([])
  })
})
