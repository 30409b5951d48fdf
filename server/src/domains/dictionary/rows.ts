import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { areaOf } from '../auth/area-of.ts'
import { type Item, itemFields, layered } from './items.ts'
import { typeName } from './types.ts'

type Filters = InputOf<typeof dictionary.paged>
export type DictionaryRow = ResultOf<typeof dictionary.get>

/** An item as the dictionary page shows it. */
export const wireItem = (item: Item, areaCode: string): DictionaryRow => ({
  id: item.id,
  codeType: item.codeType,
  codeTypeName: typeName(item.codeType),
  code: item.code,
  name: item.label,
  parent: item.parent ?? undefined,
  sort: item.sort,
  areaCode,
  source: item.source,
  changed: item.changed,
  isDefault: item.isDefault,
  enabled: item.enabled,
  validFrom: item.validFrom ?? undefined,
  validTo: item.validTo ?? undefined,
  version: item.version,
  updatedAt: item.updatedAt ? formatTime(new Date(item.updatedAt)) : undefined,
})

const matches = ({ keyword, state, source, version }: Filters): (SQL | undefined)[] => [
  keyword ? sql`(item.code ilike ${like(keyword)} or item.label ilike ${like(keyword)})` : undefined,
  state ? sql`item.enabled = ${state === 'enabled'}` : undefined,
  source ? sql`item.source = ${source}` : undefined,
  version ? sql`item.version = ${version}` : undefined,
]

// The area is resolved with the conditions; the select, made right after, reads the same one.
const areaOfFilters = ({ medicalAreaCode }: Filters, own: string | undefined) => medicalAreaCode ?? own

/** Dictionary/Paged: by type and place in it. */
export const dictionaryRows = rowsOf({
  select: (c, cursor, filters: Filters) => {
    const areaCode = areaOfFilters(filters, c.me.areaCode)
    return c.db
      .select({ ...itemFields, areaCode: sql<string>`${areaCode ?? ''}::text`, ...cursor })
      .from(layered({ areaCode, codeTypes: filters.codeType ? [filters.codeType] : undefined }))
      .$dynamic()
  },
  where: async (c, filters) => {
    await areaOf(c, filters.medicalAreaCode)
    return and(...matches(filters))
  },
  sortable: {
    codeType: { by: sql`(item.code_type || chr(10) || lpad(item.sort::text, 6, '0'))`, type: 'text' },
    code: { by: sql`item.code`, type: 'text' },
    name: { by: sql`item.label`, type: 'text' },
    sort: { by: sql`item.sort`, type: 'integer' },
    version: { by: sql`item.version`, type: 'text' },
    updatedAt: { by: sql`item.updated_at`, type: 'timestamptz' },
  },
  direction: 'ascend',
  key: sql`(item.code_type || chr(10) || item.code)`,
  keyOf: ({ codeType, code }) => `${codeType}\n${code}`,
  wire: ({ areaCode, cursor: _, ...item }): DictionaryRow => wireItem(item, areaCode),
})
