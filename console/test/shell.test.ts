import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, type Console, openConsole } from './browser.ts'

// The frame around the pages, in a browser over sample answers: what a person meets between the pages.

describe.skipIf(!browserPath)('the shell in a browser', () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole()
  })
  afterAll(() => app?.close())

  const account = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  test('a profile that could not be read can be opened again', async () => {
    const page = await app.newPage()
    await app.enter(page, '/dashboard')
    const refusal = envelope({ success: false, statusCode: 409, resultNotice: { error: '资料暂不能读取' } })
    const path = '**/prod-api/api/User/PullStoreUser/*'
    await page.route(path, (route) => route.fulfill({ json: refusal }))
    await account(page, '个人信息')
    await page.getByText('资料暂不能读取').waitFor()
    await page.unroute(path)
    await account(page, '个人信息')
    await page.getByRole('dialog', { name: '修改用户信息' }).waitFor()
  })
})
