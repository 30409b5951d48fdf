import { table } from '../data.ts'
import type { Province } from '../profile.ts'

/** One code of a code table. */
interface Code {
  type: string
  code: string
  label: string
  parent: string
}

const rows = [...table('dictionaries.tsv'), ...table('local-dictionaries.tsv')]

const tablesOf = (province: Province): Map<string, Map<string, Code>> => {
  const types = new Map<string, Map<string, Code>>()
  for (const { type, code, label, parent, province: where } of rows) {
    if (where !== 'both' && where !== province) continue
    const codes = types.get(type!) ?? new Map<string, Code>()
    if (!codes.has(code!)) codes.set(code!, { type: type!, code: code!, label: label!, parent: parent! })
    types.set(type!, codes)
  }
  return types
}

const tables: Record<Province, Map<string, Map<string, Code>>> = { HN: tablesOf('HN'), JX: tablesOf('JX') }

// Fields whose table has another name (notes of 3401 and 5102).
const tableNames: Record<string, string> = { caty: 'dept', prac_psn_type: 'medins_psn_type' }

/** The codes of a table, or of the table of a field, in a province; undefined when the province prints no such table. */
export const codesOf = (province: Province, type: string): Map<string, Code> | undefined =>
  tables[province].get(tableNames[type] ?? type)

/** Codes that the tables print without the zero with which the country's messages carry them (domain.md 3.3, appendix A). */
const zeroed = new Set(['naty', 'psn_cert_type'])

/**
 * Whether a code may stand in a field of that name; true when no table exists. naty is printed 1-56 and sent 01-56
 * (domain 3.3), so it is compared as a number.
 */
export const knows = (province: Province, type: string, code: string): boolean => {
  const codes = codesOf(province, type)
  return !codes || codes.has(code) || (zeroed.has(type) && /^\d+$/.test(code) && codes.has(String(Number(code))))
}

/** The label of a code, empty when unknown. */
export const labelOf = (province: Province, type: string, code: string): string =>
  codesOf(province, type)?.get(code)?.label ?? ''
