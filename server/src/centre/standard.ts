import { readFileSync } from 'node:fs'
import type { Edition } from './profile.ts'

/** When a field must hold a value. `when` = another field of the same node has this value. */
type Required = 'always' | 'never' | 'outOfArea' | { when: string; is: string }

/** One row of fields.tsv. `digits` = length of a text or all digits of a number; undefined = no limit. */
export interface Field {
  node: string
  array: boolean
  name: string
  title: string
  type: 'S' | 'N' | 'D' | 'DT' | 'ARR' | 'B'
  digits: number | undefined
  decimals: number
  coded: boolean
  required: Required
}
type Row = Field & { key: string; province: string }

/** The name of a node that the documents leave unnamed: its fields stand in the message itself. */
export const UNNAMED = '(none)'

/** Tab-separated rows of a data file of the standard, without comments and heading. */
export const dataRows = (file: string): string[][] =>
  readFileSync(new URL(`../../data/centre/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'))

const requirement = (flag: string, note: string): Required => {
  if (flag === 'Y') return 'always'
  if (note.includes('required for out-of-area people')) return 'outOfArea'
  const condition = /required when (\w+)=(\w+)/.exec(note)
  return condition ? { when: condition[1]!, is: condition[2]! } : 'never'
}

// Lengths the tables print too short for values that the same standard or its areas give (domain.md 2.1, 2.5; notes 1).
// Names of minorities and residents' person types would else never be settled.
const lengths: Record<string, number> = {
  mdtrt_cert_no: 4000,
  psn_name: 50,
  certno: 50,
  psn_type: 6,
  psn_cert_type: 6,
  psn_idet_type: 6,
  cum_type_code: 50,
  infno: 6,
  sign_no: 64,
}

const rowOf = (cells: string[]): Row => {
  const [infno, direction, node, kind, , name, title, type, length, coded, required, note, province] = cells
  const [digits, decimals] = (length ?? '').split(',')
  return {
    key: `${infno} ${direction}`,
    province: province!,
    node: node!,
    array: kind !== 'object',
    name: name!,
    title: title!,
    type: type as Field['type'],
    digits: Math.max(Number(digits), lengths[name!] ?? 0) || undefined,
    decimals: Number(decimals ?? 0),
    coded: coded === 'Y',
    required: requirement(required!, note ?? ''),
  }
}

const all = [...dataRows('fields.tsv'), ...dataRows('local-fields.tsv')].map(rowOf)
/** What an option of an area adds to a transaction is no part of any edition. */
const OPTION = 'option:'
const rows = all.filter(({ province }) => !province.startsWith(OPTION))
const identity = new Set(['psn_cert_type', 'certno', 'psn_type', 'psn_name'])

const infnoOf = (row: Row) => row.key.split(' ')[0]!
// Local transactions are in no edition and hold wherever an area has them.
const holds = (row: Row, edition: Edition) => ['both', 'local', edition].includes(row.province)
const described: Record<Edition, Set<string>> = {
  JX: new Set(rows.filter((row) => holds(row, 'JX')).map(infnoOf)),
  HN: new Set(rows.filter((row) => holds(row, 'HN')).map(infnoOf)),
}

/** Whether an edition has a transaction itself, not only by the other one's tables. */
export const isDescribed = (edition: Edition, infno: string): boolean => described[edition].has(infno)

const select = (edition: Edition, key: string): Field[] => {
  const own = rows.filter((row) => row.key === key && holds(row, edition))
  if (own.length > 0 || described[edition].has(key.split(' ')[0]!)) return own
  // The edition lacks the chapter: the other's rows hold, with Jiangxi's condition on the identity fields (DESIGN 4).
  const others = rows.filter((row) => row.key === key)
  const borrowed = (row: Row): Row =>
    edition === 'JX' && key.endsWith(' in') && identity.has(row.name) ? { ...row, required: 'outOfArea' } : row
  return others.map(borrowed)
}

const cache = new Map<string, Field[]>()
const cached = (edition: Edition, key: string): Field[] => {
  const id = `${edition} ${key}`
  const found = cache.get(id) ?? select(edition, key)
  cache.set(id, found)
  return found
}

/** The fields of one transaction's input or output (or of the `envelope`) in table order; empty = unknown number. */
export const fieldsOf = (edition: Edition, infno: string, direction: 'in' | 'out'): readonly Field[] =>
  cached(edition, `${infno} ${direction}`)

/** Fields that options of an area add to one transaction's input or output, nodes of their own included. */
export const additionsOf = (infno: string, direction: 'in' | 'out', options: readonly string[]): readonly Field[] =>
  all.filter(
    ({ key, province }) => key === `${infno} ${direction}` && options.some((name) => province === OPTION + name),
  )

/** Every row of the tables, whichever edition or option it belongs to. */
export const allFields = (): readonly Field[] => all

/** The columns of a TXT file: `3202` has `upload file` and `result file`. */
export const columnsOf = (edition: Edition, infno: string, file: string): readonly Field[] =>
  cached(edition, `${infno} file`).filter(({ node }) => node === file)
