import { readFileSync } from 'node:fs'

// The data files are all that the simulator shares with the rest of the server: a shared codec would hide its own errors.
const shared = new URL('../../data/centre/', import.meta.url)

/**
 * The rows of a shared data file, or of one in another folder, by column name: `#` lines are comments, the first other
 * line names the columns.
 */
export const table = (name: string, folder: URL = shared): Record<string, string>[] => {
  const lines = readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const columns = lines[0]!.split('\t')
  return lines.slice(1).map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
  })
}

/** Groups items by a key, in the order of first appearance. */
export const groupBy = <T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
