import type { Colours } from './chart-option.ts'

/** Something measured over time; a place without a value is a gap. */
export interface Lines {
  /** When, as the axis and the tooltip write it. */
  names: readonly string[]
  lines: readonly { title: string; values: readonly (number | undefined)[] }[]
  unit: string
  /** What the axis shows at least, so that a calm hour looks calm. */
  atLeast: number
}

const palette = ['#1890ff', '#fa8c16', '#9254de']
/** Told apart by their dashes as well (ux 2.5). */
const dashes = ['solid', 'dashed', 'dotted']

/** Steps of the axis: as few figures as a small chart has room for. */
const steps = 4

/** The step of an axis that reaches `most` in a round number. */
export const stepTo = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, steps) / steps))
  const round = [1, 2, 2.5, 5, 10].map((one) => one * power)
  return round.find((one) => one * steps >= most && (one >= 5 || Number.isInteger(one))) ?? 10 * power
}

/** Whether a value stands between two gaps: no line shows it. */
const lonely = (values: readonly (number | undefined)[]): boolean =>
  values.some((value, i) => value !== undefined && values[i - 1] === undefined && values[i + 1] === undefined)

/** What echarts draws of lines over time; the page says what they are. */
export const lineOption = ({ names, lines, unit, atLeast }: Lines, { text, line: grid, ground, font }: Colours) => {
  const label = { color: text }
  const step = stepTo(Math.max(atLeast, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))))
  return {
    aria: { enabled: true, label: { enabled: false } },
    animation: false,
    color: palette,
    textStyle: { fontFamily: font },
    legend: { show: lines.length > 1, textStyle: label, top: 0, right: 0, inactiveColor: grid },
    grid: { top: 28, left: 4, right: 12, bottom: 4, containLabel: true },
    tooltip: {
      ...{ trigger: 'axis', backgroundColor: ground, borderColor: grid, textStyle: label, confine: true },
      valueFormatter: (value: unknown) =>
        value === undefined || value === null ? '没有记录' : `${String(value)} ${unit}`,
    },
    xAxis: {
      ...{ type: 'category', data: [...names], boundaryGap: false },
      ...{ axisLabel: { ...label, hideOverlap: true }, axisLine: { lineStyle: { color: grid } } },
    },
    yAxis: {
      ...{ type: 'value', min: 0, max: step * steps, interval: step },
      ...{ name: unit, nameTextStyle: { ...label, align: 'left' } },
      ...{ axisLabel: label, splitLine: { lineStyle: { color: grid } } },
    },
    series: lines.map(({ title, values }, i) => ({
      ...{ type: 'line', name: title, data: values.map((value) => value ?? null), connectNulls: false },
      ...{
        symbolSize: 4,
        showSymbol: lonely(values),
        showAllSymbol: false,
        lineStyle: { width: 1.5, type: dashes[i] },
      },
    })),
  }
}
