import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { transformSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { buildConsole } from '../../tools/built-console.ts'
import { opened } from '../../tools/opened.ts'
import { root } from '../../tools/root.ts'
import { browserPath, openConsole } from './browser.ts'

const floor = readFileSync(join(root, 'console', 'public', 'floor.js'), 'utf8')

/** What may be called in browsers of today and not in Chromium 89 (DESIGN 9), by what has it. */
const newer: Record<string, string[]> = {
  'Array.prototype': ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced'],
  'String.prototype': ['at', 'isWellFormed', 'toWellFormed'],
  'AbortSignal.prototype': ['throwIfAborted'],
  'Element.prototype': ['checkVisibility'],
  'Crypto.prototype': ['randomUUID'],
  Object: ['groupBy', 'hasOwn'],
  Map: ['groupBy'],
  Array: ['fromAsync'],
  Promise: ['try', 'withResolvers'],
  AbortSignal: ['any', 'timeout'],
  URL: ['canParse', 'parse'],
  Response: ['json'],
  globalThis: ['structuredClone'],
}

/** As it stands in code that calls it. */
const called = (on: string, name: string) => {
  if (on === 'globalThis') return new RegExp(`(?<!\\.)\\b${name}\\(`)
  return on.endsWith('.prototype') ? new RegExp(`\\.${name}\\(`) : new RegExp(`\\b${on}\\.${name}\\b`)
}

// Runs in the page, before its own scripts.
const forget = (names: typeof newer) => {
  for (const [path, all] of Object.entries(names)) {
    const on = path.split('.').reduce<object>((one, key) => Reflect.get(one, key) as object, globalThis)
    for (const name of all) Reflect.deleteProperty(on, name)
  }
}

test('who cannot run the console reads what to install, a browser of the age of ES5 too', () => {
  const as = (target: string) => transformSync(floor, { target, charset: 'utf8' }).code
  expect(as('es5')).toBe(as('esnext'))
  const place = { innerHTML: '' }
  const document = { getElementById: () => place }
  runInNewContext(floor, { document, HTMLScriptElement: class {}, window: {} })
  expect(place.innerHTML).toContain('浏览器版本过低')
})

test('what the console calls is there in Chromium 89, or floor.js gives it', async () => {
  const assets = join(await buildConsole(), 'assets')
  const missing = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .flatMap((file) => {
      const code = readFileSync(join(assets, file), 'utf8')
      return Object.entries(newer).flatMap(([on, names]) =>
        names
          .filter((name) => called(on, name).test(code) && !floor.includes(`'${name}'`))
          .map((name) => `${file}: ${on}.${name}`),
      )
    })
  expect(missing).toEqual([])
})

describe.skipIf(!browserPath)('in Chromium 89', () => {
  const app = opened(openConsole)

  test('home, counter, a list with its question in the address, the menu of a row, tabs that close', async () => {
    const page = await app.newPage()
    await page.addInitScript(forget, newer)
    await app.enter(page, '/', 'area')
    await page.getByRole('tab', { name: '首页' }).waitFor()
    await page.getByRole('main').getByText('近 7 天').first().waitFor()
    await app.enter(page, '/permission/user-management?f.keyword=a', 'area')
    await page.locator('.ant-table-row').getByRole('button', { name: '更多' }).first().click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+w')
    await page.waitForURL('**/dashboard')
    await app.enter(page, '/swiping-card', 'clerk')
    await page.locator('[data-counter]').waitFor()
    expect(app.faults).toEqual([])
  })
})

describe.skipIf(!browserPath)('the line is cut while the console is being read', () => {
  const app = opened(openConsole)
  /** Nothing of `file` arrives, and its server is not there either, until `mend`. */
  const cut = async (page: Page, file: string) => {
    const places = [file, `${app.home}/`]
    for (const place of places) await page.route(place, (route) => route.abort())
    return {
      mend: async () => {
        for (const place of places) await page.unroute(place)
      },
    }
  }
  const shell = '**/assets/app-*.js'

  test.each([
    ['its first script', '**/assets/index-*.js'],
    ['the shell', shell],
  ])('%s: that is said, and it opens by itself', async (_, file) => {
    const page = await app.newPage()
    const line = await cut(page, file)
    await app.enter(page, '/dashboard', 'area')
    await page.getByRole('alert').getByText('云服务断开').waitFor()
    await line.mend()
    await page.getByRole('tab', { name: '首页' }).waitFor()
    expect(await page.getByText('云服务断开').count()).toBe(0)
  })

  test('the shell, behind a login: the same, and nobody signs in twice', async () => {
    const page = await app.newPage()
    const line = await cut(page, shell)
    await page.goto(`${app.home}/login`)
    await page.fill('#userName', 'clerk')
    await page.fill('#passWord', 'Yibao@2026')
    await page.click('button[type=submit]')
    await page.getByRole('alert').getByText('云服务断开').waitFor()
    expect(await page.locator('#userName').isVisible()).toBe(false)
    await line.mend()
    await page.getByRole('tab', { name: '首页' }).waitFor()
  })

  test('the shell, behind an ERP that opened the console: the same, for its box has no key to read it anew', async () => {
    const page = await app.newPage()
    const line = await cut(page, shell)
    await page.goto(`${app.home}/forwarding?companyId=10001&clientNo=C001&verifyCode=a&routeKey=1`)
    await page.getByRole('alert').getByText('云服务断开').waitFor()
    await line.mend()
    await page.getByText('云服务断开').waitFor({ state: 'detached' })
    await page.getByRole('main').waitFor()
  })
})
