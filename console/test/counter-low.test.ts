import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findBrowser } from '../../tools/machine.ts'
import { says, useCounter } from './counter/browser.ts'
import { scan } from './counter/scanner.ts'

// What a clerk must see whatever the window and whoever comes: 125 % and 150 % of 1366x768, a handheld, long names,
// nine digits (ux 2.1, 2.8, 9.6, T19).

const sizes = {
  '1366x600': [1366, 600],
  'an info bar': [1366, 543],
  'a frame': [1024, 560],
  '125 %': [1093, 480],
  '150 %': [911, 400],
  'a handheld': [360, 640],
} as const

/** px of each that lie outside of the window or under something else; nothing when all of it can be seen. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const wanted = {
      message: document.querySelector('[data-key]')!,
      cash: [...document.querySelectorAll('[data-slot="cash"], nav[aria-label="下一步"] strong')].at(
        document.querySelector('[data-size~="lt992"]') ? -1 : 0,
      )!,
      settle: [...document.querySelectorAll('[data-primary], nav[aria-label="下一步"] button')].at(
        document.querySelector('[data-size~="lt992"]') ? -1 : 0,
      )!,
    }
    return Object.entries(wanted).flatMap(([name, one]) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && bottom > top
      const corners = [
        [left + 4, top + 4],
        [right - 4, bottom - 4],
      ].map(([x, y]) => document.elementFromPoint(x!, y!))
      const seen = inside && corners.every((at) => at && (one.contains(at) || at.contains(one)))
      return seen ? [] : [`${name} ${[left, top, right, bottom].map(Math.round)}`]
    })
  })

describe.skipIf(!findBrowser())('the counter in little room', () => {
  const open = useCounter()
  let page: Page

  /** Somebody with everything long, and a split of nine digits. */
  const price = async () => {
    page = await open()
    await page.evaluate(() => {
      const { fake } = window
      const [one] = fake.who.insurances
      fake.who = {
        ...fake.who,
        name: '阿卜杜热依木江买买提吐尔逊艾合买提江𠮷䶮',
        insuredAreaName: '新疆维吾尔自治区克孜勒苏柯尔克孜自治州',
        outFlag: '1',
        insurances: [{ ...one!, insutypeName: '城乡居民基本医疗保险（含新型农村合作医疗）', balance: '123456789.00' }],
      }
      fake.items = fake.items.map((item) => ({ ...item, price: '61728394.50' }))
    })
    await scan(page, '310120261121103000000000000001')
    await says(page, 'person.outArea')
    for (const _ of 'ab') await scan(page, '6901234567892')
    await page.keyboard.press('F8')
    await says(page, 'pre.done')
  }

  test.each(Object.entries(sizes))('%s: message, cash and F9 are in sight', async (_name, [width, height]) => {
    await price()
    await page.setViewportSize({ width, height })
    await expect.poll(() => hidden(page)).toEqual([])
  })

  test('a long name, area or insurance stays in its column: the balance is readable beside the basket', async () => {
    await price()
    const over = () =>
      page.evaluate(() => {
        const panel = document.querySelector('section[aria-label="参保人"]')!.getBoundingClientRect()
        const basket = document.querySelector('[data-panel="basket"]')!.getBoundingClientRect()
        const texts = [...document.querySelectorAll('section[aria-label="参保人"] :is(strong, p, select)')]
        return {
          panel: panel.right < basket.left || panel.bottom < basket.top,
          texts: texts.filter((one) => one.getBoundingClientRect().right > panel.right).map((one) => one.textContent),
        }
      })
    for (const [width, height] of [sizes['1366x600'], [1440, 765] as const, sizes['125 %']]) {
      await page.setViewportSize({ width, height })
      await expect.poll(over).toEqual({ panel: true, texts: [] })
    }
  })

  test('nine digits are readable to the fen', async () => {
    await price()
    for (const [width, height] of [sizes['1366x600'], [1440, 765] as const, sizes['a handheld']]) {
      await page.setViewportSize({ width, height })
      const cut = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[data-slot] dd')]
            .map((one) => [one, one.closest('[data-panel]')!.getBoundingClientRect()] as const)
            .filter(([one, box]) => one.getBoundingClientRect().right > box.right)
            .map(([one]) => one.textContent),
        )
      await expect.poll(cut).toEqual([])
      expect(await page.locator('[data-slot="cash"] dd').innerText()).toBe('123,456,729.00')
    }
  })
})
