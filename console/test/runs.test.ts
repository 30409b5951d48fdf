import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'

// Work on many stores: what it is done to, how it is stopped, and where its lines are found again.

describe.skipIf(!browserPath)('work on many stores', () => {
  const app = opened(openConsole)

  const progress = { percentage: 40, text: '已完成 2 / 5 家', results: [] as object[], name: '月对总账' }
  const follow = (page: Page, now: () => object) =>
    page.route('**/api/Progress/Percentage**', (route) => route.fulfill({ json: envelope({ result: now() }) }))

  test('its form names the area whose stores all are, and it can be stopped while the server says so', async () => {
    const page = await app.newPage(1440, 900)
    let over = false
    await page.route('**/api/Reconciliation/MonthTotal', (route) =>
      route.fulfill({ json: envelope({ result: { progressId: 'p-1' } }) }),
    )
    await follow(page, () =>
      over ? { ...progress, percentage: 100, finished: true } : { ...progress, finished: false, stops: true },
    )
    let stopped: unknown
    await page.route('**/api/Progress/Stop', (route) => {
      stopped = route.request().postDataJSON()
      over = true
      app.live.emit('progress', { progressId: 'p-1', percentage: 100, finished: true })
      return route.fulfill({ json: envelope({ result: null }) })
    })
    await app.enter(page, '/reconciliation/month-reconciliation', 'area')
    await page.getByRole('button', { name: '月对总账' }).click()
    const form = page.getByRole('dialog', { name: '月对总账' })
    await form.getByText('不选门店就是当前区划「苏州市」内、数据权限下的全部门店。其他区划请切换后再做。').waitFor()
    await form.getByRole('button', { name: '开始对账' }).click()
    await form.getByRole('button', { name: '完成当前后停止' }).click()
    await expect.poll(() => stopped).toEqual({ progressId: 'p-1' })
    await form.getByRole('button', { name: '完成', exact: true }).waitFor()
    expect(await form.getByRole('button', { name: '停止' }).count()).toBe(0)
  })

  test('the notice of its end opens the lines of its stores', async () => {
    const page = await app.newPage(1440, 900)
    await follow(page, () => ({
      ...{ percentage: 100, text: '2 家门店，1 家还要处理', finished: true, name: '月对总账' },
      results: [
        { target: '示例大药房观前店', ok: true, text: '2 组全部对平' },
        { target: '䶮𠮷大药房平江店', ok: false, text: '请先「逐日核对」' },
      ],
    }))
    const notice = answers['message.get']!({}, 'area') as object
    const link = { title: '查看结果', path: '/system-manager/msg-center?progressId=p-1' }
    await page.route('**/api/Message/Get/**', (route) =>
      route.fulfill({ json: envelope({ result: { ...notice, link } }) }),
    )
    await app.enter(page, '/system-manager/msg-center', 'area')
    await page.locator('tbody tr[data-row-key]').first().click()
    await page.getByRole('button', { name: '查看结果' }).click()
    const dialog = page.getByRole('dialog', { name: '月对总账' })
    await dialog.getByText('请先「逐日核对」').waitFor()
    await dialog.getByText('共 2 项，完成 1 项，未完成 1 项').waitFor()
  })
})
