import { plainName } from './names.ts'
import type { Edition } from './profile.ts'
import { type Field, fieldsOf } from './standard.ts'

const empty = ({ type }: Field) => (type === 'N' ? '0' : '')

/**
 * One row of an input node with every key of its table, in table order: no key is left out, an empty number is "0",
 * any other empty value "" (notes 1). Values go by the table's own spelling or by the plain one (names.ts): 2691 is camelCase
 * where 2595 is not. A value the edition's table lacks is appended, for the check to find.
 */
export const fillRow = (
  edition: Edition,
  infno: string,
  node: string,
  values: Record<string, string | undefined>,
): Record<string, string> => {
  const fields = fieldsOf(edition, infno, 'in').filter((field) => field.node === node)
  const given = ({ name }: Field) => values[name] || values[plainName(name)]
  const row = Object.fromEntries(fields.map((field) => [field.name, given(field) || empty(field)]))
  const known = new Set(fields.flatMap(({ name }) => [name, plainName(name)]))
  for (const [name, value] of Object.entries(values)) if (value && !known.has(name)) row[name] = value
  return row
}
