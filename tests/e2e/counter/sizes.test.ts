import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../tools/root.ts'
import { hasBrowser } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { psnNo, useProduct } from '../setup.ts'

// T19: 60 lines, 40-character names, a customer whose name has 20, 6-digit amounts, zero and negative slots: no overlap, no shift.

const at = useProduct()
// 1024x640: an old screen of 1024x768 below its browser's bars.
const sizes = {
  '1366x600': [1366, 600],
  '1440x900': [1440, 900],
  '1024x640': [1024, 640],
  '390x844': [390, 844],
} as const
const longName = '复方盐酸二甲双胍缓释片家庭常备四十个字的长名称用来检查表格不会换行也不会盖住旁边的列吗'.slice(0, 40)

/** Bar codes of the shop's goods that need no prescription, with a large quantity each. */
const codes = () => {
  const text = readFileSync(join(root, 'server/data/centre/catalogue.tsv'), 'utf8')
  const [head, ...lines] = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const names = head!.split('\t')
  return lines
    .map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])))
    .filter(({ area, rx_flag }) => area === '320500' && rx_flag !== '1')
    .map(({ barcode }) => barcode!)
}

interface Box {
  name: string
  x: number
  y: number
  right: number
  bottom: number
}

/** Where the regions and the slots of R5 stand, and every text that does not fit its place. */
const layout = (counter: CounterPage) =>
  counter.page.evaluate(() => {
    const boxOf = (element: Element, name: string): Box => {
      const { x, y, right, bottom } = element.getBoundingClientRect()
      return { name, x, y, right, bottom }
    }
    const counter = document.querySelector('[data-counter]')!
    const shown = (element: Element) => element.getBoundingClientRect().height > 0
    const regions = [...counter.querySelectorAll('section[aria-label], nav[aria-label]')]
      .filter((one) => shown(one) && one.getAttribute('aria-label') !== '步骤')
      .map((one) => boxOf(one, one.getAttribute('aria-label')!))
    const slots = [...counter.querySelectorAll('[data-slot]')].filter(shown).map((one) => boxOf(one, one.textContent!))
    const tooLong = [...counter.querySelectorAll('[data-slot] dd, [data-slot] dt')]
      .filter((one) => shown(one) && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent)
    const rows = [...counter.querySelectorAll('tbody tr[aria-rowindex]')].filter(shown)
    const heights = [...new Set(rows.map((row) => row.getBoundingClientRect().height))]
    const cells = rows.slice(0, 3).flatMap((row) => [...row.children].map((cell) => boxOf(cell, cell.textContent!)))
    const person = [...counter.querySelectorAll('section[aria-label="参保人"] :is(strong, p > span, p:not(:has(*)))')]
      .filter((one) => one.textContent && one.checkVisibility({ visibilityProperty: true }))
      .map((one) => boxOf(one, one.textContent!))
    return { regions, slots, cells, person, tooLong, heights, wide: document.documentElement.scrollWidth - innerWidth }
  })

const overlaps = (boxes: Box[]) =>
  boxes.flatMap((a, i) =>
    boxes
      .slice(i + 1)
      .filter((b) => a.x < b.right - 1 && b.x < a.right - 1 && a.y < b.bottom - 1 && b.y < a.bottom - 1)
      .map((b) => `${a.name} × ${b.name}`),
  )

type Layout = Awaited<ReturnType<typeof layout>>
const fits = (seen: Layout) =>
  expect({
    regions: overlaps(seen.regions),
    slots: overlaps(seen.slots),
    cells: overlaps(seen.cells),
    person: overlaps(seen.person),
    tooLong: seen.tooLong,
    wide: Math.max(0, seen.wide),
  }).toEqual({ regions: [], slots: [], cells: [], person: [], tooLong: [], wide: 0 })
/** Positions alone: what must not move when amounts and words change. */
const places = ({ regions, slots }: Layout) => ({
  regions: regions.map(({ name, x, y, right, bottom }) => [name, x, y, right, bottom].join(' ')),
  slots: slots.map(({ x, y, right, bottom }) => [x, y, right, bottom].join(' ')),
})

describe.skipIf(!hasBrowser)('T19: a very long purchase', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
  })

  test('fits and stays where it is, from the empty counter to the reversal, at every size', async () => {
    // From the server itself: the agent's door wants a browser's own headers, which a rewritten answer lacks.
    const counter = await at.counter('clerk', undefined, at.product.site)
    const { page } = counter
    // Only the words are made longer; every amount comes from the centre.
    await page.route('**/SearchItemDirectoryList*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result?: { name: string }[] }
      await route.fulfill({
        response: answer,
        json: { ...body, result: body.result?.map((one) => ({ ...one, name: longName })) },
      })
    })
    const seen: Record<string, ReturnType<typeof places>[]> = {}
    /** Looks at the counter in every size. */
    const look = async (rows: number) => {
      for (const [name, [width, height]] of Object.entries(sizes)) {
        await page.setViewportSize({ width, height })
        await page.waitForFunction((wide) => {
          const { size = '' } = document.querySelector<HTMLElement>('[data-counter]')!.dataset
          return size.includes('w1440') === wide >= 1440 && size.includes('lt992') === wide < 992
        }, width)
        if (width === 390) {
          await page.getByRole('button', { name: /^3 金额$/ }).click()
          fits(await layout(counter))
          await page.getByRole('button', { name: /^2 药品$/ }).click()
        }
        const now = await layout(counter)
        fits(now)
        if (rows > 0 && width > 390) expect(now.heights).toEqual([32])
        if (width > 390) seen[name] = [...(seen[name] ?? []), places(now)]
      }
      await page.setViewportSize({ width: 1366, height: 768 })
      await counter.scanBox.focus()
    }

    await look(0)
    await counter.scan(await at.product.centre.code(psnNo(18)))
    await counter.reads('已读取参保人 阿卜杜热依木江')
    const all = codes().slice(0, 60)
    for (const [i, code] of all.entries()) {
      await counter.scanBox.fill(`999*${code}`)
      await page.getByRole('option', { name: longName }).first().waitFor()
      await counter.scanBox.press('Enter')
      await counter
        .region('购药明细')
        .getByText(`合计 ${i + 1} 种`)
        .waitFor()
    }
    // An answer being rewritten while the window closes is an error of nobody's test.
    await page.unrouteAll({ behavior: 'wait' })
    // No paper in this story: the browser's own print window ends a headless one.
    await page.route('**/Slip/Make', () => undefined)
    await look(all.length)
    await counter.presettle()
    expect(Number((await counter.money()).费用总额.replaceAll(',', ''))).toBeGreaterThan(100_000)
    await look(all.length)
    await counter.settle()
    await counter.reads('结算成功')
    await look(all.length)
    await page.getByRole('navigation', { name: '操作' }).getByRole('button', { name: /✓/ }).first().click()
    const dialog = page.getByRole('dialog', { name: /阿\*/ })
    await dialog.getByLabel('撤销原因').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: '确认撤销' }).click()
    await counter.reads('已撤销')
    expect((await counter.money()).费用总额).toMatch(/^-/)
    await look(all.length)
    for (const states of Object.values(seen)) for (const state of states.slice(1)) expect(state).toEqual(states[0])
  }, 180_000)
})
