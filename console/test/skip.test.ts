import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// How far the keyboard has to go from the top of the window to a page, and between the open ones.

describe.skipIf(!browserPath)('the way of the keyboard to a page', () => {
  const app = opened(openConsole)

  const here = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const orders = '/reconciliation/order-management'
  const firstOfPage = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('[role=tabpanel]')?.getAttribute('aria-label'))

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    'one stop and Enter, %s at %i px; the stop is seen while it has the focus, and is no target else',
    async (theme, width) => {
      const page = await app.newPage(width, 800)
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await app.enter(page, orders, 'area')
      await page.getByRole('button', { name: /^查\s?询$/ }).waitFor()
      const skip = page.getByRole('button', { name: '跳到页面内容' })
      const clip = () => skip.evaluate((one) => getComputedStyle(one).clipPath)
      expect(await clip()).not.toBe('none')
      await page.keyboard.press('Tab')
      expect(await here(page)).toBe('跳到页面内容')
      expect(await clip()).toBe('none')
      await expect.poll(() => axeFindings(page)).toEqual([])
      await page.keyboard.press('Enter')
      expect(await firstOfPage(page)).toBe('订单管理')
      // Of all stops of the page this is the first: the next one back is no part of it.
      await page.keyboard.press('Shift+Tab')
      expect(await firstOfPage(page)).toBeUndefined()
    },
  )

  test('the page that is shown, not one behind it', async () => {
    const page = await app.newPage()
    await app.enter(page, orders, 'area')
    await page.getByRole('link', { name: '用户管理' }).click()
    await page
      .getByRole('tabpanel', { name: '用户管理' })
      .getByRole('button', { name: /^查\s?询$/ })
      .waitFor()
    await page.getByRole('button', { name: '跳到页面内容' }).press('Enter')
    expect(await firstOfPage(page)).toBe('用户管理')
  })

  test('the open pages are one stop: arrows, Home and End go along them, Enter opens, Delete closes', async () => {
    const page = await app.newPage()
    await app.enter(page, orders, 'area')
    for (const name of ['用户管理', '科室']) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('tab', { name, selected: true }).waitFor()
    }
    const stops = page.locator('[role=tab][tabindex="0"]')
    expect(await stops.allTextContents()).toEqual(['科室'])
    await stops.press('ArrowRight')
    const first = await page.getByRole('tab').first().innerText()
    expect(await here(page), 'after the last comes the first').toBe(first)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await here(page)).toBe('用户管理')
    expect(await page.getByRole('tab', { selected: true }).innerText(), 'nothing opened by going along').toBe('科室')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: '用户管理', selected: true }).waitFor()
    await page.keyboard.press('End')
    expect(await here(page)).toBe('科室')
    await page.keyboard.press('Delete')
    await page.getByRole('tab', { name: '科室' }).waitFor({ state: 'detached' })
    await expect.poll(() => here(page)).toBe('用户管理')
    await page.keyboard.press('Home')
    expect(await here(page)).toBe(first)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.role)).not.toBe('tab')
    expect(await stops.allTextContents()).toEqual(['用户管理'])
    // Alt+arrow is the browser's way back.
    await stops.focus()
    await page.keyboard.press('Alt+ArrowUp')
    expect(await here(page)).toBe('用户管理')
  })
})
