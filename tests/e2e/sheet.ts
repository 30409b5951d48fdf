import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const focused = (one: Locator) =>
  expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true)

/**
 * Brings in the template as it was downloaded, with its one example row; the dialog is open. What one does next has the
 * focus: the place for the file, then the import.
 */
export const bringInTemplate = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name })
  await focused(dialog.getByRole('button', { name: /点击选择/ }))
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载导入模板' }).click(),
  ])
  await dialog.locator('input[type=file]').setInputFiles({
    name: template.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: readFileSync(await template.path()),
  })
  const bringIn = dialog.getByRole('button', { name: '导入 1 行' })
  await focused(bringIn)
  await bringIn.press('Enter')
  // Closed earlier it would read the lists before the row is there.
  await page.getByRole('dialog').getByText('已导入 1 行', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
}
