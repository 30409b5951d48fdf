import { listCodes } from '../dictionaries.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Edition } from '../profile.ts'
import { type Field, fieldsOf, UNNAMED } from '../standard.ts'

const sampleOf = (edition: Edition, { name, type, digits, coded }: Field): string => {
  if (type === 'N') return name === 'feedetl_sn' ? '1' : '0'
  if (type === 'D') return '2024-10-24'
  if (type === 'DT') return '2024-10-24 10:31:00'
  const table = name === 'valiFlag' ? 'vali_flag' : name === 'psn_type_lv' ? 'disa_lv' : name
  const code = coded && listCodes(edition).find((c) => c.type === table)
  return code ? code.code : 'X'.repeat(Math.min(digits ?? 1, 6))
}

/** A message made from the tables alone that holds a value in every field. */
export const exampleOf = (edition: Edition, infno: string, direction: 'in' | 'out'): JsonObject => {
  const nodes: Record<string, Json> = {}
  for (const field of fieldsOf(edition, infno, direction)) {
    nodes[field.node] ??= field.array ? [{}] : {}
    const node = nodes[field.node] as JsonObject | JsonObject[]
    const row = Array.isArray(node) ? node[0]! : node
    row[field.name] = sampleOf(edition, field)
  }
  const unnamed = nodes[UNNAMED]
  return unnamed === undefined ? nodes : Array.isArray(unnamed) ? { result: unnamed } : (unnamed as JsonObject)
}
