import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from '../../../tools/axe.ts'
import { complaintsOf } from '../witness.ts'

const shots = process.env.SHOTS

/**
 * A theme and a width, each next to one that differs in one of both. 1332: a counter's 1366 less what the scroll bars of a
 * page and of its rows take on Windows, for in this browser they lie over the page. What only a wide page shows has its
 * colours in both themes.
 */
const looks = [
  ['light', 1332],
  ['dark', 1332],
  ['dark', 390],
] as const
type Theme = (typeof looks)[number][0]

/** What scrolls sideways, as lines: the page itself or a part of it. Tabs may: there are as many as a person opens. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.closest('[role=tablist]'))
      .map((one) => `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.scrollWidth} > ${one.clientWidth}`),
  )

/** Heads of columns whose words are cut off, as lines; the handle that drags a width stands over the edge by 3 px. */
const cutHeads = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('th.ant-table-cell-ellipsis, th .ant-table-column-title')]
      .filter((one) => one.scrollWidth > one.clientWidth + 3 && one.clientWidth > 0)
      .map((one) => `${one.innerText} ${one.scrollWidth} > ${one.clientWidth}`),
  )

/** Actions of a row that stand over the edge of their cell, as lines: half of them is under the next thing. */
const cutActions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td.ant-table-cell:has(button, a)')].flatMap((cell) => {
      const { right } = cell.getBoundingClientRect()
      return [...cell.querySelectorAll<HTMLElement>('button, a')]
        .filter((one) => one.getBoundingClientRect().right > right + 1)
        .map((one) => `${one.innerText} ${Math.round(one.getBoundingClientRect().right)} > ${Math.round(right)}`)
    }),
  )

/** Where the person is, if its tab with the X or its line of the menu is not wholly in sight. */
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[role=tablist] > [data-active], nav[aria-label=菜单] [aria-current=page]',
      ),
    ]
      .filter((one) => {
        const scroller = one.closest('[role=tablist], nav > div')!.getBoundingClientRect()
        const { left, right, top, bottom } = one.getBoundingClientRect()
        // On a phone the whole menu is away until asked for.
        if (scroller.right <= 0) return false
        return left < scroller.left || right > scroller.right || top < scroller.top || bottom > scroller.bottom + 1
      })
      .map((one) => one.innerText),
  )

/** Stops of the keyboard that nobody sees: beside the window, without a size, or cut away by what is around them. */
const unseenStops = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut = (one: Element) => {
      // A radio button is seen by its label.
      let { left, right, top, bottom } = (one.closest('label') ?? one).getBoundingClientRect()
      if (right - left < 2 || bottom - top < 2) return true
      for (let around = one.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around)
        const box = around.getBoundingClientRect()
        // What scrolls brings it into sight.
        if (/auto|scroll/.test(overflowX + overflowY))
          [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom]
        else if (/hidden|clip/.test(overflowX) && (right <= box.left || left >= box.right)) return true
        else if (/hidden|clip/.test(overflowY) && (bottom <= box.top || top >= box.bottom)) return true
        if (position === 'fixed') break
      }
      return right <= 0 || left >= innerWidth
    }
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')]
      .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && !one.closest('[inert]'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && cut(one))
      .map((one) => `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.ariaLabel ?? one.innerText}`)
  })

/**
 * Names for people that hold no Chinese: what antd or a chart calls a thing by itself, as lines. A cell's title is its
 * text, and a code has no small letters.
 */
const foreignNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt'].flatMap(
      (name) =>
        [...document.querySelectorAll(`[${name}]:not(td)`)]
          .map((one) => ({ one, value: one.getAttribute(name)! }))
          .filter(({ value }) => /[a-z]/.test(value) && !/\p{Script=Han}/u.test(value))
          .map(({ one, value }) => `${one.tagName} ${one.getAttribute('class') ?? ''} ${name}=${value}`),
    ),
  )

/**
 * Waits until the page says that nothing is on its way (aria-busy) and nothing fades or slides, two frames in a row:
 * an answer may ask for another one. What turns for ever is no movement; a page in another tab does not count.
 */
const still = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const moves = (one: Animation) =>
      one.playState === 'running' && one.effect!.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const busy = () =>
      [...document.querySelectorAll('[aria-busy="true"], [role="progressbar"]')].some((one) => one.checkVisibility()) ||
      document.getAnimations().some(moves)
    for (let frames = 0; frames < 2; frames = busy() ? 0 : frames + 1) await frame()
  })

const worn = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

/** Puts the page on in another theme, by its own switch where it has one. */
const wear = async (page: Page, theme: Theme) => {
  if ((await worn(page)) === theme) return
  const button = page.getByRole('button', { name: theme === 'dark' ? '换成深色' : '换成浅色' })
  if (await button.count()) return button.click()
  await page.evaluate((value) => localStorage.setItem('theme', value), theme)
  await page.reload()
}

/**
 * Looks at the page in front in all looks; `there` waits until it is on the screen. It begins with the look that the
 * page before was left in: every second page is opened at a phone's width.
 */
export const look = async (page: Page, name: string, there: () => Promise<unknown>): Promise<void> => {
  await there()
  const [first] = looks
  for (const [theme, width] of (await worn(page)) === first[0] ? looks : looks.toReversed()) {
    await page.setViewportSize({ width, height: 768 })
    await wear(page, theme)
    await there()
    await still(page)
    if (shots) {
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: join(shots, `${name}-${theme}-${width}.png`) })
    }
    const at = `${theme}, ${width} px`
    // A fault stays; a width that is just being measured, or a colour on its way to another one, does not.
    for (const faults of [sideways, cutHeads, cutActions, outOfSight, unseenStops, foreignNames, axeFindings])
      await expect.poll(() => faults(page), { message: at }).toEqual([])
    expect(complaintsOf(page).splice(0), at).toEqual([])
  }
}
