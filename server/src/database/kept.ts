import { createHash } from 'node:crypto'

/** Every connection keeps its own copy of a prepared statement, so their number is bounded. */
const most = 64
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= most) return known
  const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}

interface Query<T> extends PromiseLike<T> {
  toSQL: () => { sql: string }
  prepare: (name: string) => { execute: () => PromiseLike<unknown> }
}

/**
 * Runs a built query as a prepared statement named after its text: planning a list costs more than reading its page.
 * The first 64 texts of a process are kept, which are those of the lists people open; any other runs as it is.
 */
export const kept = <T>(query: Query<T>): PromiseLike<T> => {
  const name = nameOf(query.toSQL().sql)
  return name ? (query.prepare(name).execute() as PromiseLike<T>) : query
}
