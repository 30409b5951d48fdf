/** One line of the table. Times in ms unless `unit` says otherwise. */
export interface Row {
  name: string
  unit: string
  ours: number
  /**
   * The same work without our system, measured in the same run; absent where the limit is an absolute one. A figure that
   * was read and not measured names its source and has no limit.
   */
  beside?: { name: string; value: number }
  /** ratio: ours / beside · excess: ours − beside · value: ours alone. */
  compare: 'ratio' | 'excess' | 'value'
  /** Absent: the row is shown for its information only. */
  limit?: { atMost: number } | { atLeast: number }
}

/** What a bench module exports as `run`. `say` tells the person in front of it what is going on. */
export type Bench = (say: (text: string) => void) => Promise<Row[]>

export const comparedOf = ({ compare, ours, beside }: Row): number => {
  if (compare === 'value') return ours
  const other = beside?.value ?? Number.NaN
  return compare === 'ratio' ? ours / other : ours - other
}

/** Whether the row keeps its limit; NaN (something was not measured) never does. */
export const holds = (row: Row): boolean => {
  if (!row.limit) return true
  const value = comparedOf(row)
  return 'atMost' in row.limit ? value <= row.limit.atMost : value >= row.limit.atLeast
}
