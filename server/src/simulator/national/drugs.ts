import { combine, digits, letter, pick } from './pick.ts'
import * as words from './words.ts'

/** A row of a file by the names of its columns; what is left out is empty. */
export type Cells = Record<string, string>

const makerOf = (n: number): string => `${combine([words.places, words.trades], n).join('')}有限公司`

const aprvno = (letterOfKind: string, n: number): string => `国药准字${letterOfKind}${20_000_000 + (n % 6_000_000)}`

/** 1301 西药中成药: every fourth one Chinese patent medicine. Codes of 23 characters (domain.md 3.5). */
export const drug = (n: number): Cells => {
  const patent = n % 4 === 3
  const serial = Math.floor(n / 5)
  const form = pick(words.forms, serial)
  const [head, stem] = patent
    ? combine([words.patentStems, words.patentHeads], Math.floor(serial / words.forms.length)).toReversed()
    : combine([words.stems, words.heads], Math.floor(serial / words.forms.length)).toReversed()
  const name = `${head}${stem}${form}`
  const spec = pick(words.specs, serial * 7 + Math.floor(n / 11))
  const pack = pick(words.packs, n * 5)
  const atc = `${letter(serial)}${digits(serial % 17, 2)}`
  const variant = pick(['A', 'B', 'C'], n)
  const level = n % 10 < 3 ? '甲' : n % 10 < 8 ? '乙' : ''
  return {
    med_list_codg: `${patent ? 'Z' : 'X'}${atc}${letter(n)}${letter(serial + 3)}${variant}${digits(serial % 1000, 3)}${variant}0010${(n % 9) + 1}02${digits(n % 100_000, 5)}`,
    drug_prodname: n % 6 === 0 ? `${pick(words.places, n)}${pick(words.heads, serial)}宁` : '',
    genname_codg: digits(serial, 8),
    drug_genname: `${head}${stem}`,
    reg_name: name,
    药品剂型名称: form,
    drug_spec: spec,
    药品类别: patent ? '102' : '101',
    药品类别名称: patent ? '中成药' : '西药',
    each_dos: spec,
    otc_flag: n % 5 === 0 ? '2' : '1',
    非处方药标志名称: n % 5 === 0 ? '甲类非处方药' : '处方药',
    pacspec: `${spec}*${pack}`,
    pac_cnt: pack,
    rute: '口服',
    begndate: '2024-01-01',
    min_salunt: '盒',
    最小包装单位名称: '盒',
    转换比: pack,
    生产企业名称: makerOf(n),
    限制使用范围: n % 12 === 5 ? '限二线用药' : '',
    lmt_used_flag: n % 12 === 5 ? '1' : '0',
    aprvno: aprvno(patent ? 'Z' : 'H', n),
    市场状态名称: '正常',
    bas_medn_flag: level === '甲' ? '1' : '0',
    hi_nego_drug_flag: n % 40 === 9 ? '1' : '0',
    国家医保药品目录甲乙类标识: level,
  }
}

/** 1302 中药饮片: T and nine digits. */
export const slice = (n: number): Cells => {
  const [name, way, cut] = combine([words.slices, words.ways, words.cuts], n)
  return {
    med_list_codg: `T${digits(n + 1000, 9)}`,
    单味药名称: n < words.slices.length ? name! : `${way}${name}${n >= 2400 ? Math.floor(n / 2400) : ''}`,
    mlms_name: name!,
    药用部位: cut!,
    begndate: '2024-01-01',
    标准名称: '中国药典',
    国家医保支付政策: '复方支付',
  }
}

/** 1303 医疗机构制剂. */
export const preparation = (n: number): Cells => {
  const [stem, head] = combine([words.patentStems, words.patentHeads], n)
  const form = pick(['合剂', '搽剂', '散', '膏', '洗剂'], n)
  return {
    med_list_codg: `M32${digits(n, 17)}`,
    reg_name: `${head}${stem}${form}`,
    dosform_name: form,
    drug_spec: pick(['100ml', '200ml', '50g', '10g*6袋'], n),
    pacspec: '1瓶',
    min_salunt: '瓶',
    最小包装单位名称: '瓶',
    生产企业名称: `${pick(words.places, n)}示例医院`,
    aprvno: `苏药制字Z${20_040_000 + n}`,
    begntime: '2024-01-01',
  }
}

/** 1304 民族药品, by the names of the paged query. */
export const ethnicDrug = (n: number): Cells => {
  const [stem, head] = combine([words.patentStems, ['十五味', '十三味', '二十五味', '六味', '七十味']], n)
  return {
    med_list_codg: `Z${letter(n)}00MZ${digits(n, 17)}`,
    drug_genname: `${head}${stem}丸`,
    genname_codg: digits(n, 8),
    dosform: '丸剂',
    drug_spec: '每丸重0.5g',
    pacspec: '0.5g*20丸',
    min_salunt: '盒',
    min_pac_cnt: '20',
    begndate: '2024-01-01',
    rute: '口服',
  }
}
