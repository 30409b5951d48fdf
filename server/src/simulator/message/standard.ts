import { groupBy, table } from '../data.ts'
import type { Province } from '../profile.ts'

/** One row of the field tables. */
export interface Field {
  infno: string
  node: string
  kind: string
  name: string
  title: string
  type: string
  /** Greatest length (S) or greatest number of digits (N); 0 = not stated. */
  length: number
  decimals: number
  coded: boolean
  required: boolean
  province: string
}

/** The fields of one node of a message. */
export interface Node {
  name: string
  array: boolean
  required: boolean
  fields: Field[]
}

type Direction = 'in' | 'out' | 'file'

/** Identity fields that Jiangxi asks of out-of-area people only and Hunan of everybody (DESIGN 4). */
const identityFields = ['psn_cert_type', 'certno', 'psn_type', 'psn_name']

// What only some areas' centres take besides is read by those that do (transactions/trace-codes.ts).
const rows = [...table('fields.tsv'), ...table('local-fields.tsv')].filter(
  (row) => !row.province!.startsWith('option:'),
)
const byInfno = groupBy(rows, (row) => row.infno!)
const titles = new Map(
  [...table('transactions.tsv'), ...table('local-transactions.tsv')].map(({ infno, name }) => [infno!, name!]),
)

const toField = (row: Record<string, string>): Field => {
  const [length = 0, decimals = 0] = (row.length ?? '').split(',').map(Number)
  return {
    infno: row.infno!,
    node: row.node!,
    kind: row.node_kind!,
    name: row.field!,
    title: row.name!,
    type: row.type!,
    length,
    decimals,
    coded: row.coded === 'Y',
    required: row.required === 'Y',
    province: row.province!,
  }
}

const select = (infno: string, direction: Direction, province: Province): Field[] => {
  const all = byInfno.get(infno) ?? []
  const here = all.filter((row) => row.province !== (province === 'HN' ? 'JX' : 'HN'))
  // Where Jiangxi's copy has no rows for a transaction Hunan's hold, with Jiangxi's condition on the identity fields.
  const borrowed = province === 'JX' && here.length === 0
  return (borrowed ? all : here)
    .filter((row) => row.direction === direction)
    .map(toField)
    .map((field) => (borrowed && identityFields.includes(field.name) ? { ...field, required: false } : field))
}

const cache = new Map<string, Node[]>()

/** The nodes of a message, in the order of the tables; empty when the standard names none. */
export const nodesOf = (infno: string, direction: Direction, province: Province): Node[] => {
  const key = `${infno} ${direction} ${province}`
  const known = cache.get(key)
  if (known) return known
  const nodes = [...groupBy(select(infno, direction, province), (field) => field.node)].map(([name, fields]) => ({
    name,
    array: fields[0]!.kind === 'array',
    required: fields.some((field) => field.required),
    fields,
  }))
  cache.set(key, nodes)
  return nodes
}

/** The fields of one node; throws when the tables have no such node. */
export const fieldsOf = (infno: string, direction: Direction, node: string, province: Province): Field[] => {
  const found = nodesOf(infno, direction, province).find((candidate) => candidate.name === node)
  if (!found) throw new Error(`no node ${node} in ${infno} ${direction}`)
  return found.fields
}

/** The Chinese name of a transaction, undefined when no edition and no local rule knows the number. */
export const titleOf = (infno: string): string | undefined => titles.get(infno)
