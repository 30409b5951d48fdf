import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeSlip } from './make.ts'
import { pageHeights } from './test/pdf-text.ts'
import { sampleLines, sampleSlip } from './test/sample.ts'

const layouts = ['58', '80', 'a5', '241', 'a4'] as const

describe('pages', () => {
  it.each(['58', '80'] as const)('of %s mm are as long as their content and at most 300 mm', async (layout) => {
    const short = pageHeights((await makeSlip(sampleSlip({ lines: sampleLines(1) }), layout)).pdf)
    const longer = pageHeights((await makeSlip(sampleSlip({ lines: sampleLines(3) }), layout)).pdf)
    expect(short).toHaveLength(1)
    expect(longer[0]).toBeGreaterThan(short[0]! + 10)
    const { pdf, pages } = await makeSlip(sampleSlip({ lines: sampleLines(60) }), layout)
    const heights = pageHeights(pdf)
    expect(heights).toHaveLength(pages)
    expect(pages).toBeGreaterThan(1)
    for (const height of heights) expect(height).toBeLessThanOrEqual(300)
    for (const height of heights.slice(0, -1)) expect(height).toBeGreaterThan(200)
  })

  it.each(['58', '80'] as const)('of %s mm never pass 300 mm, wherever the break falls', async (layout) => {
    for (let count = 5; count < 40; count += 3) {
      const { pdf } = await makeSlip(sampleSlip({ lines: sampleLines(count) }), layout)
      expect(Math.max(...pageHeights(pdf))).toBeLessThanOrEqual(300)
    }
  })

  it('of continuous paper are halves between its folds; an ordinary purchase fills one', async () => {
    const heights = async (count: number) =>
      pageHeights((await makeSlip(sampleSlip({ lines: sampleLines(count) }), '241')).pdf).map(Math.round)
    expect(await heights(4)).toEqual([140])
    expect(await heights(12)).toEqual([140, 140])
  })

  it('keeps the official form on one page, 60 lines and the year before included', async () => {
    const year = { stays: 1, total: 1, poolFund: 2, largeAmount: 3, civilServant: 4, seriousIllness: 5 }
    const yearBefore = { ...year, account: 6, medicalAid: 7 }
    const lines = sampleLines(60).map((line, n) => ({ ...line, feeClass: `费用类别 ${n % 15}` }))
    expect((await makeSlip(sampleSlip({ lines, yearBefore }), 'a4')).pages).toBe(1)
  })
})

describe('bytes', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(layouts)('are the same for the same slip whenever it is made, on %s', async (layout) => {
    const first = await makeSlip(sampleSlip(), layout)
    vi.setSystemTime('2031-02-03T04:05:06Z')
    const second = await makeSlip(sampleSlip(), layout)
    expect(Buffer.from(first.pdf).equals(second.pdf)).toBe(true)
    const other = await makeSlip(sampleSlip({ reprint: 1 }), layout)
    expect(Buffer.from(first.pdf).equals(other.pdf)).toBe(false)
  })

  it('hold no name or certificate outside the page', async () => {
    const { pdf } = await makeSlip(sampleSlip(), '80')
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('320502********1224')
  })

  it('stay small', async () => {
    for (const layout of layouts) expect((await makeSlip(sampleSlip(), layout)).pdf.length).toBeLessThan(60_000)
  })
})

it('refuses a reversal whose amounts already carry the minus', async () => {
  const split = { ...sampleSlip().split, total: -123_456 }
  await expect(makeSlip(sampleSlip({ kind: 'reversal', split }), '80')).rejects.toThrow(RangeError)
})

it('prints a settlement whose number no barcode can hold', async () => {
  const ids = { ...sampleSlip().ids, setlId: '结算甲0001' }
  expect((await makeSlip(sampleSlip({ ids }), 'a5')).pages).toBe(1)
  expect((await makeSlip(sampleSlip({ ids }), '80')).pages).toBe(1)
})
