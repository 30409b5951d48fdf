import { describe, expect, test } from 'vitest'
import { axeFindings } from '../../tools/axe.ts'
import { findBrowser } from '../../tools/machine.ts'
import { lookedAt, says, useCounter } from './counter/browser.ts'
import { scan } from './counter/scanner.ts'

describe.skipIf(!findBrowser())('the counter with a split on it', () => {
  const open = useCounter()

  test.each(['light', 'dark'])('%s: every word and every key on a button can be read', async (theme) => {
    const page = await open()
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await scan(page, '310120261121103000000000000001')
    await says(page, 'read.done')
    await scan(page, '6901234567908')
    await page.keyboard.press('F8')
    await says(page, 'pre.done')
    await lookedAt(page)
    // The page of this test is the counter alone, without the shell's title and landmarks.
    expect((await axeFindings(page)).filter((one) => one.startsWith('color-contrast'))).toEqual([])
  })
})
