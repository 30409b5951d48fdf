// A half that stands alone is a character of its own to a pattern with the flag u.
const half = /\p{Surrogate}/u

/**
 * Paths of the texts in a value that PostgreSQL does not keep: those with a NUL character or with half of a character
 * (𠮷 cut by a field's length).
 */
export const unkeepable = (value: unknown, path: readonly string[] = []): string[] => {
  if (typeof value === 'string') return value.includes('\0') || half.test(value) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    unkeepable(key).length ? [path.join('.')] : unkeepable(inner, [...path, key]),
  )
}
