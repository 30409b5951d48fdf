import { envelope } from '@yibao/shared/envelope.ts'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visit } from '../../tests/e2e/browser.ts'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { printer } from './fake-agent.ts'
import { heldBack } from './held-back.ts'

const shots = process.env.SHOTS

/** What the page shows now, wide and narrow, light and dark. */
const picture = async (page: Page, name: string) => {
  if (!shots) return
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${shots}/${name}-${width}.png`, animations: 'disabled' })
  }
}

describe.skipIf(!browserPath)('the console served by the agent under /app', () => {
  const app = opened(() => openConsole({ base: '/app', agent: true }))

  test('finds the agent on its own origin, opens a session, reads a card by continuation, prints a slip', async () => {
    const page = await app.newPage()
    await app.enter(page, '/')
    await page.getByRole('button', { name: '助手：已连接' }).waitFor()
    await page.getByRole('button', { name: '打印机：就绪' }).waitFor()

    await page.goto(`${app.home}/disease-select`)
    await page.getByRole('button', { name: '读社保卡' }).click()
    await page.getByText('高血压').waitFor()
    expect(app.continuation.last()).toEqual({
      pubSubId: 'pubsub-1',
      action: 'card.read',
      ok: true,
      result: '{"name":"张三"}',
      agentId: 'agent-1',
      agentSignature: 'signature',
    })

    await page.goto(`${app.home}/print-settlement`)
    await page.getByRole('button', { name: '80 毫米' }).first().click()
    await page.getByText('由本机助手打印').waitFor()
    await page.getByRole('button', { name: '打印', exact: true }).click()
    await page.getByText('✓已打印').waitFor()
    // The page says so before the server has been told.
    await expect.poll(() => app.requests).toContain('slip.printed')
    expect(printer.jobs.get('slip-o-0')).not.toHaveProperty('reason')
    await page.getByRole('dialog', { name: '打印预览' }).waitFor({ state: 'hidden' })

    // The same document once more, as where the server never heard that it came out: said, and not printed.
    await page.getByRole('button', { name: '80 毫米' }).first().click()
    await page.getByRole('button', { name: '打印', exact: true }).click()
    await page.getByText('这张已打印过').waitFor()
    await page.getByRole('dialog', { name: '打印预览' }).waitFor({ state: 'hidden' })

    // The second order's slip is out already: one key says why it is printed again, Escape leaves it.
    const again = page.getByRole('row').filter({ hasText: '李*' }).first().getByRole('button', { name: '80 毫米' })
    const why = page.getByRole('dialog', { name: '补打原因' })
    await again.click()
    await why.waitFor()
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'hidden' })
    await again.click()
    await why.waitFor()
    await page.keyboard.press('3')
    await page.getByRole('button', { name: '打印', exact: true }).click()
    await expect.poll(() => printer.jobs.get('slip-o-1-again')).toMatchObject({ reprintOf: 'slip-o-1', reason: 'lost' })
    await page.getByRole('dialog', { name: '打印预览' }).waitFor({ state: 'hidden' })
    expect(app.faults).toEqual([])
    expect(app.problems).toEqual([])
  })

  test('prints the marked orders as one batch: states, one word about a reprint, what to do for each, stop', async () => {
    const page = await app.newPage()
    const waits = { state: 'queued', code: 'PRINTER_PAPER', message: '小票未打印：打印机缺纸' }
    printer.jobs.clear()
    printer.becomes = {
      'slip-o-1-again': { state: 'failed', code: 'PRINTER_UNKNOWN', message: '没有找到打印机' },
      'slip-o-2-again': { state: 'unsure', code: 'PRINT_UNSURE' },
      'slip-o-4-again': waits,
    }
    await app.enter(page, '/reconciliation/order-management')
    for (const name of ['张*', '李*', '王**', '𠮷**'])
      await page.getByRole('row').filter({ hasText: name }).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: '打印结算单' }).click()
    await page.getByRole('dialog', { name: '补打原因' }).waitFor()
    await page.keyboard.press('2')
    const dialog = page.getByRole('dialog', { name: '打印结算单' })
    const item = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    // In their order: they are made one after the other, and the patience of one wait is not enough for all of them.
    await item('张*').getByText('已打印').waitFor()
    await item('李*').getByText('没有找到打印机').waitFor()
    await item('王**').getByText('不确定是否已打印').waitFor()
    await item('𠮷**').getByText('打印机缺纸。装纸后自动续打').waitFor()
    await picture(page, 'batch')
    await item('李*').getByRole('button', { name: '再打印' }).click()
    await item('王**').getByRole('button', { name: '没有，重打' }).click()
    await dialog.getByText('共 4 张，已打印 3 张，等待 1 张').waitFor()
    await dialog.getByRole('button', { name: '停止，收回等待的' }).click()
    await item('𠮷**').getByText('已收回，没有打印').waitFor()
    await dialog.getByRole('button', { name: /^完\s?成$/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    const jobs = [...printer.jobs.values()].filter(({ batch }) => batch)
    expect(jobs.map(({ reason }) => reason)).toEqual([undefined, 'faint', 'faint', 'faint'])
    expect(new Set(jobs.map(({ batch }) => batch)).size).toBe(1)
    // The drawer of one order asks the same.
    await page.getByRole('row').filter({ hasText: '李*' }).first().click()
    await page
      .getByRole('dialog', { name: /^订单 / })
      .getByRole('button', { name: '打印结算单' })
      .click()
    await page.getByRole('dialog', { name: '补打原因' }).waitFor()
    await picture(page, 'reason')
    expect(app.problems).toEqual([])
    expect(app.faults).toEqual([])
  })

  test('a batch whose agent is away says that it waits, looks for it at once, and begins when it is there', async () => {
    const page = await app.newPage()
    printer.jobs.clear()
    printer.becomes = {}
    const away = { ok: false, code: 'RATE', message: '忙', hint: '' }
    const refuse = (route: Route) => route.fulfill({ status: 503, json: away })
    await page.route('**/v1/session', refuse)
    await app.enter(page, '/reconciliation/order-management')
    await page.getByRole('button', { name: '助手：已停止' }).waitFor()
    await page.getByRole('row').filter({ hasText: '张*' }).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: '打印结算单' }).click()
    const dialog = page.getByRole('dialog', { name: '打印结算单' })
    await dialog.getByText('助手连上后自动开始打印，不打印请关闭').waitFor()
    await dialog.getByRole('button', { name: '不打印，关闭' }).click()
    await dialog.waitFor({ state: 'hidden' })
    // It is there again; how long the search takes is up to it.
    const come = await heldBack(page, '**/v1/session')
    await page.unroute('**/v1/session', refuse)
    await page.getByRole('button', { name: '打印结算单' }).click()
    await dialog.getByText('正在查找本机助手，找到后开始打印').waitFor()
    expect(printer.jobs.size).toBe(0)
    come()
    await dialog.getByText('已打印', { exact: false }).first().waitFor()
    await expect.poll(() => [...printer.jobs.values()].map(({ state }) => state)).toEqual(['done'])
    expect(app.faults).toEqual([])
  })

  test('a driver that stops in a reading of another page: the counter says what to do, until it is repaired', async () => {
    const page = await app.newPage()
    const code = 'DRIVER_OPEN'
    const stopped = { ok: false, code, message: '驱动连续出错，暂停使用 60 秒', hint: '请检查设备连线，或〔恢复驱动〕' }
    await page.route('**/v1/card/read', (route) => route.fulfill({ status: 503, json: stopped }))
    const none = envelope({ result: { items: [], total: 0 } })
    await page.route('**/api/Order/AbnormalPaged**', (route) => route.fulfill({ json: none }))
    const counter = '/app/medical-insurance-settlement/swiping-card'
    await app.enter(page, '/medical-insurance-settlement/swiping-card')
    await page.getByRole('button', { name: '助手：已连接' }).waitFor()
    await page.locator('[data-key="read.start"]').waitFor()
    await visit(page, '/app/disease-select')
    await page.getByRole('button', { name: '读社保卡' }).click()
    await page.getByRole('button', { name: '读卡器：驱动故障' }).waitFor()
    await visit(page, counter)
    const line = page.getByRole('region', { name: '提示' })
    await line.getByText('读卡驱动出错，已暂停使用').waitFor()
    await picture(page, 'driver-fault')
    await page.getByRole('button', { name: '读卡器：驱动故障' }).click()
    const card = page.getByRole('dialog', { name: '读卡器' })
    await card.getByText('本次打开后还没有扫码').waitFor()
    await picture(page, 'reader-card')
    await card.getByRole('button', { name: '恢复驱动' }).click()
    await page.locator('[data-key="read.start"]').waitFor()
    expect(app.faults).toEqual([])
  })

  test('a second tab uses the first one’s session', async () => {
    const page = await app.newPage()
    await app.enter(page, '/')
    await page.getByRole('button', { name: '助手：已连接' }).waitFor()
    const tickets = () => app.requests.length
    const second = await page.context().newPage()
    await second.goto(`${app.home}/dashboard`)
    await second.getByRole('button', { name: '助手：已连接' }).waitFor()
    expect(tickets()).toBeGreaterThan(0)
    await page.close()
    // The follower takes over when the leading tab goes.
    await second.getByRole('button', { name: '助手：已连接' }).click()
    await second.getByRole('button', { name: '自检' }).click()
    expect(app.faults).toEqual([])
  })
})
