import { listCodes } from '../../centre/dictionaries.ts'
import type { Edition } from '../../centre/profile.ts'

const tables = new Map<Edition, Map<string, string>>()

const tableOf = (edition: Edition) => {
  const known = tables.get(edition)
  if (known) return known
  const table = new Map(listCodes(edition).map(({ type, code, label }) => [`${type}\n${code}`, label]))
  tables.set(edition, table)
  return table
}

/** Chinese label of a code in an edition's tables; a longer local code takes its parent's, an unknown one itself. */
export const labelOf = (edition: Edition, type: string, code: string | undefined): string => {
  if (!code) return ''
  const table = tableOf(edition)
  for (let length = code.length; length > 0; length--) {
    const label = table.get(`${type}\n${code.slice(0, length)}`)
    if (label) return label
  }
  return table.get(`${type}\n${code.replace(/^0+/, '')}`) ?? code
}
