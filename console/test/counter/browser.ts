import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findBrowser } from '../../../tools/machine.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the counter with its fake ports, serves it on a free port and opens pages of it in Chromium. */
const openCounter = async () => {
  const out = mkdtempSync(join(tmpdir(), 'counter-'))
  const root = fileURLToPath(new URL('page', import.meta.url))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: out, emptyOutDir: true, target: 'chrome89', minify: false },
  })
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = path === '/' ? '/index.html' : path
    const body = await readFile(join(out, file)).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const browser: Browser = await chromium.launch({ executablePath: findBrowser()!, args: ['--no-sandbox'] })

  const open = async ({ query = '', ...options }: BrowserContextOptions & { query?: string } = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 600 }, ...options })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${port}/${query}`)
    await page.waitForSelector('[data-counter]')
    return page
  }
  const close = async () => {
    await browser.close()
    server.close()
    rmSync(out, { recursive: true, force: true })
  }
  return { open, close }
}

type Counter = Awaited<ReturnType<typeof openCounter>>

/** The counter for the tests of a `describe`: each opens pages of its own, in which no script may fail. */
export const useCounter = () => {
  let counter: Counter | undefined
  const pages: Page[] = []
  beforeAll(async () => {
    counter = await openCounter()
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
  })
  afterAll(() => counter?.close())
  return async (options: Parameters<Counter['open']>[0] = {}): Promise<Page> => {
    const page = await counter!.open(options)
    pages.push(page)
    page.setDefaultTimeout(9000)
    page.on('pageerror', (error) => expect.fail(error.message))
    return page
  }
}

/** Waits until the message line says this; otherwise tells what it says instead. */
export const says = (page: Page, key: string) =>
  page.waitForSelector(`[data-key="${key}"]`).catch(async () => {
    const said = await page
      .locator('[data-key]')
      .evaluate((line) => `${line.getAttribute('data-key')}: ${line.textContent}`)
    throw new Error(`waited for ${key}, the line says ${said}`)
  })

/** The guard of N5 is over: a person needs longer to look at the amount. */
export const lookedAt = (page: Page) => page.waitForTimeout(420)
