import Fastify, { type FastifyInstance } from 'fastify'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, type Console, openConsole } from './browser.ts'
import { addFakeAgent } from './fake-agent.ts'

// Chromium's permission to reach this PC, as a console of the internet meets it (agent.md 3.5): the pages' addresses are
// called public, so that the agent's own is guarded from them. console.localhost is a secure context, console.test is not.

describe.skipIf(!browserPath)('the browser’s permission', () => {
  let app: Console
  let agent: FastifyInstance
  let erp: FastifyInstance
  let [site, insecure, frames] = ['', '', '']

  beforeAll(async () => {
    agent = Fastify({ forceCloseConnections: true })
    agent.addHook('onRequest', async ({ method, headers }, reply) => {
      reply.header('access-control-allow-origin', headers.origin)
      reply.header('access-control-allow-headers', headers['access-control-request-headers'] ?? '')
      reply.header('access-control-allow-methods', 'GET, POST, DELETE')
      if (method === 'OPTIONS') await reply.code(204).send()
    })
    await addFakeAgent(agent)
    const at = new URL(await agent.listen({ host: '127.0.0.1', port: 0 }))
    erp = Fastify({ forceCloseConnections: true })
    erp.get<{ Querystring: { src: string; allow?: string } }>('/', ({ query }, reply) =>
      reply
        .type('text/html')
        .send(`<iframe width="1300" height="800" src="${query.src}" allow="${query.allow}"></iframe>`),
    )
    const erpPort = new URL(await erp.listen({ host: '127.0.0.1', port: 0 })).port
    app = await openConsole({
      config: { agentPorts: [Number(at.port)] },
      flags: (address) => [
        '--host-resolver-rules=MAP *.localhost 127.0.0.1,MAP *.test 127.0.0.1',
        `--ip-address-space-overrides=127.0.0.1:${new URL(address).port}=public,127.0.0.1:${erpPort}=public`,
      ],
    })
    const { port } = new URL(app.address)
    ;[site, insecure, frames] = [
      `http://console.localhost:${port}`,
      `http://console.test:${port}`,
      `http://erp.localhost:${erpPort}`,
    ]
  })
  afterAll(async () => {
    await app?.close()
    await agent.close()
    await erp.close()
  })

  /** A window of its own; nothing is intercepted in it, for that would go around the browser's guard. */
  const openPage = async () => {
    const context = await app.browser.newContext({ viewport: { width: 1366, height: 900 }, locale: 'zh-CN' })
    context.setDefaultTimeout(12_000)
    return context.newPage()
  }
  const enter = async (view: Page | Frame, at: string) => {
    await view.goto(`${at}/floor.js`)
    await view.evaluate(() => localStorage.setItem('token', 'token-clerk'))
    await view.goto(`${at}/dashboard`)
  }
  /** What a person answers to the browser's question, or sets in its settings; it holds as long as the page. */
  const answers = async (page: Page) => {
    const line = await page.context().newCDPSession(page)
    const { browserContextId } = (await line.send('Target.getTargetInfo')).targetInfo
    return async (setting: 'granted' | 'denied') => {
      for (const name of ['loopback-network', 'local-network-access'])
        await line.send('Browser.setPermission', { permission: { name }, setting, origin: site, browserContextId })
    }
  }
  const light = (view: Page | Frame, word: string) => view.getByRole('button', { name: `助手：${word}` })
  /** The one thing to do, as the light's card offers it. */
  const remedy = async (view: Page | Frame, word: string, button: string) => {
    await light(view, word).click()
    return view.getByRole('dialog', { name: '助手' }).getByRole('button', { name: button })
  }

  test('prompt, put away, granted, denied, granted again: each said, and each change seen by itself', async () => {
    const page = await openPage()
    await enter(page, site)
    const answer = await answers(page)
    const allow = await remedy(page, '需要允许连接', '允许')
    // This browser puts every question away: nobody is told that no agent is there.
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/v1/hello')),
      allow.click(),
    ])
    await light(page, '需要允许连接').waitFor()
    await answer('granted')
    await light(page, '已连接').waitFor()
    await answer('denied')
    await page.keyboard.press('Escape')
    await (await remedy(page, '浏览器已拦截', '重新查找')).waitFor()
    await page.getByText('网站设置 → 本地网络访问 → 允许').waitFor()
    await answer('granted')
    await light(page, '已连接').waitFor()
    await page.context().close()
  })

  test('on an http page the permission says prompt all the same: the safe address is the one thing to do', async () => {
    const page = await openPage()
    await enter(page, insecure)
    await (await remedy(page, '本页不安全', '打开安全地址')).waitFor()
    await page.context().close()
  })

  const framed = async (context: BrowserContext, allow: string): Promise<Frame> => {
    const page = await context.newPage()
    await page.goto(`${frames}/?${new URLSearchParams({ src: `${site}/floor.js`, allow })}`)
    const frame = page.frames()[1]!
    await enter(frame, site)
    return frame
  }
  test('in a frame that keeps it back nobody can be asked: a window of its own; one that passes it on is as good as none', async () => {
    const page = await openPage()
    const kept = await framed(page.context(), '')
    const own = await remedy(kept, '框架未放行', '在新窗口打开')
    const [window] = await Promise.all([page.context().waitForEvent('page'), own.click()])
    expect(window.url()).toContain(site)
    await window.close()
    // Kept back itself, it keeps nobody else of that ERP page back.
    const passed = await framed(page.context(), 'loopback-network; local-network-access')
    await light(passed, '需要允许连接').waitFor()
    await page.context().grantPermissions(['local-network-access'])
    await passed.goto(`${site}/dashboard`)
    await light(passed, '已连接').waitFor()
    await light(kept, '框架未放行').waitFor()
    await page.context().close()
  })
})
