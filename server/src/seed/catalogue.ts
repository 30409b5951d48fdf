import { join } from 'node:path'
import type { Database } from '../database/open.ts'
import { tsvRows } from '../database/tsv.ts'
import { item, itemMapping } from '../domains/catalogue/tables.ts'
import { companyId, stores } from './organisation.ts'

const file = join(import.meta.dirname, '../../data/centre/catalogue.tsv')

/** The shop items of every area's demo stores: the centre knows the same national codes. */
export const seedCatalogue = async (db: Database): Promise<void> => {
  const rows = tsvRows(file).map((row) => ({
    companyId,
    areaCode: row.area!,
    ownCode: row.own_code!,
    barCode: row.barcode!,
    nationalCode: row.med_list_codg!,
    name: row.name!,
    spec: row.spec!,
    dosageForm: row.dosform!,
    producer: row.producer!,
    unit: row.unit!,
    initials: row.initials!,
    price: row.price!,
    listType: row.list_type!,
    itemClass: row.chrgitm_lv!,
    selfPayRatio: row.selfpay_prop || null,
    priceCap: row.price_cap || null,
    feeClass: row.med_chrgitm_type!,
    prescription: row.rx_flag === '1',
  }))
  await db.insert(item).values(rows)
  // The demo shops have told their centre of them long ago (3301): it knows the same mappings.
  const told = stores.flatMap(({ id, areaCode }) =>
    rows
      .filter((row) => row.areaCode === areaCode)
      .map(({ ownCode, nationalCode, listType }) => ({
        ...{ storeId: id, ownCode, nationalCode, listType },
        state: 'sent' as const,
      })),
  )
  await db.insert(itemMapping).values(told)
}
