import { groupBy, table } from './data.ts'
import { scaled } from './money/fixed.ts'
import type { Terms } from './money/lines.ts'

/** An item of an area's catalogue. */
export interface Item extends Terms {
  code: string
  name: string
  spec: string
  dosform: string
  listType: string
  chrgitmType: string
  basic: string
  negotiated: string
}

const toItem = (row: Record<string, string>): Item => ({
  code: row.med_list_codg!,
  name: row.name!,
  spec: row.spec!,
  dosform: row.dosform!,
  listType: row.list_type!,
  chrgitmType: row.med_chrgitm_type!,
  basic: row.bas_medn_flag!,
  negotiated: row.hi_nego_drug_flag!,
  level: row.chrgitm_lv!,
  selfpay: Number(scaled(row.selfpay_prop!, 4)),
  cap: scaled(row.price_cap || '0', 6)!,
  use: row.lmt_cpnd_type ?? '',
})

const areas = groupBy(table('catalogue.tsv'), (row) => row.area!)
const items = new Map(
  [...areas].map(([area, rows]) => [area, new Map(rows.map((row) => [row.med_list_codg!, toItem(row)]))]),
)

/** An item of an area's catalogue by its national code; undefined = not mapped, all own pay. */
export const itemOf = (area: string, code: string): Item | undefined => items.get(area)?.get(code)
