import { addMonths, formatDay } from '@yibao/shared/time.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, shot } from './browser.ts'
import { psnNo, store, useProduct } from './setup.ts'

// Month start (domain.md 8.0): the whole is compared, the day it differs on is found, the store is told.

const at = useProduct()
const month = addMonths(formatDay(new Date()).slice(0, 7), -1)
const day = `${month}-15`
let page: Page

const open = (path: string) => page.goto(`${at.product.site}/reconciliation/${path}`)
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

describe.skipIf(!hasBrowser)('the month', () => {
  beforeAll(async () => {
    const { centre } = at.product
    await centre.fault({ fault: 'clock', iso: `${day}T10:00:00+08:00` })
    await centre.fault({ fault: 'centreOnlyRow', fixmedins_code: store, psn_no: psnNo(1) })
    await centre.fault({ fault: 'clock', iso: new Date().toISOString() })
    page = await at.window('area1', undefined, { viewport: { width: 1366, height: 681 } })
  }, 120_000)

  test('a month that nobody has looked at: the whole differs for one store', async () => {
    await open('month-reconciliation')
    await page.getByText('这几个月没有医保结算，也没有对过账').waitFor()
    await page.getByRole('button', { name: '月对总账' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '开始对账' }).click()
    await page.getByText('2 组，1 组不平。逐日核对时选「已对平的日子也重新核对」').waitFor()
    // Ended, and not as it should: the bar says so, not only the line of the store.
    await dialog.locator('.ant-progress-status-normal').getByText('还要处理').waitFor()
    expect(await dialog.locator('.ant-progress-status-success').count()).toBe(0)
    await shot(page, 'month-progress')
    await page.getByRole('button', { name: '完成' }).click()
    await expect.poll(() => row('✕ 不平').count()).toBe(1)
  })

  test('every day is asked, and the month leads to the one that differs', async () => {
    await page.getByRole('button', { name: '逐日核对' }).first().click()
    const dialog = page.getByRole('dialog')
    const every = dialog.getByRole('switch', { name: '已对平的日子也重新核对' })
    expect(await every.getAttribute('aria-checked')).toBe('false')
    await every.click()
    await dialog.getByRole('button', { name: '开始核对' }).click()
    await page
      .getByText('1 天未对平（15日），差异已列出，在列表点这家门店的那一行，按日查看并处理')
      .waitFor({ timeout: 60_000 })
    await dialog.locator('.ant-progress-status-normal').getByText('还要处理').waitFor()
    await page.getByRole('button', { name: '完成' }).click()
    await row('上次月对账之后').first().getByText('职工基本医疗保险').click()
    await page.waitForURL('**/month-reconciliation-detail**')
    await row(day).filter({ hasText: '✕ 不平' }).first().waitFor()
  })

  test('the calendar shows it, and the store is told once', async () => {
    await open(`day-reconciliation-query?f.month=${month}`)
    const cell = page.getByRole('button', { name: `${day} 不平，1 笔差异未处理` })
    await cell.waitFor()
    expect(await page.getByRole('button', { name: `${day} 平`, exact: true }).count()).toBeGreaterThan(0)
    // 不平 with its number, and the legend of all signs (ux 3).
    expect(await cell.locator('[aria-hidden]').allInnerTexts()).toEqual(['15', '1'])
    const legend = page.locator('.ant-space', { hasText: '方向键移动' }).last()
    expect((await legend.innerText()).replace(/\s+/g, ' ')).toMatch(/^✓ 平 3 不平，未处理的差异 △ .* – 未对账 · 无业务/)
    await cell.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).title)).toBe(`${month}-14 平`)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('x')
    await expect.poll(() => cell.getAttribute('aria-pressed')).toBe('true')
    // A comparison that a reload ends holds no other back.
    await page.route('**/Reconciliation/Total', () => undefined, { times: 1 })
    const left = page.waitForRequest('**/Reconciliation/Total')
    await page.keyboard.press('b')
    await left
    await page.reload()
    await expect.poll(() => cell.getAttribute('aria-pressed')).toBe('true')
    await cell.focus()
    const asked = page.waitForRequest('**/Reconciliation/Total')
    await page.keyboard.press('b')
    expect((await asked).postDataJSON()).toMatchObject({ day })
    await page.getByText(/\d 组平，1 组不平/).waitFor()
    await expect.poll(() => cell.getAttribute('aria-pressed')).toBe('false')
    await row('观前店').getByRole('button', { name: '提醒' }).click()
    await page.getByRole('button', { name: '发送提醒' }).click()
    await page.getByText('提醒已发送').waitFor()
    await cell.click()
    await page.waitForURL('**/day-reconciliation?**')
    await row('✕ 不平').first().waitFor()
  })

  test('the same day with both sides beside each other: what only the centre has is found row by row, and offered for repair', async () => {
    await open(`js-day-reconciliation-v2?f.from=${day}&f.to=${day}`)
    await row('✕ 不平').getByRole('button', { name: '对明细' }).click()
    await page.getByText('1 笔差异 · 系统已处理 0').waitFor()
    await page.getByRole('button', { name: '完成' }).click()
    await row('1 笔未处理').getByText('-1', { exact: true }).waitFor()
    // On by the keyboard alone.
    await row('1 笔未处理').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/js-day-reconciliation-detail-v2**')
    await page.getByText('仅中心 1', { exact: false }).waitFor()
    await row('△ 仅中心').focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('风险：涉及资金').waitFor()
    await drawer.getByRole('button', { name: '冲正这笔…需授权' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await open(`js-month-reconciliation-v2?f.from=${month}&f.to=${month}`)
    await row('1 天未平').first().waitFor()
  })
})
