/** By what two sides belong together: what is equal does; '' and undefined are equal to nothing. */
export type Rule<L, R> = readonly [(left: L) => string | undefined, (right: R) => string | undefined]

/** Each of the left with at most one of the right: rule by rule, and of those that a rule leaves equal in their order. */
export const assign = <L, R>(lefts: readonly L[], rights: readonly R[], rules: readonly Rule<L, R>[]): Map<L, R> => {
  const pairs = new Map<L, R>()
  const free = new Set(rights)
  for (const [leftKey, rightKey] of rules) {
    const byKey = new Map<string, R[]>()
    for (const right of free) {
      const key = rightKey(right)
      if (key) byKey.set(key, [...(byKey.get(key) ?? []), right])
    }
    for (const left of lefts) {
      const key = pairs.has(left) ? undefined : leftKey(left)
      const right = !key ? undefined : byKey.get(key)?.shift()
      if (right === undefined) continue
      pairs.set(left, right)
      free.delete(right)
    }
  }
  return pairs
}
