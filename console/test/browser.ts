import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildConsole } from '../../tools/built-console.ts'
import { slowed, throttled } from '../../tools/slow.ts'
import { openBrowser } from './chromium.ts'
import { startFakeServer } from './fake-server.ts'

export { browserPath } from './chromium.ts'

/**
 * An agent that happens to run on this machine is none of the tests'. Chromium keeps away from its ports itself: a route
 * of the context would have every request of every page asked about.
 */
const noAgent = `--host-resolver-rules=${agentPorts.map((port) => `MAP 127.0.0.1:${port} ~NOTFOUND`).join(',')}`

/** The built console, its sample server and a browser. */
export const openConsole = async (
  options: { base?: string; agent?: boolean; config?: object; flags?: (address: string) => string[] } = {},
) => {
  const server = await startFakeServer({ dist: await buildConsole(), ...options })
  const browser = await openBrowser(noAgent, ...(options.flags?.(server.address) ?? []))
  const faults: string[] = []
  const contexts: BrowserContext[] = []
  const home = server.address + (options.base ?? '')

  /** A page of a fresh profile; its script errors land in `faults`. */
  const newPage = async (width = 1440, height = 900, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      ...options,
    })
    // Shorter than a test may take: a failure then names its line.
    context.setDefaultTimeout(20_000)
    contexts.push(context)
    await slowed(context)
    const page = await context.newPage()
    await throttled(page)
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The agent's ports are closed here, config.json is optional, and tests cut the line: the browser logs that by itself.
      if (message.type() === 'error' && !/^Failed to load resource|^WebSocket .*\/socket\.io\//.test(message.text()))
        faults.push(message.text())
    })
    return page
  }

  const signIn = async (page: Page, path = '/login', user = 'clerk') => {
    await page.goto(home + path)
    await page.fill('#userName', ` ${user} `)
    await page.fill('#passWord', 'Yibao@2026')
    await page.click('button[type=submit]')
    await page.waitForSelector('[role=tablist]')
  }

  /** Opens a path as somebody who signed in before. */
  const enter = async (page: Page, path: string, user = 'clerk') => {
    const before = await page.addInitScript((token) => localStorage.setItem('token', token), `token-${user}`)
    await page.goto(home + path)
    await before.dispose()
  }

  const close = async () => {
    for (const context of contexts) await context.close()
    await browser.close()
    await server.close()
  }
  return { ...server, browser, home, faults, newPage, signIn, enter, close }
}

export type Console = Awaited<ReturnType<typeof openConsole>>
