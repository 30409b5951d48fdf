import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Brings in the template as it was downloaded, with its one example row; the dialog is open. */
export const bringInTemplate = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name })
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载导入模板' }).click(),
  ])
  await dialog.locator('input[type=file]').setInputFiles({
    name: template.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: readFileSync(await template.path()),
  })
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  // Closed earlier it would read the lists before the row is there.
  await page.getByRole('dialog').getByText('已导入 1 行', { exact: true }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
}
