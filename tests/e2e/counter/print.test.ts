import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentPrinter } from '@yibao/shared/agent/printing.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { lastOrder } from '../money.ts'
import { cards, useProduct } from '../setup.ts'
import { nextSlip, printedSlips, slipText } from '../slips.ts'
import { until } from '../until.ts'

// T13: whatever happens to the printer, the slip comes out exactly once or the clerk is asked honestly.

const at = useProduct()
let counter: CounterPage
let before: string[]

type Printer = 'ready' | 'paper' | 'cover' | 'offline' | 'jam' | 'slow'
const simulate = (printer: Printer) => at.product.devices({ socialCard: cards.李建国, printer })
/** What the counter's slips are to be printed on; undefined = whatever is there. */
const choose = (slip: string | DocumentPrinter | undefined) => {
  const folder = join(at.product.dataDir, 'agent')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'printers.json'), JSON.stringify({ byDocumentType: slip ? { slip } : {} }))
}
const slips = () => printedSlips(at.product.dataDir).filter((path) => !before.includes(path))

/** Until the server has heard that the newest order's slip is out. */
const knownAsPrinted = () =>
  until(
    'the server knows that it is out',
    () => lastOrder(at.api),
    ({ printed }) => printed === 1,
  )

const buy = async (page: CounterPage) => {
  await page.readCard('李建国')
  await page.addItem('FFDS', '复方丹参滴丸')
  await page.presettle()
  await page.settle()
}

describe.skipIf(!hasBrowser)('the printer', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
    counter = await at.counter()
  })
  afterEach(() => {
    simulate('ready')
    choose(undefined)
  })

  test.each([
    ['paper', '结算成功，小票未打印：打印机缺纸'],
    ['cover', '结算成功，小票未打印：打印机盖子没有合上'],
    ['offline', /打印机 .+ 无法连接/],
  ] as const)('%s: the counter says so, and the slip comes once when the printer is back', async (fault, words) => {
    before = printedSlips(at.product.dataDir)
    simulate(fault)
    await buy(counter)
    await counter.reads(words)
    expect(slips()).toEqual([])
    simulate('ready')
    await counter.reads('小票已打印')
    await nextSlip(at.product.dataDir, before)
  })

  test('a jam: the clerk is asked, nothing prints by itself; 没有，重打 prints it', async () => {
    before = printedSlips(at.product.dataDir)
    simulate('jam')
    await buy(counter)
    const dialog = counter.page.getByRole('dialog').filter({ hasText: '不确定小票是否已打印' })
    await dialog.waitFor()
    expect(slips()).toEqual([])
    simulate('ready')
    await counter.guard()
    await dialog.getByRole('button', { name: '没有，重打' }).click()
    await nextSlip(at.product.dataDir, before)
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a printer of another name: said at once, nothing prints elsewhere, and the settlement stands', async () => {
    before = printedSlips(at.product.dataDir)
    choose('别的打印机')
    await buy(counter)
    const line = await counter.reads(/没有找到打印机|无法连接/)
    expect(slips()).toEqual([])
    choose(undefined)
    // Where the system's spooler cannot be asked, the printer may be one of its own: that slip waits and then goes on.
    if (line.includes('无法连接')) await nextSlip(at.product.dataDir, before)
  })

  test('a counter that prints receipts: the same slip in codes, and again for a reason, marked', async () => {
    before = printedSlips(at.product.dataDir)
    choose({ printer: 'sim-printer', paper: 'roll80', mode: 'receipt' })
    await buy(counter)
    await counter.reads('结算成功')
    const receipts = () => printedSlips(at.product.dataDir, 'txt').map((path) => readFileSync(path, 'utf8'))
    const [first] = await until('the receipt is printed', receipts, ({ length }) => length === 1)
    const bought = await lastOrder(at.api)
    expect(first).toContain(bought.split!.cash)
    expect(first).not.toContain('补打')
    await knownAsPrinted()
    await counter.press('F10')
    await counter.page.getByRole('dialog', { name: '补打原因' }).waitFor()
    await counter.press('2')
    const preview = counter.page.getByRole('dialog', { name: '打印预览' })
    await preview.getByRole('button', { name: '打印', exact: true }).click()
    const both = await until('the second one is printed', receipts, ({ length }) => length === 2)
    expect(both[1]).toContain('补打 1')
    await preview.waitFor({ state: 'hidden' })
    expect(slips()).toEqual([])
  })

  test('the page closed while it waits for paper: the slip comes once all the same, and is known as printed', async () => {
    before = printedSlips(at.product.dataDir)
    simulate('paper')
    const other = await at.counter()
    await buy(other)
    await other.reads('打印机缺纸')
    await other.page.context().close()
    expect(slips()).toEqual([])
    simulate('ready')
    await nextSlip(at.product.dataDir, before)
    // Another page of this counter says it: goods may be out, and a second slip would be a 补打.
    await knownAsPrinted()
    // The same counter goes on as if nothing had been.
    before = printedSlips(at.product.dataDir)
    await buy(counter)
    await counter.reads('结算成功')
    await nextSlip(at.product.dataDir, before)
    await knownAsPrinted()
  })

  test('the order list prints the marked ones as one batch, each marked 补打 after one word', async () => {
    const { page } = counter
    await page.goto(`${at.product.app}/reconciliation/order-management`)
    await counter.connected()
    // The newest, and the one whose page was closed.
    for (const n of [0, 1]) await page.getByRole('row').filter({ hasText: '李*' }).nth(n).getByRole('checkbox').check()
    before = printedSlips(at.product.dataDir)
    await page.getByRole('button', { name: '打印结算单' }).click()
    await page.getByRole('dialog', { name: '补打原因' }).waitFor()
    await page.keyboard.press('4')
    const dialog = page.getByRole('dialog', { name: '打印结算单' })
    await dialog.getByText('共 2 张，已打印 2 张').waitFor()
    expect(slips().map((path) => /补打 \d/.test(slipText(path)))).toEqual([true, true])
  })
})
