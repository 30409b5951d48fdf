import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/launch.ts'
import { heapMb, inputTimes, partsRead, watchInput } from './kit/browser.ts'
import type { Bench, Row } from './kit/row.ts'
import { interleave, median, percentile } from './kit/stats.ts'
import type { Contestant, ListBench } from './lists/main.tsx'
import { serveLists } from './lists/serve.ts'

const rounds = 3
const presses = 10

declare const bench: ListBench

const mount = (page: Page, who: Contestant, count: number) =>
  page.evaluate(([name, n]) => bench.mount(name, n), [who, count] as const)

/** p95 of ms from a press to the next frame: rows ticked, the row's dialog opened and closed. */
const pressed = async (page: Page, who: Contestant) => {
  await mount(page, who, 100)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await watchInput(page)
  for (let i = 0; i < presses; i++) await page.locator('.ant-table-row .ant-checkbox-input').nth(i).click()
  const ticks = await inputTimes(page, presses)
  await watchInput(page)
  await page.locator('.ant-table-row').nth(2).getByRole('button', { name: '作废' }).click()
  await page.getByRole('dialog').waitFor()
  const [dialog = Number.NaN] = await inputTimes(page, 1)
  return { tick: percentile(ticks, 0.95), dialog }
}

/** A list of 20 columns in the kit beside the same rows in antd's own table, in one browser. */
export const run: Bench = async (say) => {
  say('构建两种列表')
  const served = await serveLists()
  const browser = await openBrowser()
  try {
    const fresh = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(served.address)
      // What is read behind the page is there: a list that is opened later finds it so.
      await partsRead(page)
      for (const who of ['ours', 'virtual'] as const) await mount(page, who, 60)
      try {
        return await work(page)
      } finally {
        await context.close()
      }
    }
    const mounted = (who: Contestant, count: number) => () =>
      fresh(async (page) => {
        const ms = await mount(page, who, count)
        const heap = await heapMb(await page.context().newCDPSession(page))
        const fps = who !== 'plain' && count > 100 ? await page.evaluate(() => bench.scroll()) : Number.NaN
        return { ms, heap, fps }
      })
    say(`${rounds} 轮：100 × 20、1 万、10 万行`)
    const results = await interleave(rounds, {
      ours100: mounted('ours', 100),
      plain100: mounted('plain', 100),
      ours10k: mounted('ours', 10_000),
      plain10k: mounted('virtual', 10_000),
      ours100k: mounted('ours', 100_000),
      plain100k: mounted('virtual', 100_000),
      still10k: mounted('still', 10_000),
    })
    say('勾选与打开对话框')
    const input = await interleave(rounds, {
      ours: () => fresh((page) => pressed(page, 'ours')),
      plain: () => fresh((page) => pressed(page, 'plain')),
    })
    type Measure = 'ms' | 'heap' | 'fps'
    const of = (name: keyof typeof results, what: Measure) => median(results[name].map((one) => one[what]))
    const press = (name: 'ours' | 'plain', what: 'tick' | 'dialog') =>
      percentile(
        input[name].map((one) => one[what]),
        0.95,
      )
    const row = (name: string, unit: string, ours: number, plain: number, limit?: Row['limit']): Row => ({
      ...{ name, unit, ours, beside: { name: 'antd Table', value: plain }, compare: 'value', limit },
    })
    const sized = (text: string, count: '100' | '10k' | '100k', ms: number | undefined, heap: number | undefined) => [
      row(
        `list ${text}: rows shown`,
        'ms',
        of(`ours${count}`, 'ms'),
        of(`plain${count}`, 'ms'),
        ms ? { atMost: ms } : undefined,
      ),
      row(
        `list ${text}: heap`,
        'MB',
        of(`ours${count}`, 'heap'),
        of(`plain${count}`, 'heap'),
        heap ? { atMost: heap } : undefined,
      ),
    ]
    return [
      ...sized('100 × 20', '100', undefined, undefined),
      row('list 100 × 20: tick p95', 'ms', press('ours', 'tick'), press('plain', 'tick'), { atMost: 100 }),
      row('list 100 × 20: dialog p95', 'ms', press('ours', 'dialog'), press('plain', 'dialog'), { atMost: 100 }),
      ...sized('10 k × 20', '10k', 300, 20),
      row('list 10 k × 20: scroll', 'fps', of('ours10k', 'fps'), of('plain10k', 'fps'), { atLeast: 55 }),
      {
        ...{ name: 'list 10 k × 20: scroll, beside rows that stand still', unit: 'fps', compare: 'ratio' },
        ...{ ours: of('ours10k', 'fps'), beside: { name: 'plain boxes', value: of('still10k', 'fps') } },
        limit: { atLeast: 0.9 },
      },
      ...sized('100 k × 20', '100k', 1000, 120),
    ]
  } finally {
    await browser.close()
    served.stop()
  }
}
