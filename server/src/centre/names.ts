import { isObject, type Json, type JsonObject, unwrapText } from './json.ts'

/** The one spelling under which we look a field up: psnNo, PSN_NO and psn_no are the same. */
export const plainName = (name: string): string =>
  /[a-z]/.test(name) ? name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase() : name.toLowerCase()

// Earlier and neighbouring names of the same amount (domain.md 2.5: 2103, 2208, 5203).
const groups = [
  ['psn_part_amt', 'psn_pay'],
  ['psn_cash_pay', 'cash_payamt', 'cash_payment', 'pdn_cash_pay'],
  ['hosp_part_amt', 'hosp_pay'],
  ['exp_content', 'expcontent'],
]

/** All names under which a field may arrive, its own first. */
export const namesOf = (name: string): string[] => {
  const plain = plainName(name)
  return [...new Set([plain, ...(groups.find((group) => group.includes(plain)) ?? [])])]
}

/** A node's fields under their plain names. */
export const plainKeys = (node: JsonObject): Record<string, Json> =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [plainName(name), value]))

/** The rows of a node that may be an object, an array, absent, or either of them sent as a JSON string. */
export const rowsIn = (node: Json | undefined): JsonObject[] => {
  const value = unwrapText(node)
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? [value] : []
}
