/** Levels any input of ours may nest: the deepest of the contracts has five. */
const deepest = 64

const goesBelow = (value: unknown, levels: number): boolean => {
  if (levels < 0) return true
  if (typeof value !== 'object' || value === null) return false
  for (const one of Object.values(value)) if (goesBelow(one, levels - 1)) return true
  return false
}

/** Whether a parsed JSON value nests so deep that what walks it later by recursion would run out of stack. */
export const isTooDeep = (value: unknown): boolean => goesBelow(value, deepest)
