import { listCodes } from '../../centre/dictionaries.ts'
import type { Edition } from '../../centre/profile.ts'

const tables = new Map<Edition, Map<string, string>>()

/** psn_insu_stas is the one code of 1101 that neither document's dictionary prints (domain.md 3.3). */
const unprinted: [string, string][] = [
  ['0', '未参保'],
  ['1', '正常参保'],
  ['2', '暂停参保'],
  ['4', '终止参保'],
]

const tableOf = (edition: Edition) => {
  const known = tables.get(edition)
  if (known) return known
  const table = new Map([
    ...unprinted.map(([code, label]): [string, string] => [`psn_insu_stas\n${code}`, label]),
    ...listCodes(edition).map(({ type, code, label }): [string, string] => [`${type}\n${code}`, label]),
  ])
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
