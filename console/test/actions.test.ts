import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('what an action changed is read before the next one', () => {
  const app = opened(openConsole)

  /** The abnormal orders: `reads` counts how often the list was read; `hold` keeps the next reading until it is let go. */
  const open = async () => {
    const page = await app.newPage(1440, 900)
    let held: Promise<void> = Promise.resolve()
    let reads = 0
    await page.route('**/api/Order/AbnormalPaged**', async (route) => {
      reads++
      await held
      await route.fallback()
    })
    await app.enter(page, '/abnormal-manager/abnormal-order-manager')
    const row = page.locator('tbody tr[data-row-key]').filter({ hasText: '重查' }).first()
    await row.waitFor()
    const hold = () => {
      let go = () => {}
      held = new Promise((resolve) => {
        go = resolve
      })
      return () => go()
    }
    return { page, row, reads: () => reads, hold }
  }

  test('an action written by hand and one that is a call are over when the list was read, once', async () => {
    const { page, row, reads, hold } = await open()
    const [recheck, bind] = [row.getByRole('button', { name: '重查' }), row.getByRole('button', { name: '补录' })]
    const overAfterOneReading = async (before: number, go: () => void) => {
      await expect.poll(reads).toBe(before + 1)
      expect([await recheck.isDisabled(), await bind.isDisabled()]).toEqual([true, true])
      go()
      await expect.poll(async () => [await recheck.isEnabled(), await bind.isEnabled()]).toEqual([true, true])
      expect(reads()).toBe(before + 1)
    }
    const before = reads()
    const go = hold()
    await recheck.click()
    await overAfterOneReading(before, go)

    await bind.click()
    const form = page.getByRole('dialog')
    await form.getByLabel('结算号').fill('S-1')
    await form.getByLabel('就诊号').fill('M-1')
    let sent = { reads: 0, go: () => {} }
    await page.route('**/api/Order/Bind/**', (route) => {
      sent = { reads: reads(), go: hold() }
      return route.fulfill({ json: envelope({ result: null }) })
    })
    await form.getByRole('button', { name: '核对并补录' }).click()
    await form.waitFor({ state: 'detached' })
    await overAfterOneReading(sent.reads, sent.go)
  })

  test('one that is left reads nothing; one that is refused does, for the row may have changed', async () => {
    const { page, row, reads } = await open()
    const before = reads()
    await row.getByRole('button', { name: '补录' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: '不补录' }).click()
    await form.waitFor({ state: 'detached' })
    const recheck = row.getByRole('button', { name: '重查' })
    await expect.poll(() => recheck.isEnabled()).toBe(true)
    expect(reads()).toBe(before)

    await page.route('**/api/Order/Recheck**', (route) => route.abort())
    await recheck.click()
    await expect.poll(reads).toBe(before + 1)
    await expect.poll(() => recheck.isEnabled()).toBe(true)
  })
})
