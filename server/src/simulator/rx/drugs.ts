import { table } from '../data.ts'
import type { RxDrug } from './store.ts'

const rows = new Map(table('catalogue.tsv').map((row) => [`${row.area} ${row.own_code}`, row]))

/** What is taken at a time, by the spec: 0.25g*24粒 is taken by the 粒. */
const doseUnitOf = (spec: string): string => /[*](?:\d+(?:\.\d+)?)(\p{Script=Han}+)/u.exec(spec)?.[1] ?? '次'

const typeOf = (listType: string): string =>
  listType.startsWith('101') ? '11' : listType.startsWith('102') ? '12' : '13'

/** A drug of the demo catalogue as a doctor writes it, by the shops' own code; counted in the shop's unit unless said. */
export const drugOf = (area: string, ownCode: string, count: string, unit?: string): RxDrug => {
  const row = rows.get(`${area} ${ownCode}`)
  if (!row) throw new RangeError(`no item ${ownCode} in ${area}`)
  return {
    ...{ type: typeOf(row.list_type!), code: row.med_list_codg!, name: row.name!, spec: row.spec!, form: row.dosform! },
    ...{
      maker: row.producer!,
      count,
      unit: unit ?? row.unit!,
      way: '口服',
      dose: '1',
      doseUnit: doseUnitOf(row.spec!),
    },
    ...{ frequency: '每日三次', days: 7, otc: row.rx_flag !== '1' },
  }
}

/** Whether the demo shops of an area sell that code. */
export const isSold = (area: string, ownCode: string): boolean => rows.has(`${area} ${ownCode}`)
