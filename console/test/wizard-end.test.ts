import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { printer } from './fake-agent.ts'

// The end of the wizard of a counter PC (ux 5, step 8): its results are kept by the server, and printed by the agent.

const titles = ['network', 'store', 'agent', 'drivers', 'reading', 'printing', 'keys', 'trial']

describe.skipIf(!browserPath)('the finished wizard of a counter PC', () => {
  const app = opened(() => openConsole({ base: '/app', agent: true }))
  beforeEach(() => printer.jobs.clear())

  const finished = async (page: Page) => {
    const steps = Object.fromEntries(titles.map((key) => [key, { state: 'done', text: `${key} 好`, facts: {} }]))
    const kept = {
      state: { at: 'trial', steps: { ...steps, agent: { ...steps.agent, facts: { agentId: 'agent-1' } } } },
      ...{ log: [], values: {} },
    }
    await page.addInitScript((text) => localStorage.setItem('yibao.flow.install-init', text), JSON.stringify(kept))
  }
  /** What the page asked the server to keep. */
  const accepts = (page: Page) => {
    const sent: { agentId: string; steps: { title: string; state: string; text: string }[] }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/Client/Accept')) sent.push(request.postDataJSON())
    })
    return sent
  }

  test('signed in, the results are kept at once; the card goes to the printer of the slips', async () => {
    const page = await app.newPage()
    await finished(page)
    const sent = accepts(page)
    await app.enter(page, '/install-init')
    await page.getByText('验收结果已保存到云服务：8 步通过').waitFor()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ agentId: 'agent-1' })
    expect(sent[0]!.steps).toHaveLength(8)
    expect(sent[0]!.steps[0]).toEqual({ title: '地址', state: 'done', text: 'network 好' })
    await page.getByRole('button', { name: '打印验收卡' }).click()
    await page.getByText('验收卡已打印').waitFor()
    expect([...printer.jobs.values()]).toMatchObject([{ documentType: 'slip', state: 'done' }])
    expect(app.requests).toContain('client.acceptanceCard')
    expect([app.problems, app.faults]).toEqual([[], []])
  })

  test('what the server did not keep is told, and kept when asked again', async () => {
    const page = await app.newPage()
    await finished(page)
    const path = '**/prod-api/api/Client/Accept'
    await page.route(path, (route) => route.abort())
    await app.enter(page, '/install-init')
    await page.getByRole('alert').waitFor()
    await page.unroute(path)
    await page.getByRole('button', { name: '重新保存' }).click()
    await page.getByText('验收结果已保存到云服务：8 步通过').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '重新保存' }).count()).toBe(0)
  })

  test('without a login it stays on this PC, and both say what to do', async () => {
    const page = await app.newPage()
    await finished(page)
    const sent = accepts(page)
    await page.goto(`${app.home}/install-init`)
    await page.getByText('还没有登录，验收结果只保存在本机').waitFor()
    await page.getByRole('button', { name: '打印验收卡' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/验收卡没有打印.*下一步：登录后/s)
    expect([sent, [...printer.jobs]]).toEqual([[], []])
  })
})
