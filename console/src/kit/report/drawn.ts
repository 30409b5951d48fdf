import { metaAt, type Shape } from '../fields.ts'
import type { ChartData } from './chart-option.ts'
import type { ReportSpec } from './types.ts'
import type { ReportAnswer } from './use-report.ts'

type Row = ReportAnswer['items'][number]
type Chart = ReportSpec<never>['chart']

const sumOf = (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)

/** A figure of the line; a share counts in hundredths. What a row has no figure of is a gap, not a nought. */
const lineValue = (value: unknown, share: boolean): number | undefined => {
  if (value === undefined) return undefined
  return share ? Number((Number(value) * 100).toFixed(2)) : Number(value)
}

/** Above so many bars names that are words do not stand beside each other. */
const level = 6

/** Words, unlike days and hours, do not follow from the ones beside them: each has to be read. */
const areWords = (names: readonly string[]): boolean => names.some((name) => /\p{Script=Han}{3}/u.test(name))

/** What a chart draws of a report's rows, and whose key each bar is: none of the bar that stands for all the others. */
export const drawnOf = (
  shape: Shape,
  { bars, line, units, most, short = (name) => name }: Chart,
  items: readonly Row[],
): ChartData & { keys: (string | undefined)[] } => {
  const tooMany = most !== undefined && items.length > most + 1
  const first = tooMany ? items.toSorted((a, b) => sumOf([b], bars[0]!) - sumOf([a], bars[0]!)).slice(0, most) : items
  const others = tooMany ? items.filter((row) => !first.includes(row)) : []
  const apart = tooMany || areWords(items.map(({ name }) => name))
  const meta = line === undefined ? undefined : metaAt(shape, line)
  return {
    units,
    apart,
    aslant: tooMany || (items.length > level && apart),
    keys: [...first.map(({ key }) => key), ...(tooMany ? [undefined] : [])],
    names: [...first.map(({ name }) => short(name)), ...(tooMany ? [`其余 ${others.length} 项`] : [])],
    bars: bars.map((key) => ({
      ...{ key, title: metaAt(shape, key).title },
      values: [...first.map((row) => String(row[key])), ...(tooMany ? [String(sumOf(others, key))] : [])],
    })),
    ...(meta && {
      line: {
        ...{ key: line!, title: meta.title },
        values: first.map((row) => lineValue(row[line!], meta.kind === 'ratio')),
      },
    }),
  }
}
