import { type ValueRules, valueFault } from './check-value.ts'
import type { Fault } from './fault.ts'
import { isObject, type Json } from './json.ts'
import { namesOf, plainKeys, plainName, rowsIn } from './names.ts'
import type { CentreProfile, Edition } from './profile.ts'
import { additionsOf, type Field, fieldsOf, UNNAMED } from './standard.ts'
import { unnamedRows } from './unnamed-rows.ts'

interface CheckContext {
  /** The insured belong to another city than the pharmacy: Jiangxi then demands the identity fields. */
  outOfArea?: boolean
  localCodes?: CentreProfile['localCodes']
  /** Options of the area that add fields to a message. */
  options?: readonly string[]
}
type Rules = ValueRules & CheckContext
type Row = Record<string, unknown>

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const isRequired = ({ required }: Field, row: Row, { outOfArea }: CheckContext) => {
  if (typeof required === 'object') return row[required.when] === required.is
  return required === 'always' || (required === 'outOfArea' && outOfArea === true)
}

/** An answer's value under any name it is known by; our own names must be exact. */
const pick = (row: Row, field: Field, direction: 'in' | 'out') => {
  if (direction === 'in') return row[field.name]
  return namesOf(field.name)
    .map((name) => row[name])
    .find((value) => value !== undefined)
}

const checkRow = (fields: readonly Field[], row: Row, rules: Rules, index?: number): Fault[] => {
  const at = index === undefined ? {} : { row: index }
  const faults: Fault[] = fields.flatMap((field) => {
    const { node, name, title } = field
    const value = pick(row, field, rules.direction)
    const absent = field.type === 'B' ? value === undefined : isEmpty(value)
    if (absent)
      return isRequired(field, row, rules) ? [{ node, field: name, kind: 'missing' as const, title, ...at }] : []
    const kind = valueFault(field, value, rules)
    return kind ? [{ node, field: name, kind, title, ...at }] : []
  })
  const known = new Set(fields.flatMap(({ name }) => (rules.direction === 'in' ? [name] : namesOf(name))))
  const unknown = Object.keys(row).filter((name) => !known.has(name))
  const node = fields[0]!.node
  return [
    ...faults,
    ...unknown.map((name) => ({ node, field: name, kind: 'unknownField' as const, title: name, ...at })),
  ]
}

const checkNode = (fields: readonly Field[], value: Json | undefined, rules: Rules): Fault[] => {
  const { node, array } = fields[0]!
  const wrong: Fault[] = [{ node, field: '', kind: 'wrongNode', title: node }]
  const needed = fields.some(({ required }) => required === 'always')
  if (isEmpty(value)) return needed && (rules.direction === 'in' || !array) ? wrong : []
  if (rules.direction === 'in' && Array.isArray(value) !== array) return wrong
  const rows = rowsIn(value)
  if (rows.length === 0) return needed && (rules.direction === 'in' || !array) ? wrong : []
  return rows.flatMap((row, index) =>
    checkRow(fields, rules.direction === 'in' ? row : plainKeys(row), rules, array ? index : undefined),
  )
}

/**
 * Compares `message` (the `input` or `output` object) with the tables of the edition. A number without tables is not
 * judged; nodes nested inside others are not entered.
 */
export const checkMessage = (
  edition: Edition,
  infno: string,
  direction: 'in' | 'out',
  message: Json,
  context: CheckContext = {},
): Fault[] => {
  const own = fieldsOf(edition, infno, direction)
  if (own.length === 0) return []
  const fields = context.options?.length ? [...own, ...additionsOf(infno, direction, context.options)] : own
  const rules: Rules = { edition, direction, ...context }
  const nodes = new Map<string, Field[]>()
  for (const field of fields) nodes.set(field.node, [...(nodes.get(field.node) ?? []), field])
  if (nodes.has(UNNAMED)) return checkNode(fields, unnamedRows(message, fields), rules)
  const nested = new Set(fields.filter(({ type }) => type === 'ARR').map(({ name }) => name))
  const spell = direction === 'in' ? (name: string) => name : plainName
  const given = new Map(Object.entries(isObject(message) ? message : {}).map(([name, value]) => [spell(name), value]))
  const faults = [...nodes]
    .filter(([node]) => !nested.has(node))
    .flatMap(([node, own]) => checkNode(own, given.get(spell(node)), rules))
  const known = new Set([...nodes.keys()].map(spell))
  const strange = [...given.keys()].filter((name) => !known.has(name))
  return [...faults, ...strange.map((node): Fault => ({ node, field: '', kind: 'wrongNode', title: node }))]
}

/** Checks the envelope's own fields; `input` is checked by checkMessage, here only its declared 40000 characters. */
export const checkEnvelope = (edition: Edition, envelope: Record<string, unknown>): Fault[] => {
  const { input, ...row } = envelope
  const fields = fieldsOf(edition, 'envelope', 'in').filter(({ name }) => name !== 'input')
  const faults = checkRow(fields, row, { edition, direction: 'in' })
  const text = JSON.stringify(input) ?? ''
  const fault = (field: string, kind: Fault['kind'], title: string): Fault => ({ node: '(root)', field, kind, title })
  // A file travels inside 9101's input in some areas and is no table text.
  if (row.infno !== '9101' && text.length > 40_000) faults.push(fault('input', 'tooLong', '交易输入'))
  if (/"psn_no":"[^"]/.test(text) && isEmpty(row.insuplc_admdvs))
    faults.push(fault('insuplc_admdvs', 'missing', '参保地医保区划'))
  return faults
}
