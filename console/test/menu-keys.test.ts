import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('the actions of a row by keyboard', () => {
  const app = opened(openConsole)

  test('Enter on an item of 更多 opens its dialog and does not answer it; what moves money is not under Enter', async () => {
    const page = await app.newPage()
    await app.enter(page, '/report-management/approval', 'area')
    const row = page.locator('tbody tr[data-row-key]').first()
    const more = row.getByRole('button', { name: '更多' })
    const focus = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
    const choose = async (name: string) => {
      await more.press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
    }
    // The first form of a page may come late, and so after the key: this one brings the code.
    await choose('转交')
    await page.getByRole('dialog', { name: /^转交/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(focus).toContain('更多')

    await choose('驳回')
    const form = page.getByRole('dialog', { name: /^驳回/ })
    await form.getByLabel('审批意见').waitFor()
    await expect.poll(focus).toBe('opinion')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await expect.poll(focus).toContain('更多')

    await row.getByRole('button', { name: '通过' }).press('Enter')
    await page.getByRole('dialog', { name: '通过李店员的申请，85.60 元' }).waitFor()
    await expect.poll(focus).toBe('不通过')
    await page.keyboard.press('Enter')
    await expect.poll(focus).toBe('通过')
    expect(app.requests).not.toContain('approval.do')
  })

  test('a question that Enter on an item opens waits for its answer', async () => {
    const page = await app.newPage()
    await app.enter(page, '/report-management/report-manager', 'area')
    const more = page.locator('tbody tr[data-row-key]').first().getByRole('button', { name: '更多' })
    // Twice: the code of the question is there the second time, before the key is up.
    for (const _ of [1, 2]) {
      await more.press('Enter')
      await page.getByRole('menuitem', { name: '发布' }).press('Enter')
      const question = page.getByRole('dialog', { name: /^发布报表/ })
      await question.getByRole('button', { name: '不发布' }).waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
    }
    expect(app.requests).not.toContain('reportDefinition.publish')
    expect(app.problems).toEqual([])
  })
})
