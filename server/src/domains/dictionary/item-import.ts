import { dictionaryForm } from '@yibao/shared/entities/dictionary.ts'
import { flag, optional } from '@yibao/shared/field.ts'
import { sql } from 'drizzle-orm'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { belowOf, override, ownValues, periodText } from './change.ts'
import { ownTextOf } from './enumerations.ts'
import { itemsOf } from './items.ts'
import { tellDictionary } from './live.ts'

interface Row {
  codeType: string
  code: string
  name: string
  parent?: string
  sort?: number
  validFrom?: string
  validTo?: string
  enabled?: boolean
}
const rowOf = (row: ImportRow) => row as unknown as Row

/**
 * Dictionary items of an area from a sheet: a known one is brought up to date, an empty cell changes nothing, and what
 * is the same as the centre's stays the centre's, so that an exported sheet comes back without a change.
 */
export const dictionaryItemImport: ImportType = {
  title: '字典项',
  menus: ['Dictionary'],
  button: 'import',
  fields: { ...dictionaryForm.shape, enabled: optional(flag('启用')) },
  sample: { codeType: 'local_note', code: '01', name: '示例', sort: '1', validFrom: '2026-01-01', enabled: '是' },
  unique: { title: '字典类型和编码', keyOf: (row) => `${rowOf(row).codeType}\n${rowOf(row).code}` },
  check: async (c, areaCode, rows) => {
    const reason = (await holdsArea(c, areaCode)) ? undefined : '字典由区划内全部门店共用，当前账号只管理其中一部分门店'
    return rows.map((row) => {
      if (reason) return { key: 'code', reason }
      const own = ownTextOf(rowOf(row).codeType)
      if (own) return { key: 'codeType', reason: own }
      const wrong = periodText(rowOf(row))
      return wrong === undefined ? undefined : { key: 'validTo', reason: wrong }
    })
  },
  apply: async (c, areaCode, row) => {
    const { codeType, code, name, enabled, ...rest } = rowOf(row)
    const [item] = await itemsOf(c.db, { areaCode, codeTypes: [codeType] }, sql`item.code = ${code}`)
    if (!item) return override(c, areaCode, { codeType, code }, { label: name, enabled: enabled ?? true, ...rest })
    const { label, parent, sort, validFrom, validTo } = item
    const wanted = {
      label: name,
      parent: rest.parent ?? parent ?? '',
      sort: rest.sort ?? sort,
      validFrom: rest.validFrom ?? validFrom ?? '',
      validTo: rest.validTo ?? validTo ?? '',
      enabled: enabled ?? item.enabled,
    }
    const now = { label, parent: parent ?? '', sort, validFrom: validFrom ?? '', validTo: validTo ?? '' }
    if (JSON.stringify(wanted) === JSON.stringify({ ...now, enabled: item.enabled })) return
    await override(c, areaCode, item, ownValues(await belowOf(c, areaCode, item), wanted))
  },
  told: (c, areaCode) => tellDictionary(c.deps, areaCode),
}
