import { isObject, type Json, type JsonObject, unwrapText } from './json.ts'
import { namesOf, plainName, rowsIn } from './names.ts'
import type { Field } from './standard.ts'

// The tables of some transactions name no node, and the pages of the catalogue come in a wrapper that no document describes
// (notes 12): where their rows stand is found by the fields that they must have.

const bearing = (fields: readonly Pick<Field, 'name'>[]) => {
  const names = new Set(fields.flatMap(({ name }) => namesOf(name)))
  return (row: JsonObject) => Object.keys(row).some((name) => names.has(plainName(name)))
}

/** What an answer holds, level by level, what came as a text of JSON unwrapped; `skip`: not to be entered. */
const within = (output: Json, skip: (list: Json[]) => boolean): Json[] => {
  const found = [unwrapText(output) ?? '']
  for (const value of found) {
    if (Array.isArray(value) && skip(value)) break
    if (typeof value !== 'object' || value === null) continue
    for (const one of Object.values(value)) found.push(unwrapText(one) ?? '')
  }
  return found
}

const lookFor = (output: Json, fields: readonly Field[]) => {
  const bears = bearing(fields.filter(({ required }) => required === 'always'))
  let rows: JsonObject[] | undefined
  const found = within(output, (list) => {
    const objects = list.filter(isObject)
    if (objects.some(bears)) rows = objects
    return rows !== undefined
  })
  return { rows, found, bears }
}

/** A number, a truth or nothing: what a page says of itself besides its rows. */
const isPaging = (value: Json) => typeof value !== 'string' || /^-?[\d.]*$/.test(value.trim())

/**
 * The rows of an answer without a node name: the list, however deep, whose rows bear a field that its table demands, or the
 * one row that stands alone. undefined when something is said and none of it is such a row; an empty list says that there
 * are none.
 */
export const rowsOfTable = (output: Json, fields: readonly Field[]): JsonObject[] | undefined => {
  const { rows, found, bears } = lookFor(output, fields)
  if (rows) return rows
  const lists = found.filter((value) => Array.isArray(value))
  const filled = lists.some((list) => list.some((one) => (isObject(one) ? Object.keys(one).length : !isPaging(one))))
  if (filled) return undefined
  if (lists.length) return []
  const alone = found.filter(isObject).find(bears)
  if (alone) return [alone]
  const said = found.filter((value) => !isObject(value))
  if (said.length && (!said.every(isPaging) || said.every((value) => value !== null && value !== ''))) return undefined
  return []
}

/** The rows of an answer or a message without a node name: itself, the list that bears its fields, else whatever node they were put into. */
export const unnamedRows = (output: Json, fields: readonly Field[]): Json => {
  if (!isObject(output) || bearing(fields)(output)) return output
  return lookFor(output, fields).rows ?? Object.values(output).find((value) => rowsIn(value).length > 0) ?? []
}
