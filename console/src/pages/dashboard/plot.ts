/** Colours by meaning; the class of the same name in the style sheet. */
type Tone = 'cash' | 'account' | 'fund' | 'now' | 'before' | 'open' | 'done'

interface Series {
  title: string
  tone: Tone
  values: readonly number[]
  /** The value as people read it. */
  text: (value: number) => string
}

/** What a chart shows and its table says: a column of the one is a row of the other. */
export interface Plot {
  /** What the columns are: 日期, 时段, 门店. */
  head: string
  names: readonly string[]
  /** stacked: on each other · beside: next to each other · rows: lying, for names that are long · line: over time. */
  form: 'stacked' | 'beside' | 'rows' | 'line'
  series: readonly Series[]
  /** Columns drawn in front of a band of trouble. */
  bands?: readonly boolean[]
}

/** The value at the top of the axis. */
export const mostOf = ({ form, names, series }: Plot): number => {
  const stacked = form === 'stacked' || form === 'rows'
  const heights = names.map((_, i) => {
    const values = series.map(({ values: all }) => Math.max(0, all[i] ?? 0))
    return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  return Math.max(1, ...heights)
}

/** A change in percent with its sign; nothing where there was nothing before. */
export const change = (now: number, before: number): string => {
  if (before <= 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return '持平'
  return `${percent >= 0 ? '+' : ''}${percent}%`
}
