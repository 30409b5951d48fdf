import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('a run of the acceptance that did not pass', () => {
  const app = opened(openConsole)

  test('is run again for what did not pass in it, of its store', async () => {
    const page = await app.newPage()
    const sent: unknown[] = []
    await page.route('**/api/Acceptance/OneKeyAcceptance', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({ result: { id: 'r-2', progressId: 'p-2' } }) })
    })
    await app.enter(page, '/system-manager/auto-api-acceptance', 'admin')
    await page.getByRole('button', { name: '重跑未通过' }).click()
    const form = page.getByRole('dialog', { name: '重跑未通过 2103' })
    await form.getByLabel('证件号码').fill('11010119900307461X')
    await form.getByRole('button', { name: '开始验收' }).click()
    await expect.poll(() => sent).toMatchObject([{ storeId: 's-1', infnos: ['2103'] }])
  })
})
