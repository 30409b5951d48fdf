import type { Edition } from './profile.ts'
import { type Field, fieldsOf } from './standard.ts'

const empty = ({ type }: Field) => (type === 'N' ? '0' : '')

/**
 * One row of an input node with every key of its table, in table order: no key is left out, an empty number is "0",
 * any other empty value "" (notes 1). A value the edition's table lacks is appended, for the check to find.
 */
export const fillRow = (
  edition: Edition,
  infno: string,
  node: string,
  values: Record<string, string | undefined>,
): Record<string, string> => {
  const fields = fieldsOf(edition, infno, 'in').filter((field) => field.node === node)
  const row = Object.fromEntries(fields.map((field) => [field.name, values[field.name] || empty(field)]))
  for (const [name, value] of Object.entries(values)) if (value && !(name in row)) row[name] = value
  return row
}
