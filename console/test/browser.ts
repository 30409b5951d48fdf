import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findBrowser } from '../../tools/machine.ts'
import { startFakeServer } from './fake-server.ts'

export const browserPath = findBrowser()

const room = join(import.meta.dirname, '..')

/** The console built into a folder of its own, its sample server and a browser. */
export const openConsole = async (
  options: { base?: string; agent?: boolean; config?: object; flags?: (address: string) => string[] } = {},
) => {
  const dist = mkdtempSync(join(tmpdir(), 'yibao-console-'))
  // vitest sets NODE_ENV to test, which would give React's development build.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({
    root: room,
    configFile: join(room, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true },
  })
  process.env.NODE_ENV = NODE_ENV
  const server = await startFakeServer({ dist, ...options })
  const browser: Browser = await chromium.launch({
    executablePath: browserPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      ...(options.flags?.(server.address) ?? []),
    ],
  })
  const faults: string[] = []
  const contexts: BrowserContext[] = []
  const home = server.address + (options.base ?? '')

  /** A page of a fresh profile; its script errors land in `faults`. */
  const newPage = async (width = 1440, height = 900): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
    })
    // Shorter than a test may take: a failure then names its line.
    context.setDefaultTimeout(20_000)
    contexts.push(context)
    // An agent that happens to run on this machine is none of the test's.
    await context.route(/\/\/127\.0\.0\.1:4761[0-2]\//, (route) => route.abort())
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The agent's ports are closed here, and config.json is optional: the browser logs both by itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
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
    await page.goto(`${home}/floor.js`)
    await page.evaluate((token) => localStorage.setItem('token', token), `token-${user}`)
    await page.goto(home + path)
  }

  const close = async () => {
    for (const context of contexts) await context.close()
    await browser.close()
    await server.close()
    rmSync(dist, { recursive: true, force: true })
  }
  return { ...server, browser, home, faults, newPage, signIn, enter, close }
}

export type Console = Awaited<ReturnType<typeof openConsole>>
