/** Levels any input of ours may nest: the deepest of the contracts has five. */
const deepest = 64

/** Whether a parsed JSON value nests so deep that what walks it later by recursion would run out of stack. */
export const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
