import { type SQL, sql } from 'drizzle-orm'
import type { Edition } from '../../centre/profile.ts'
import { profileOf } from '../../centre/profiles.ts'
import type { Database } from '../../database/open.ts'
import { dictionaryAreaItem, dictionaryItem } from './tables.ts'

/** The edition of the standard whose code tables an area uses; before an area is chosen, the most common one. */
export const editionOf = (areaCode: string | undefined): Edition => profileOf(areaCode ?? '', '').edition

/** An item as its layers make it. */
export interface Item {
  id: string
  codeType: string
  code: string
  label: string
  parent: string | null
  sort: number
  enabled: boolean
  isDefault: boolean
  validFrom: string | null
  validTo: string | null
  version: string
  source: 'centre' | 'local'
  changed: boolean
  updatedAt: Date | string | null
}

interface Layers {
  areaCode: string | undefined
  /** Only these types; the layers are narrowed before they are joined. */
  codeTypes?: readonly string[]
  /** false: without what people changed. */
  local?: boolean
}

const listed = (codeTypes: readonly string[] | undefined): SQL =>
  codeTypes ? sql`code_type = any(${sql.param([...codeTypes])}::text[])` : sql`true`

/**
 * The items of an area as a subquery named `item`: the standard's edition below, the centre's own rows (1901) over it,
 * the area's changes on top. An empty text in a local row says that the value below is taken away.
 */
export const layered = ({ areaCode = '', codeTypes, local = true }: Layers): SQL => {
  const only = listed(codeTypes)
  const layer = (source: string) =>
    sql`select * from ${dictionaryAreaItem} where area_code = ${areaCode} and source = ${source} and ${only}`
  return sql`(select md5(code_type || chr(10) || code) as id, code_type, code,
      coalesce(l.label, c.label, e.label) as label,
      nullif(coalesce(l.parent, c.parent, e.parent), '') as parent,
      coalesce(l.sort, c.sort, e.sort, 0) as sort,
      coalesce(l.enabled, c.enabled, e.enabled, true) as enabled,
      coalesce(l.is_default, c.is_default, false) as is_default,
      nullif(coalesce(l.valid_from, c.valid_from), '') as valid_from,
      nullif(coalesce(l.valid_to, c.valid_to), '') as valid_to,
      coalesce(c.version, l.version, '') as version,
      case when c.source is null and e.edition is null then 'local' else 'centre' end as source,
      coalesce(l.label, l.parent, l.valid_from, l.valid_to, l.sort::text, l.enabled::text, l.is_default::text) is not null
        and (c.source is not null or e.edition is not null) as changed,
      greatest(l.updated_at, c.updated_at) as updated_at
    from (select * from ${dictionaryItem} where edition = ${editionOf(areaCode || undefined)} and ${only}) e
    full join (${layer('centre')}) c using (code_type, code)
    full join (${layer('local')} and ${local}) l using (code_type, code)) as item`
}

/** The fields of a select over `layered`. */
export const itemFields = {
  id: sql<string>`item.id`,
  codeType: sql<string>`item.code_type`,
  code: sql<string>`item.code`,
  label: sql<string>`item.label`,
  parent: sql<string | null>`item.parent`,
  sort: sql<number>`item.sort`,
  enabled: sql<boolean>`item.enabled`,
  isDefault: sql<boolean>`item.is_default`,
  validFrom: sql<string | null>`item.valid_from`,
  validTo: sql<string | null>`item.valid_to`,
  version: sql<string>`item.version`,
  source: sql<'centre' | 'local'>`item.source`,
  changed: sql<boolean>`item.changed`,
  updatedAt: sql<Date | string | null>`item.updated_at`,
}

/** Items of some types in their order. */
export const itemsOf = (db: Database, layers: Layers, where?: SQL): Promise<Item[]> =>
  db.select(itemFields).from(layered(layers)).where(where).orderBy(sql`item.code_type, item.sort, item.code`)

/** Whether new work may choose it on a day: enabled and inside its period. */
export const isOpen = ({ enabled, validFrom, validTo }: Item, day: string): boolean =>
  enabled && (!validFrom || validFrom <= day) && (!validTo || day <= validTo)
