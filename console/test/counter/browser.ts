import { renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { makeOnce } from '../../../tools/make-once.ts'
import { newest } from '../../../tools/newest.ts'
import { root } from '../../../tools/root.ts'
import { throttled } from '../../../tools/slow.ts'
import { openBrowser } from '../chromium.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const room = join(root, 'console')
const built = join(room, 'node_modules', '.counter-page')
const next = join(room, 'node_modules', '.counter-next')
const sources = [room, join(room, 'test', 'counter'), join(root, 'shared')]

const isStale = () => {
  const page = statSync(join(built, 'index.html'), { throwIfNoEntry: false })
  return !page || page.mtimeMs < Math.max(statSync(join(root, 'package-lock.json')).mtimeMs, ...sources.map(newest))
}

const buildPage = async () => {
  const started = new Date()
  // vitest sets NODE_ENV to test, which would give React's development build: slower, and nobody's counter.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: next, emptyOutDir: true, target: 'chrome89', minify: false },
  })
  process.env.NODE_ENV = NODE_ENV
  // What was changed meanwhile is newer than this build, and one that was cut short is none.
  utimesSync(join(next, 'index.html'), started, started)
  rmSync(built, { recursive: true, force: true })
  renameSync(next, built)
}

/** Serves the counter with its fake ports, built once for all files, on a free port and opens pages of it in Chromium. */
const openCounter = async () => {
  await makeOnce(join(room, 'node_modules', '.counter-build'), isStale, buildPage)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = path === '/' ? '/index.html' : path
    const body = await readFile(join(built, file)).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const browser = await openBrowser()

  const open = async ({ query = '', ...options }: BrowserContextOptions & { query?: string } = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 600 }, ...options })
    const page = await context.newPage()
    await throttled(page)
    await page.goto(`http://127.0.0.1:${port}/${query}`)
    await page.waitForSelector('[data-counter]')
    return page
  }
  const close = async () => {
    await browser.close()
    server.close()
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
