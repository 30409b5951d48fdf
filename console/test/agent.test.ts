import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, type Console, openConsole } from './browser.ts'
import { continuation } from './continuation.ts'

describe.skipIf(!browserPath)('the console served by the agent under /app', () => {
  let app: Console
  beforeAll(async () => {
    app = await openConsole({ base: '/app', agent: true })
  })
  afterAll(() => app?.close())

  test('finds the agent on its own origin, opens a session, reads a card by continuation, prints a slip', async () => {
    const page = await app.newPage()
    await app.enter(page, '/')
    await page.getByRole('button', { name: '助手：已连接' }).waitFor()
    await page.getByRole('button', { name: '打印机：就绪' }).waitFor()

    await page.goto(`${app.home}/disease-select`)
    await page.getByRole('button', { name: '读社保卡' }).click()
    await page.getByText('高血压').waitFor()
    expect(continuation.last()).toEqual({
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
    await page.getByText('已打印').waitFor()
    // The page says so before the server has been told.
    await expect.poll(() => app.requests).toContain('slip.printed')
    expect(app.faults).toEqual([])
    expect(app.problems).toEqual([])
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
