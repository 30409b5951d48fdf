import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { psnNo, store, useProduct } from './setup.ts'
import { complaintsOf, said } from './witness.ts'

// The reconciliation bench (ux 3) over the real server and centre, by keyboard, on a counter's 1366x681.

const at = useProduct()
let page: Page

const rows = () => page.getByRole('table', { name: '差异' }).locator('tbody tr')

/** Whether a click in its middle would meet it. */
const inSight = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height - 2))
  })

describe.skipIf(!hasBrowser)('the bench', () => {
  beforeAll(async () => {
    await at.product.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: store, psn_no: psnNo(1) })
    const day = formatDay(new Date())
    const { groups } = await at.api.ok(reconciliation.total, { day })
    const unequal = groups.find(({ state }) => state === '3')!
    const { id, storeId } = unequal
    const place = '/reconciliation/day-reconciliation-detail'
    const size = { viewport: { width: 1366, height: 681 } }
    page = await at.window('clerk', `${place}?groupId=${id}&day=${day}&storeId=${storeId}`, size, at.product.app)
  }, 120_000)

  test('a group whose sums differ is not called equal before its details were compared', async () => {
    await page.getByText('两边合计不平，还没有对明细').waitFor()
    await page.getByRole('main').getByRole('button', { name: '对明细', exact: true }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByText('1 笔差异 · 0 可自动处理 · 1 需确认').waitFor()
  })

  test('what may be pressed is in sight, and nothing is offered that must be refused', async () => {
    const sides = page.locator('section').filter({ hasText: '涉及资金' })
    const offered = () => sides.getByRole('button').allInnerTexts()
    await expect.poll(offered).toEqual(['R 查询中心明细', '冲正这笔…需授权', 'N 标记处理'])
    await page.keyboard.press('a')
    await said(page, '先按 R 查询中心明细，再选处理办法')
    await page.keyboard.press('r')
    const found = page.getByRole('dialog', { name: '中心明细' })
    await expect.poll(() => found.innerText()).toMatch(/参保人\s+张\*[\s\S]*现金\s+\d+\.\d\d\s[\s\S]*\s1\s+20\.00/)
    await found.getByRole('button', { name: '知道了' }).click()
    for (const name of ['补录本地订单', '撤销这笔…需授权', 'R 查询中心明细', 'N 标记处理'])
      await expect.poll(() => inSight(sides.getByRole('button', { name })), { message: name }).toBe(true)
    expect(await sides.locator('h3').innerText()).toBe('张*')
    expect((await sides.innerText()).match(/报文尾号/g)).toHaveLength(1)
  })

  test('G compares the whole day again, and what is still unequal is there afterwards', async () => {
    await page.keyboard.press('x')
    await page.getByRole('button', { name: '处理选中 1 笔' }).waitFor()
    await page.keyboard.press('g')
    await said(page, '1 笔差异 · 系统已处理 0')
    // The row that was chosen is another one now.
    await page.getByRole('button', { name: /处理选中/ }).waitFor({ state: 'hidden' })
    await expect.poll(() => rows().count()).toBe(1)
  })

  test('what is chosen is handled by keyboard too; Caps Lock is no Shift', async () => {
    await page.keyboard.press('x')
    await page.getByRole('button', { name: '处理选中 1 笔' }).waitFor()
    await page.keyboard.press('Shift+A')
    await said(page, '选中的差异没有共同的建议')
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'A' })))
    await said(page, '先按 R 查询中心明细，再选处理办法')
  })

  test('it leaves as 差异说明 for the bureau, by the printer of the browser', async () => {
    // What goes to the printer, in place of the browser's own dialog.
    await page.evaluate(() => {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof HTMLIFrameElement)
              Object.assign(document.body.dataset, {
                printed: new DOMParser().parseFromString(node.srcdoc, 'text/html').body.innerText,
              })
      }).observe(document.body, { childList: true })
    })
    await page.getByRole('button', { name: '打印差异说明' }).click()
    await expect
      .poll(() => page.evaluate(() => document.body.dataset.printed ?? ''))
      .toMatch(/日对账差异说明.*示例大药房观前店.*1 笔差异，未处理 1 笔.*医保经办机构/s)
  })

  test('a mark says at its field what is missing', async () => {
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: '标记处理' })
    await dialog.getByLabel('说明').fill('已问')
    await dialog.getByRole('button', { name: '标记', exact: true }).click()
    await dialog.getByText('至少写 5 个字').waitFor()
    await dialog.getByLabel('说明').fill('已问过医保中心')
    // A refusal stands beside the dialog, not over what was written.
    const refused = { success: false, statusCode: 409, resultNotice: { error: '这一笔正在核实' } }
    await page.route('**/Reconciliation/Handle', (route) => route.fulfill({ json: refused }), { times: 1 })
    await dialog.getByRole('button', { name: '标记', exact: true }).click()
    const toast = (await page.getByText('这一笔正在核实').boundingBox())!
    expect(toast.x + toast.width).toBeLessThan((await dialog.boundingBox())!.x)
    await dialog.getByRole('button', { name: '标记', exact: true }).click()
    await page.getByText('已处理 1 / 1').waitFor()
    expect(complaintsOf(page)).toEqual([])
  })

  test('a day that is not over is even only until somebody asked', async () => {
    const day = formatDay(new Date())
    await page.goto(`${at.product.app}/reconciliation/day-reconciliation?f.from=${day}&f.to=${day}`)
    const equal = page.getByRole('row').filter({ hasText: '城乡居民' })
    await expect.poll(() => equal.innerText()).toMatch(/平 \d{2}:\d{2}/)
  })
})
