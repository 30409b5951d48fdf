import { formatAmount, formatCount } from '@yibao/shared/money.ts'

interface Bar {
  key: string
  title: string
}

/** What the page around a chart is painted with; a canvas inherits nothing, and cannot read the word `inherit`. */
export interface Colours {
  text: string
  line: string
  ground: string
  /** Its font family. */
  font: string
}

/** What bars and line count; money over a number of settlements unless said. */
export interface ChartUnits {
  bars: string
  line: string
}
const usualUnits: ChartUnits = { bars: '元', line: '笔' }

export interface ChartData {
  units?: ChartUnits | undefined
  /** Names that are words stand aslant, so that each has its place; on a phone as many as there is room for. */
  aslant?: boolean
  /** Its groups do not follow from one another: what is counted over them are points, for a line would tell a course. */
  apart?: boolean
  names: readonly string[]
  bars: readonly (Bar & { values: readonly string[] })[]
  line?: Bar & { values: readonly (number | undefined)[] }
}

/** Told apart in both themes and by people who see few colours; the patterns over them say the same (ux 2.5). */
const palette = ['#1890ff', '#13a8a8', '#fa8c16', '#9254de', '#7cb305']
const lineColour = '#f759ab'

const slant = { rotate: 35, width: 128, overflow: 'truncate' }
/** A name of several words is as narrow as its longest: beside one another there is room for each. */
const upright = { lineHeight: 16, formatter: (name: string) => name.replaceAll(' ', '\n') }

/** Above so many groups a slider chooses which are seen. */
const most = 62

/**
 * What echarts draws: stacked amounts in yuan and a count over them. Amounts become numbers here for drawing only; the
 * tooltip writes the texts, and the page says what the chart is.
 */
export const chartOption = (
  { names, bars, line, aslant = false, apart = false, units = usualUnits }: ChartData,
  { text, line: grid, ground, font }: Colours,
) => {
  const label = { color: text }
  const axis = { axisLabel: label, splitLine: { lineStyle: { color: grid } } }
  return {
    aria: { enabled: true, label: { enabled: false }, decal: { show: true } },
    animation: false,
    color: [...palette.slice(0, bars.length), lineColour],
    textStyle: { fontFamily: font },
    // On a phone too it is one line: a second one would stand on the names of the axes.
    legend: { textStyle: label, top: 0, itemWidth: 16, itemGap: 8, inactiveColor: grid },
    grid: { top: 48, left: 8, right: 8, bottom: names.length > most ? 48 : 8, containLabel: true },
    tooltip: { trigger: 'axis', backgroundColor: ground, borderColor: grid, textStyle: label, confine: true },
    dataZoom: names.length > most ? [{ type: 'slider', height: 20, bottom: 8 }] : [],
    xAxis: {
      type: 'category',
      data: [...names],
      axisLabel: { ...label, ...(aslant ? slant : upright) },
      axisLine: { lineStyle: { color: grid } },
    },
    yAxis: [
      // Nothing is called half a time.
      { type: 'value', name: units.bars, minInterval: units.bars === '元' ? 0 : 1, nameTextStyle: label, ...axis },
      {
        type: 'value',
        name: line ? units.line : '',
        minInterval: 1,
        // A share of all is read against all.
        ...(units.line === '%' && { min: 0, max: 100 }),
        nameTextStyle: label,
        axisLabel: label,
        splitLine: { show: false },
      },
    ],
    series: [
      ...bars.map(({ title, values }) => ({
        type: 'bar',
        stack: 'all',
        barMaxWidth: 40,
        name: title,
        data: values.map(Number),
        tooltip: {
          valueFormatter: (value: unknown) =>
            units.bars === '元'
              ? `${formatAmount(Number(value).toFixed(2))} 元`
              : `${formatCount(Number(value))} ${units.bars}`,
        },
      })),
      ...(line
        ? [
            {
              type: 'line',
              yAxisIndex: 1,
              ...(apart ? { symbolSize: 8, lineStyle: { width: 0 } } : { symbolSize: 6 }),
              name: line.title,
              data: [...line.values],
              tooltip: {
                valueFormatter: (value: unknown) =>
                  value === undefined ? '--' : `${formatCount(Number(value))} ${units.line}`,
              },
            },
          ]
        : []),
    ],
  }
}
