import { dictionaryForm } from '@yibao/shared/entities/dictionary.ts'
import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { Schema } from '@yibao/shared/field.ts'
import type { Context } from '../../context.ts'
import { ownItemImport } from '../catalogue/item-import.ts'
import { itemMappingImport } from '../catalogue/mapping-import.ts'
import { storeImport } from '../company/store-import.ts'
import { override } from '../dictionary/change.ts'
import { holdsArea } from '../organisation/whole-area.ts'
import { doctorImport } from '../staff/import-type.ts'

export type ImportRow = Record<string, unknown>

/** One kind of sheet that can be brought in; the page's dialog names it by `importType` (SPEC 2). */
export interface ImportType {
  title: string
  menu: string
  button: 'import' | 'add'
  /** Fields of an entity: they are the columns, the checks and their texts. */
  fields: Record<string, Schema>
  /** The template's example row, as a person would type it. */
  sample: Record<string, string>
  /** What two rows of one sheet may not share, in words and as a key. */
  unique: { title: string; keyOf: (row: ImportRow) => string }
  /** What else is wrong with rows whose fields are right, by their places; asked once for the whole sheet. */
  check?: (
    c: Pick<Context, 'db' | 'me' | 'now'>,
    areaCode: string,
    rows: readonly ImportRow[],
  ) => Promise<({ key: string; reason: string } | undefined)[]>
  /** Brings in one checked row; runs inside a transaction with its neighbours, and again after a break. */
  apply: (c: Pick<Context, 'db' | 'me' | 'now'>, areaCode: string, row: ImportRow) => Promise<void>
}

const dictionaryItem: ImportType = {
  title: '字典项',
  menu: 'Dictionary',
  button: 'import',
  fields: dictionaryForm.shape,
  sample: { codeType: 'local_note', code: '01', name: '示例', sort: '1', validFrom: '2026-01-01' },
  unique: { title: '字典类型和编码', keyOf: ({ codeType, code }) => `${codeType}\n${code}` },
  check: async (c, areaCode, rows) => {
    const reason = (await holdsArea(c, areaCode)) ? undefined : '字典由区划内全部门店共用，当前账号只管理其中一部分门店'
    return rows.map(() => reason && { key: 'code', reason })
  },
  apply: (c, areaCode, row) => {
    const { codeType, code, name, ...rest } = row as { codeType: string; code: string; name: string }
    return override(c, areaCode, { codeType, code }, { label: name, enabled: true, ...rest })
  },
}

/** Every sheet that can be brought in; a domain with another one adds its row. */
export const importTypes: Readonly<Record<ImportTypeName, ImportType>> = {
  dictionaryItem,
  ownItem: ownItemImport,
  itemMapping: itemMappingImport,
  doctor: doctorImport,
  store: storeImport,
}
