/** Each class is an eighth longer than the one before it. */
const step = 1.125

/**
 * Upper bound of the class a duration belongs to, ms. A percentile of classes is at most an eighth too long, and ten
 * thousand calls are kept as a few dozen rows.
 */
export const durationClass = (ms: number): number => {
  const place = Math.max(0, Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(step)))
  return Math.min(Math.ceil(step ** place), 600_000)
}

/** The class below or in which `share` (0 to 1) of the calls lie; undefined without calls. */
export const percentileOf = (rows: readonly { ms: number; calls: number }[], share: number): number | undefined => {
  const sorted = rows.toSorted((a, b) => a.ms - b.ms)
  let left = sorted.reduce((sum, { calls }) => sum + calls, 0) * share
  for (const { ms, calls } of sorted) {
    left -= calls
    if (left <= 0) return ms
  }
  return undefined
}
