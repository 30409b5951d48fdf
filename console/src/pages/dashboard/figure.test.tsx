import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { latencyPlot } from './area-plots.ts'
import { Figure } from './figure.tsx'
import { hoursPlot } from './home-plots.ts'
import { Drawing, Table } from './views.tsx'

const hours = [
  { hour: 8, today: 2, before: 4 },
  { hour: 9, today: 0, before: 0 },
  { hour: 10, today: 3, before: 0 },
]

test('nothing yet: sample axes and when there will be something, no switch and no figure', () => {
  const html = renderToStaticMarkup(<Figure title="今天各时段结算" plot={hoursPlot([])} sentence="0 时前 0 笔" />)
  expect(html).toContain('首笔结算后显示')
  expect(html).not.toMatch(/看表|0 时前/)
})

test('a chart says its sentence, what its colours are, and how to read it as a table', () => {
  const html = renderToStaticMarkup(<Figure title="今天各时段结算" plot={hoursPlot(hours)} sentence="11 时前 5 笔" />)
  for (const text of ['11 时前 5 笔', '今天', '上周同日', '看表']) expect(html).toContain(text)
})

test('its table has the figures of the chart; hours without any are left out', () => {
  const html = renderToStaticMarkup(<Table plot={hoursPlot(hours)} />)
  expect(html.match(/<tr>/g)).toHaveLength(3)
  expect(html.replaceAll(' data-number="true"', '')).toContain('8 时</th><td>2 笔</td><td>4 笔')
  expect(html).not.toContain('9 时')
})

test('a line is broken where nothing was measured, and trouble is a band', () => {
  const at = '2026-11-21 10:31:00'
  const step = (minute: string, p95: number, unanswered = 0) => ({
    ...{ at: `2026-11-21 10:${minute}:00`, calls: 10, unanswered, p95 },
  })
  const html = renderToStaticMarkup(
    <Drawing plot={latencyPlot([step('00', 50), step('10', 100, 9), step('30', 80)], at)} />,
  )
  expect(html.match(/<rect/g)).toHaveLength(1)
  expect(html).toMatch(/d="M140\.5 50h\.01L141\.5 0h\.01M143\.5 20h\.01"/)
})
