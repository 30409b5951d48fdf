import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { UNNAMED } from '../standard.ts'

/** A shop's own item beside the national code it is to be billed by. */
export interface ItemMapping {
  ownCode: string
  name: string
  listType: string
  nationalCode: string
  /** yyyy-MM-dd */
  from: string
  to: string
  dosageForm?: string
  spec?: string
  unit?: string
  producer?: string
}

/** Rows of one 3301; more are refused in Jiangxi (notes 12). */
export const mappingsAtOnce = 100

/** 3301 目录对照上传, at most 100 rows. */
export const matchItems: Operation<readonly ItemMapping[], true> = {
  infno: '3301',
  title: '目录对照上传',
  input: (rows, { profile }) => ({
    data: rows.map((row) =>
      fillRow(profile.edition, '3301', 'data', {
        fixmedins_hilist_id: row.ownCode,
        fixmedins_hilist_name: row.name,
        list_type: row.listType,
        med_list_codg: row.nationalCode,
        begndate: row.from,
        enddate: row.to,
        dosform: row.dosageForm,
        prcunt: row.unit,
        spec: row.spec,
        // Hunan's table has no producer.
        ...(profile.edition === 'JX' && { prdr_name: row.producer }),
      }),
    ),
  }),
  read: () => true,
}

/** 3302 目录对照撤销, one mapping; the standard names no node (domain.md 2.8). */
export const unmatchItem: Operation<Pick<ItemMapping, 'ownCode' | 'listType' | 'nationalCode'>, true> = {
  infno: '3302',
  title: '目录对照撤销',
  input: ({ ownCode, listType, nationalCode }, { profile, sender }) => ({
    data: fillRow(profile.edition, '3302', UNNAMED, {
      fixmedins_code: sender.fixmedinsCode,
      fixmedins_hilist_id: ownCode,
      list_type: listType,
      med_list_codg: nationalCode,
    }),
  }),
  read: () => true,
}
