import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'

describe.skipIf(!browserPath)('the home page', () => {
  const app = opened(openConsole)

  test('says how many things wait, also those of which it shows only the first', async () => {
    const page = await app.newPage()
    const known = answers['report.dashboard']!({}, 'clerk') as { pending: object[] }
    const home = { ...known, pending: known.pending.map((one) => ({ ...one, count: 14 })) }
    await page.route('**/api/Report/Dashboard**', (route) => route.fulfill({ json: envelope({ result: home }) }))
    await app.enter(page, '/dashboard')
    await page.getByRole('heading', { name: '待处理 28 件' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
