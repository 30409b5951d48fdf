import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { item } from '../../domains/catalogue/tables.ts'
import type { Database } from '../open.ts'

const file = join(import.meta.dirname, '../../../data/centre/catalogue.tsv')

/** Rows of a data file with a heading line, by column name; lines that begin with # are remarks. */
const rowsOf = (path: string): Record<string, string>[] => {
  const [heading = '', ...lines] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const names = heading.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])))
}

/** The shop items of every area's demo stores: the centre knows the same national codes. */
export const seedCatalogue = async (db: Database): Promise<void> => {
  const rows = rowsOf(file).map((row) => ({
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
}
