import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findBrowser } from '../../tools/machine.ts'
import { says, useCounter } from './counter/browser.ts'
import { scan } from './counter/scanner.ts'

// T20 for whoever does not see the screen: what a screen reader is told, and where it is (ux 9.6).

const card = '310120261121103000000000000001'
const pack = '6901234567892'

describe.skipIf(!findBrowser())('the counter as it is heard', () => {
  const open = useCounter()

  /** Every text that a live region has said since, in order. */
  const listen = (page: Page) =>
    page.evaluate(() => {
      const heard: string[] = []
      new MutationObserver((changes) => {
        const regions = new Set(
          changes.map(({ target }) =>
            (target instanceof Element ? target : target.parentElement)?.closest('[role=status], [role=alert]'),
          ),
        )
        for (const region of regions) if (region?.textContent) heard.push(region.textContent)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
      Object.assign(window, { heard })
    })
  const heard = (page: Page) =>
    page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0).join('\n'))

  test('each pack that is scanned is named with how many there are by then, whatever else is said', async () => {
    const page = await open()
    await scan(page, card)
    await says(page, 'read.done')
    await listen(page)
    for (const n of [1, 2, 3]) {
      await scan(page, pack)
      await expect.poll(() => heard(page)).toMatch(new RegExp(`阿莫西林胶囊 ${n} 盒，合计 ${20 * n}.00`))
    }
  })

  test('what is refused again is said again', async () => {
    const page = await open()
    await scan(page, pack)
    await listen(page)
    for (const key of ['F9', 'F9', 'F8', 'F8']) {
      await page.keyboard.press(key)
      await expect.poll(() => heard(page)).not.toBe('')
    }
  })

  test('the grid names the cell that Delete and digits act on', async () => {
    const page = await open()
    await scan(page, card)
    await scan(page, pack)
    await scan(page, '6901234567908')
    const grid = page.getByRole('grid')
    await grid.focus()
    const named = () =>
      grid.evaluate((one) => {
        const cell = document.getElementById(one.getAttribute('aria-activedescendant') ?? '')
        return one.contains(cell) ? cell!.getAttribute('aria-label') : null
      })
    await page.keyboard.press('Home')
    await expect.poll(named).toBe('阿莫西林胶囊 数量 1')
    await page.keyboard.press('ArrowDown')
    await expect.poll(named).toBe('维生素C片 数量 1')
    await page.keyboard.press('ArrowRight')
    await expect.poll(named).toMatch(/^维生素C片 单价 /)
    await page.keyboard.press('Delete')
    await expect.poll(named).toMatch(/^阿莫西林胶囊 单价 /)
  })

  test('at 200 % of 1366x768 the line that was scanned, and the row that the keys are in, are in sight', async () => {
    const page = await open()
    await page.setViewportSize({ width: 683, height: 340 })
    await scan(page, card)
    const seen = () =>
      page.evaluate(() => {
        const row = document.querySelector('tr[aria-selected="true"], tr[data-flash]')
        const { left, top, height } = row!.getBoundingClientRect()
        return row!.contains(document.elementFromPoint(left + 60, top + height / 2))
      })
    await scan(page, pack)
    await expect.poll(seen).toBe(true)
    await page.evaluate(() => document.querySelector('[data-counter]')!.scrollTo(0, 0))
    await page.getByRole('grid').focus()
    await expect.poll(seen).toBe(true)
  })

  test('where Windows draws the colours the cell that keys act on has a frame', async () => {
    const page = await open()
    await page.emulateMedia({ forcedColors: 'active' })
    await scan(page, card)
    await scan(page, pack)
    await page.getByRole('grid').focus()
    const frame = () => page.locator('td[data-active]').evaluate((one) => getComputedStyle(one).outlineStyle)
    await expect.poll(frame).toBe('solid')
  })
})
