import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildConsole } from '../tools/built-console.ts'
import { type ConsoleSizes, consoleSizes, notLists, type PageSize } from './bench/console/size.ts'

// The sizes of the built console in KiB of gzip -9 (console.md 5.5). No clock: the same sources give the same figures.

const limit = { login: 90, shell: 230, firstPage: 170, firstOther: 175, page: 4, css: 20, charts: 190 }

/** Pages that are more than a list, and why. KiB of their own chunk. */
const larger: Record<string, { own: number; why: string }> = {
  'medical-insurance-settlement/swiping-card': { own: 48, why: 'the counter: a flow, a basket and all its dialogs' },
}

let sizes: ConsoleSizes
let pages: PageSize[]
beforeAll(async () => {
  sizes = await consoleSizes()
  const { login, shell, css } = sizes
  pages = sizes.pages
  const first = Math.max(...pages.map(({ added }) => added))
  console.log(
    `KiB gzip: login ${login.toFixed(1)}, shell ${shell.toFixed(1)}, first page +${first.toFixed(1)}, css ${css.toFixed(1)}`,
  )
})

test('JS to the login and to the shell with its home page', () => {
  expect(sizes.login).toBeLessThanOrEqual(limit.login)
  expect(sizes.shell).toBeLessThanOrEqual(limit.shell)
})

test('whichever page is opened first, what it brings with it', () => {
  expect(pages.length).toBeGreaterThan(10)
  const most = (path: string) => (notLists.has(path) ? limit.firstOther : limit.firstPage)
  expect(pages.filter(({ path, added }) => added > most(path))).toEqual([])
})

test('a page by itself is small; the ones that are more are named', () => {
  const most = (path: string) => larger[path]?.own ?? limit.page
  expect(pages.filter(({ path, own }) => own > most(path))).toEqual([])
  // One that became small again is no exception any more.
  expect(pages.filter(({ path, own }) => larger[path] && own <= limit.page)).toEqual([])
})

test('style sheets', () => {
  expect(sizes.css).toBeLessThanOrEqual(limit.css)
})

test('charts stand apart from everything else', () => {
  expect(sizes.chartsElsewhere).toEqual([])
  expect(sizes.charts).toBeLessThanOrEqual(limit.charts)
})

test('no two chunks need each other', () => {
  expect(sizes.circles).toEqual([])
})

test('each script and style sheet lies packed beside itself, which is what the server sends', async () => {
  const assets = join(await buildConsole(), 'assets')
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
  expect(names.length).toBeGreaterThan(100)
  const unlike = names.filter((name) => {
    const file = join(assets, name)
    return !gunzipSync(readFileSync(`${file}.gz`)).equals(readFileSync(file))
  })
  expect(unlike).toEqual([])
})
