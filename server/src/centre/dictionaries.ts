import type { Edition } from './profile.ts'
import { dataRows } from './standard.ts'

/** One code of the standard's code tables. `parent` = a shorter code that this one extends, '' = none. */
interface Code {
  type: string
  code: string
  label: string
  parent: string
  province: 'both' | Edition
  typeName: string
}

const [printed, local] = [dataRows('dictionaries.tsv'), dataRows('local-dictionaries.tsv')]
const all: Code[] = [...printed, ...local].map(([type, code, label, parent, province, typeName]) => ({
  type: type!,
  code: code!,
  label: label!,
  parent: parent!,
  province: province as Code['province'],
  typeName: typeName!,
}))

const byEdition = (edition: Edition) => all.filter(({ province }) => province === 'both' || province === edition)
const codes: Record<Edition, Code[]> = { JX: byEdition('JX'), HN: byEdition('HN') }
const tables: Record<Edition, Map<string, Set<string>>> = { JX: new Map(), HN: new Map() }
for (const edition of ['JX', 'HN'] as const)
  for (const { type, code } of codes[edition])
    tables[edition].set(type, (tables[edition].get(type) ?? new Set()).add(code))

// Coded fields whose table has another name.
const tableNames: Record<string, string> = {
  ...{ psn_type_lv: 'disa_lv', valiFlag: 'vali_flag', caty: 'dept', prac_psn_type: 'medins_psn_type' },
}

/** Every code of an edition: the seed of an area's dictionary. The area's truth comes later, from 1901. */
export const listCodes = (edition: Edition): readonly Code[] => codes[edition]

const printedTypes = new Set(printed.map(([type]) => type))

/** Code tables that no document prints and the product brings of its own: no centre is asked for them. */
export const ownTypes: ReadonlySet<string> = new Set(local.flatMap(([type]) => (printedTypes.has(type) ? [] : type!)))

/** The code as the edition's own table spells it: certificate type 01 is 1 in Jiangxi. Unknown codes stay as they are. */
export const spellCode = (edition: Edition, type: string, code: string): string => {
  const table = tables[edition].get(tableNames[type] ?? type)
  if (!table || table.has(code)) return code
  const number = code.replace(/^0+(?=.)/, '')
  return [...table].find((known) => known.replace(/^0+(?=.)/, '') === number) ?? code
}

/**
 * Whether a code may stand in a field of this type. Areas extend national codes with longer ones (14 → 140104) and
 * documents and centres disagree about leading zeros, so both pass; a field without a table accepts everything.
 */
export const knownCode = (
  edition: Edition,
  type: string,
  code: string,
  localCodes: Readonly<Record<string, readonly string[]>> = {},
): boolean => {
  const table = tables[edition].get(tableNames[type] ?? type)
  if (!table || localCodes[type]?.includes(code)) return true
  const spelled = spellCode(edition, type, code)
  if (table.has(spelled)) return true
  return [...table].some((known) => known.length > 1 && spelled.startsWith(known))
}

/** What a stmt_rslt says; `unclear` = not equal, which side is wrong is for the caller to find (Hunan's table). */
export type DiffType = 'balanced' | 'centreOnly' | 'localOnly' | 'different' | 'unclear'

const jiangxi: Record<string, DiffType> = { 1: 'centreOnly', 2: 'localOnly', 3: 'different' }

/**
 * Our class of a stmt_rslt (domain.md 3.4, 5.4). Anything all zero is equal. Hunan says only equal or not: there a
 * 3202 row without setl_id is the centre's alone. `setlId` undefined for 3201, '' for an empty column.
 */
export const diffTypeOf = (edition: Edition, stmtRslt: string, setlId?: string): DiffType => {
  if (/^0+$/.test(stmtRslt)) return 'balanced'
  if (edition === 'JX') return jiangxi[stmtRslt] ?? 'unclear'
  return setlId === '' ? 'centreOnly' : 'unclear'
}
