import { groupBy, table } from '../data.ts'
import type { Cells } from './drugs.ts'

const rows = groupBy(table('catalogue.tsv'), (row) => row.area!)

/** A row of an area's demo catalogue. */
type DemoItem = Record<string, string>

/** The demo catalogue of an area, which the seeded shop items are mapped to. */
export const demoItems = (area: string): DemoItem[] => rows.get(area) ?? []

/** Which file an item stands in, by the first letter of its code. */
export const fileOf = ({ med_list_codg }: DemoItem): '1301' | '1302' | '1306' =>
  med_list_codg!.startsWith('T') ? '1302' : med_list_codg!.startsWith('C') ? '1306' : '1301'

/**
 * What the national catalogue says of a demo item. A few differ from what the shops have, so that 目录差异 has something
 * to show: every 40th has another spec, every 75th is no longer valid.
 */
export const demoCells = (item: DemoItem, n: number): Cells & { vali_flag: string } => {
  const { med_list_codg, name, dosform, producer, rx_flag } = item as Record<string, string>
  const spec = n % 40 === 17 ? `新包装 ${n}mg*2板` : item.spec!
  const vali_flag = n % 75 === 44 ? '0' : '1'
  const common = { med_list_codg: med_list_codg!, begndate: '2024-01-01', vali_flag }
  const file = fileOf(item)
  if (file === '1302') return { ...common, 单味药名称: name!, mlms_name: name!, 药用部位: spec }
  if (file === '1306')
    return {
      ...common,
      耗材名称: name!,
      规格型号: spec,
      spec,
      耗材分类: dosform!,
      包装单位: item.unit!,
      生产企业名称: producer!,
    }
  return {
    ...common,
    reg_name: name!,
    drug_genname: name!.replace(/(胶囊|片|颗粒|丸|口服液)$/, ''),
    药品剂型名称: dosform!,
    drug_spec: spec,
    pacspec: spec,
    最小包装单位名称: item.unit!,
    生产企业名称: producer!,
    aprvno: `国药准字${med_list_codg!.startsWith('Z') ? 'Z' : 'H'}${20_050_000 + n}`,
    otc_flag: rx_flag === '1' ? '1' : '2',
    非处方药标志名称: rx_flag === '1' ? '处方药' : '甲类非处方药',
    hi_nego_drug_flag: item.hi_nego_drug_flag === '1' ? '1' : '0',
    lmt_used_flag: '0',
    国家医保药品目录甲乙类标识: ['甲', '乙', ''][Number(item.chrgitm_lv) - 1] ?? '',
  }
}
