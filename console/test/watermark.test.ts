import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('the watermark', () => {
  const app = opened(openConsole)

  test.each(['light', 'dark'] as const)(
    'the watermark, %s: on every page and over its dialogs, on screen only',
    async (theme) => {
      const page = await app.newPage()
      const marked = { ...(answers['ybConfig.pullMedicalUI']!({}, 'clerk') as object), watermark: true }
      const path = '**/api/YBConfig/PullMedicalUI*'
      await page.route(path, (route) => route.fulfill({ json: envelope({ result: marked }) }))
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      await app.enter(page, '/reconciliation/order-management')
      const mark = page.locator('[data-watermark]')
      await mark.waitFor()
      await page.locator('tbody tr[data-row-key]').first().waitFor()
      await expect.poll(() => axeFindings(page)).toEqual([])
      const image = () => mark.evaluate((one) => decodeURIComponent(getComputedStyle(one).backgroundImage))
      await expect.poll(image).toMatch(/ lerk<\/text>.*P32050100001<\/text>.*\d{4}-\d\d-\d\d \d\d:\d\d<\/text>/)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/watermark-${theme}.png` })
      // The hand goes through it.
      await page.locator('tbody tr[data-row-key]').first().click()
      await page.getByRole('dialog').waitFor()
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/watermark-drawer-${theme}.png` })
      const top = () => page.evaluate(() => document.querySelector('[data-watermark]')!.matches(':popover-open'))
      await expect.poll(top).toBe(true)
      await page.emulateMedia({ media: 'print' })
      expect(await mark.evaluate((one) => getComputedStyle(one).display)).toBe('none')
      await page.emulateMedia({ media: 'screen' })
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // A dialog of the counter is above every layer of the page: the mark shows itself anew above it.
      const shownAnew = page.evaluate(
        () =>
          new Promise((resolve) =>
            document.querySelector('[data-watermark]')!.addEventListener('toggle', () => resolve(true)),
          ),
      )
      await page.evaluate(() => {
        const late = document.body.appendChild(document.createElement('dialog'))
        late.showModal()
        late.remove()
      })
      await shownAnew
      await page.keyboard.press('Alt+l')
      await page.getByRole('dialog', { name: '已锁屏' }).waitFor()
      await expect.poll(() => mark.evaluate((one) => getComputedStyle(one).display)).toBe('none')
    },
  )
})
