export interface Change {
  path: string
  from: string
  to: string
}

const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '--'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What differs between two records, one line per field; a field that both have alike is no change. */
export const changesOf = (before: unknown, after: unknown, path = ''): Change[] => {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (!isObject(before) && !isObject(after)) return [{ path: path || '内容', from: shown(before), to: shown(after) }]
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
    changesOf(old[key], now[key], path ? `${path}.${key}` : key),
  )
}
