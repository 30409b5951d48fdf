import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { freePort } from '../../tools/free-port.ts'
import { findBrowser } from '../../tools/machine.ts'
import { startProduct } from '../e2e/product.ts'
import { enter } from './console/person.ts'
import { besideUrl, installBeside } from './kit/install.ts'
import type { Bench, Row } from './kit/row.ts'
import { median } from './kit/stats.ts'

const rounds = 3

type Categories = Record<'performance' | 'accessibility' | 'best-practices', { score: number | null }>
/** As much of lighthouse as is used here. */
interface Lighthouse {
  default: (url: string, flags: object, config: unknown) => Promise<{ lhr: { categories: Categories } } | undefined>
  desktopConfig: unknown
}

/** Lighthouse's own marks of the login page and of the shell, on a desktop as it imagines one. */
export const run: Bench = async (say) => {
  if (!installBeside(say)) throw new Error('lighthouse is not there')
  const lighthouse = (await import(besideUrl('lighthouse'))) as Lighthouse
  say('启动整个产品')
  const product = await startProduct()
  const profile = mkdtempSync(join(tmpdir(), 'yibao-bench-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser()!,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  const marks = async (url: string, name: string, limits: [performance: number, accessibility: number]) => {
    const seen: Categories[] = []
    for (let i = 0; i < rounds; i++) {
      const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: true }
      const result = await lighthouse.default(url, flags, lighthouse.desktopConfig)
      if (result) seen.push(result.lhr.categories)
    }
    const mark = (what: keyof Categories) => median(seen.map((one) => (one[what].score ?? Number.NaN) * 100))
    const row = (what: keyof Categories, atLeast: number): Row => ({
      ...{ name: `lighthouse ${name}: ${what}`, unit: '', ours: mark(what), compare: 'value', limit: { atLeast } },
    })
    return [row('performance', limits[0]), row('accessibility', limits[1]), row('best-practices', 100)]
  }
  try {
    say(`登录页与首页，各 ${rounds} 次`)
    const login = await marks(`${product.site}/login`, 'login', [98, 100])
    const page = await browser.newPage()
    await enter(page, product.site, 'area1', '今日结算')
    const shell = await marks(`${product.site}/dashboard`, 'shell', [92, 98])
    return [...login, ...shell]
  } finally {
    await browser.close()
    await product.end()
    rmSync(profile, { recursive: true, force: true })
  }
}
