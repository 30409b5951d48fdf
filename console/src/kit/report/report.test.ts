import { expect, test } from 'vitest'
import { tablePages } from '../list/print-table.ts'
import { chartOption } from './chart-option.ts'
import { periodsOf } from './periods.ts'

const of = (today: string) => Object.fromEntries(periodsOf(today).map(({ text, from, to }) => [text, `${from}/${to}`]))

test('periods as of a day; those under way end today', () => {
  expect(of('2026-11-21')).toEqual({
    今天: '2026-11-21/2026-11-21',
    '近 7 天': '2026-11-15/2026-11-21',
    本月: '2026-11-01/2026-11-21',
    上月: '2026-10-01/2026-10-31',
    本季: '2026-10-01/2026-11-21',
    上季: '2026-07-01/2026-09-30',
    今年: '2026-01-01/2026-11-21',
  })
})

test('the first quarter’s last one is the year before; February ends when it ends', () => {
  expect(of('2027-03-01')).toMatchObject({
    ...{ 上月: '2027-02-01/2027-02-28', 上季: '2026-10-01/2026-12-31', 本季: '2027-01-01/2027-03-01' },
  })
  expect(of('2028-03-31').上月).toBe('2028-02-01/2028-02-29')
})

const colours = { text: '#000', line: '#eee', ground: '#fff', font: 'Arial' }
const bars = [
  { key: 'fundTotal', title: '基金合计', values: ['10.50', '-3.00'] },
  { key: 'cash', title: '现金', values: ['1.00', '0.00'] },
]

test('amounts stand on one another, the count has an axis of its own, and patterns say what colours say', () => {
  const line = { key: 'settlements', title: '结算笔数', values: [3, 1] }
  const option = chartOption({ names: ['a', 'b'], bars, line }, colours)
  expect(option.series.map(({ type, name, data }) => [type, name, data])).toEqual([
    ['bar', '基金合计', [10.5, -3]],
    ['bar', '现金', [1, 0]],
    ['line', '结算笔数', [3, 1]],
  ])
  expect(option.aria.decal.show).toBe(true)
  expect(option.dataZoom).toEqual([])
  expect(new Set(option.color).size).toBe(3)
})

test('groups that are words are points under a line of each of their words; days are a line', () => {
  const line = { key: 'calls', title: '次数', values: [3, 1] }
  const { series, xAxis, textStyle } = chartOption({ names: ['a b', 'c'], bars: [], line, apart: true }, colours)
  expect(series[0]).toMatchObject({ lineStyle: { width: 0 } })
  expect(xAxis.axisLabel).toMatchObject({ formatter: expect.any(Function) })
  expect((xAxis.axisLabel as { formatter: (name: string) => string }).formatter('2026-10 观前店')).toBe(
    '2026-10\n观前店',
  )
  expect(textStyle.fontFamily, 'a canvas knows no inherit').toBe('Arial')
  expect(chartOption({ names: ['11-27'], bars: [], line }, colours).series[0]).not.toHaveProperty('lineStyle')
})

test('amounts keep their two decimals whatever is counted over them, and a count its separators', () => {
  const line = { key: 'visits', title: '人次', values: [12_000] }
  const data = { names: ['a'], bars: [{ key: 'cash', title: '现金', values: ['1234.5'] }], line }
  const { series, yAxis } = chartOption({ ...data, units: { bars: '元', line: '人次' } }, colours)
  expect(yAxis.map(({ name, minInterval }) => [name, minInterval])).toEqual([
    ['元', 0],
    ['人次', 1],
  ])
  expect(series.map(({ tooltip }, i) => tooltip.valueFormatter([1234.5, 12_000][i]))).toEqual([
    '1,234.50 元',
    '12,000 人次',
  ])
})

test('many groups get a slider', () => {
  const names = Array.from({ length: 200 }, (_, i) => String(i))
  expect(chartOption({ names, bars: [] }, colours).dataZoom).toHaveLength(1)
})

test('a printed report has a line for everyone who signs it, and none where nobody does', () => {
  const printed = {
    title: '异地申报表',
    about: '',
    heads: [{ title: '参保地', right: false }],
    rows: [['无锡市 320200']],
  }
  expect(tablePages([{ ...printed, signatures: ['制表', '负责人<'] }])).toMatch(
    /<\/table><footer><span>制表：<\/span><span>负责人&lt;：<\/span><\/footer><\/section>$/,
  )
  expect(tablePages([printed])).toMatch(/<\/table><\/section>$/)
  // Lines above it and another paper where a report of one's own says so.
  const own = tablePages([{ ...printed, lines: ['单位：元', '<二>'], paper: 'portrait' }])
  expect(own).toContain('</h1><p>单位：元</p><p>&lt;二&gt;</p><p></p><table>')
  expect([own, tablePages([printed])].map((page) => /size:A4 \w+/.exec(page)![0])).toEqual([
    ...['size:A4 portrait', 'size:A4 landscape'],
  ])
})

test('what is printed at once is one sheet after the other, each with its own title', () => {
  const one = (about: string) => ({
    title: '申请表',
    about,
    heads: [{ title: '项目', right: false }],
    rows: [['现金']],
  })
  const pages = tablePages([one('䶮'), one('𠮷')])
  expect(pages.match(/<section><h1>申请表<\/h1><p>[䶮𠮷]<\/p>/gu)).toHaveLength(2)
  expect(pages).toContain('section+section{break-before:page}')
})

test('periods from before figures are kept are not offered', () => {
  expect(periodsOf('2026-11-23', false, 35).map(({ text }) => text)).toEqual(['今天', '近 7 天', '本月'])
  expect(periodsOf('2026-11-04', false, 35).map(({ text }) => text)).toEqual([
    '今天',
    '近 7 天',
    '本月',
    '上月',
    '本季',
  ])
})
