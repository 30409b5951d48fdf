import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { differences } from './samples-recon.ts'

// The bench repairs what only our book changes for behind one question (ux 3).

describe.skipIf(!browserPath)('自动处理', () => {
  const app = opened(openConsole)
  const path = `/reconciliation/day-reconciliation-detail?groupId=g-0&day=${differences[0]!.day}`

  const bench = async () => {
    const page = await app.newPage()
    const asked: { diffIds: string[]; action: string }[] = []
    await page.route('**/api/Reconciliation/Batch', (route) => {
      asked.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({ result: { progressId: `job-${asked.length}` } }) })
    })
    let over = true
    await page.route('**/api/Progress/Percentage**', (route) => {
      const [percentage, text] = over ? [100, '1 笔全部处理'] : [40, '已处理 0 / 1 笔']
      return route.fulfill({
        json: envelope({ result: { percentage, text, finished: over, results: [] } }),
      })
    })
    await page.route('**/api/Reconciliation/StopBatch', (route) => {
      over = true
      app.live.emit('progress', { progressId: 'job-1', percentage: 100, finished: true })
      return route.fulfill({ json: envelope({ result: null }) })
    })
    await app.enter(page, path, 'area')
    return { page, asked, hold: () => (over = false) }
  }

  test('is one question that shows each of them, and each class a batch of its own', async () => {
    const { page, asked } = await bench()
    await page.getByRole('button', { name: '自动处理 3' }).click()
    const question = page.getByRole('dialog')
    await expect.poll(() => question.getByRole('region', { name: '处理前后' }).count()).toBe(3)
    await question.getByRole('button', { name: '开始处理' }).click()
    for (let done = 0; done < 3; done++) await page.getByRole('button', { name: '完成', exact: true }).click()
    await expect
      .poll(() => asked.map(({ diffIds, action }) => [diffIds, action]))
      .toEqual([
        [['d-1'], 'backfill'],
        [['d-2'], 'markReversed'],
        [['d-3'], 'moveDay'],
      ])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('who says no, or stops one kind, leaves the others as they are', async () => {
    const { page, asked, hold } = await bench()
    await page.getByRole('button', { name: '自动处理 3' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '不处理' }).click()
    expect(asked).toEqual([])
    hold()
    await page.getByRole('button', { name: '自动处理 3' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始处理' }).click()
    await page.getByRole('button', { name: '完成当前后停止' }).click()
    await page.getByRole('button', { name: '完成', exact: true }).click()
    await page.getByRole('button', { name: '自动处理 3' }).waitFor()
    expect(asked.length).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
