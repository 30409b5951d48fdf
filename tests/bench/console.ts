import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { liveTabs } from '../../console/src/state/tabs.ts'
import { paceOf } from '../../tools/pace.ts'
import { openBrowser } from '../e2e/launch.ts'
import { startProduct } from '../e2e/product.ts'
import { enter, freshPage, shownAt, slowDown } from './console/person.ts'
import { closeTabs, openTab, switchTabs } from './console/tabs.ts'
import { forgetsCode, heapMb, onlookerMb, partsRead } from './kit/browser.ts'
import { paced } from './kit/paced.ts'
import type { Bench, Row } from './kit/row.ts'
import { median, percentile } from './kit/stats.ts'

const rounds = 5
const switches = 60
const manyTabs = 30
const cycles = 3
const user = 'clerk'
const settlement = '/medical-insurance-settlement'
const lists = [`${settlement}/attendance`, `${settlement}/qr-code`, '/reconciliation/order-management']
/** Has a row as soon as the clerk has signed in with the centre. */
const deep = lists[0]!

const row = (name: string, unit: 'ms' | 'MB', ours: number, atMost: number, anchor?: number): Row => ({
  ...{ name, unit, ours, compare: 'value', limit: { atMost } },
  // A figure that was measured once (console.md 5), not one of this run.
  ...(anchor !== undefined && { beside: { name: 'anchor', value: anchor } }),
})

/** What a person waits for in the console, on the real product with its seeded data. */
export const run: Bench = async (say) => {
  const before = await paceOf()
  say('启动整个产品')
  // Two browsers: one by the clock as people have it, and one that is asked what it keeps.
  const [product, browser, lean] = await Promise.all([startProduct(), openBrowser(), openBrowser(forgetsCode)])
  const repeat = async (work: (page: Awaited<ReturnType<typeof freshPage>>) => Promise<number>) => {
    const results: number[] = []
    for (let i = 0; i < rounds; i++) {
      const one = await freshPage(browser)
      results.push(await work(one))
      await one.context.close()
    }
    return median(results)
  }
  const at = product.site
  await (await product.as(user)).ok(signIn.do)
  const login = async ({ page }: { page: Parameters<typeof shownAt>[0] }) => {
    await page.goto(`${at}/login`, { waitUntil: 'commit' })
    return shownAt(page, '#userName')
  }
  try {
    say(`登录页、登录、刷新，各 ${rounds} 次`)
    const visible = await repeat(login)
    const slowly = await repeat(async (one) => {
      await slowDown(one.session)
      return login(one)
    })
    const home = await repeat(({ page }) => enter(page, at, user, '今日结算'))
    const reloaded = await repeat(async ({ page }) => {
      await enter(page, at, user, '今日结算')
      await page.goto(at + deep)
      await shownAt(page, '.ant-table-row')
      await page.reload({ waitUntil: 'commit' })
      return shownAt(page, '.ant-table-row')
    })

    /** A page on which every kind of list was open once; `open` opens those tabs and gives the ms of each. */
    const atWork = async (where: typeof browser) => {
      const { context, page, session } = await freshPage(where)
      await enter(page, at, user, '今日结算')
      for (const path of lists) await openTab(page, path)
      await partsRead(page)
      await closeTabs(page)
      const open = async (from: number, to: number) => {
        const times: number[] = []
        for (let n = from; n < to; n++) {
          times.push(await openTab(page, `${lists[n % lists.length]}?n=${n}`))
          await page.waitForLoadState('networkidle')
        }
        return times
      }
      return { context, page, session, open }
    }

    say(`每种列表打开一次，再打开 ${manyTabs} 个标签，切换 ${switches} 次`)
    const timed = await atWork(browser)
    // The home page is one of the live ones.
    const opened = await timed.open(1, liveTabs)
    const switched = await switchTabs(timed.page, switches)
    opened.push(...(await timed.open(liveTabs, manyTabs)))
    await timed.context.close()

    say('同样的标签占用的内存')
    const onlooker = await onlookerMb(lean, `${at}/floor.js`)
    const { context, page, session, open } = await atWork(lean)
    const heap = async () => (await heapMb(session)) - onlooker
    const atHome = await heap()
    await open(1, liveTabs)
    const live = await heap()
    await open(liveTabs, manyTabs)
    const many = await heap()
    await closeTabs(page)
    const closed = await heap()
    for (let i = 0; i < cycles; i++) {
      await open(1, liveTabs)
      await closeTabs(page)
    }
    const later = await heap()
    await context.close()
    say(
      `只有首页时 ${atHome.toFixed(1)} MB，全部关闭后 ${closed.toFixed(1)} MB；测量工具自己的 ${onlooker.toFixed(1)} MB 不计`,
    )
    const rows = [
      row('login visible', 'ms', visible, 600, 956),
      row('login visible, CPU/4, 10 Mbit', 'ms', slowly, 1500, 4705),
      row('login pressed → home usable', 'ms', home, 1000),
      row('F5 on a list → rows', 'ms', reloaded, 1200),
      row('cached tab p50', 'ms', percentile(switched, 0.5), 50, 52),
      row('cached tab p95', 'ms', percentile(switched, 0.95), 100, 76),
      row('new list tab p50', 'ms', percentile(opened, 0.5), 120, 113),
      row('new list tab p95', 'ms', percentile(opened, 0.95), 250, 246),
      row('heap, 12 live tabs', 'MB', live, 50, 45),
      row('heap, 30 open tabs', 'MB', many, 60, 102),
      row('heap after closing all', 'MB', closed, 10, 11),
      row(`heap growth of ${cycles} × 11 tabs`, 'MB', later - closed, 1),
    ]
    return paced(rows, (before + (await paceOf())) / 2)
  } finally {
    await Promise.all([browser.close(), lean.close()])
    await product.end()
  }
}
