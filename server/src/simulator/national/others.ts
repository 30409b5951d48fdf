import type { Cells } from './drugs.ts'
import { combine, digits, letter, pick } from './pick.ts'
import * as words from './words.ts'

/** 1305 医疗服务项目: fifteen digits and a suffix (domain.md 3.5). */
export const service = (n: number): Cells => {
  const [work, site, grade] = combine([words.services, words.sites, ['', ...words.accesses, '床旁', '急诊']], n)
  return {
    med_list_codg: `0011${digits(n % 100, 2)}${digits(n, 9)}-${digits((n * 7) % 1_000_000_000, 9)}`,
    计价单位名称: pick(['次', '日', '小时', '部位'], n),
    诊疗项目内涵: `对${site}进行${work}，含准备与报告。`,
    诊疗除外内容: n % 3 === 0 ? '一次性耗材' : '',
    服务项目类别: pick(['诊察类', '检查类', '治疗类', '康复类'], n),
    医疗服务项目名称: `${grade}${site}${work}${n >= 9360 ? `（${Math.floor(n / 9360) + 1}）` : ''}`,
    begndate: '2024-01-01',
  }
}

/** 1306 医用耗材: C and nineteen digits. */
export const material = (n: number): Cells => {
  const [device, head, stuff] = combine([words.devices, words.deviceHeads, words.materials], n)
  const model = `${letter(n)}${digits(n % 1000, 3)}`
  const maker = `${combine([words.places, ['示例医疗器械', '示例医用材料', '示例生物科技']], n).join('')}有限公司`
  return {
    med_list_codg: `C${digits(n % 19, 2)}${digits(Math.floor(n / 4250) + 1, 2)}${digits(n + 100_000, 15)}`,
    耗材名称: `${head}${stuff}${device}`,
    医保通用名: device!,
    产品型号: model,
    spec: `${(n % 30) + 1}mm`,
    规格型号: `${model}-${(n % 30) + 1}mm`,
    耗材分类: device!,
    耗材材质: stuff!,
    pacspec: `${pick(words.packs, n)}支/盒`,
    包装单位: '盒',
    lmt_used_flag: '0',
    begndate: '2024-01-01',
    注册备案号: `苏械注准2024${digits(n % 2_000_000, 7)}`,
    注册备案产品名称: `${head}${device}`,
    生产企业名称: maker,
    注册备案人名称: maker,
  }
}

const chapters = ['传染病和寄生虫病', '肿瘤', '血液及造血器官疾病', '内分泌、营养和代谢疾病', '精神和行为障碍']

/** 1307 疾病与诊断, the ICD-10 shape of the insurance edition. */
export const diagnosis = (n: number): Cells => {
  const [state, site, grade] = combine([words.states, words.sites, words.grades], n)
  const category = `${letter(Math.floor(n / 1300))}${digits(Math.floor(n / 13) % 100, 2)}`
  const code = `${category}.${n % 10}00x${digits(Math.floor(n / 10) % 1000, 3)}${n >= 26_000 ? `+${letter(n)}${digits(n % 100, 2)}*` : ''}`
  return {
    西医疾病诊断ID: `D${digits(n, 8)}`,
    章名称: pick(chapters, Math.floor(n / 6600)),
    类目代码: category,
    类目名称: `${site}${state}`,
    亚目代码: `${category}.${n % 10}`,
    亚目名称: `${grade}${site}${state}`,
    diag_code: `${code}${n >= 13_000 ? digits(Math.floor(n / 13_000), 1) : ''}`,
    diag_name: `${grade}${site}${state}`,
    使用标记: '1',
  }
}

/** 1308 手术操作, the ICD-9-CM-3 shape. */
export const operation = (n: number): Cells => {
  const [work, site, access] = combine([words.works, words.sites, ['', ...words.accesses]], n)
  const category = digits(n % 100, 2)
  const name = `${access}${site}${work}${n >= 5280 ? `（${Math.floor(n / 5280) + 1}）` : ''}`
  return {
    手术标准目录ID: `P${digits(n, 8)}`,
    类目代码: category,
    类目名称: `${site}手术`,
    细目代码: `${category}.${digits(Math.floor(n / 100) % 100, 2)}`,
    oprn_oprt_code: `${category}.${digits(Math.floor(n / 100) % 100, 2)}00x${digits(Math.floor(n / 10_000), 3)}`,
    oprn_oprt_name: name,
    使用标记: '1',
  }
}

// The ten with cross-province settlement (domain.md 3.7); the others are invented.
const known = [
  'M00200 病毒性肝炎',
  'M00500 恶性肿瘤门诊治疗',
  'M01600 糖尿病',
  'M03900 高血压',
  'M04600 冠心病',
  'M05300 慢性阻塞性肺疾病',
  'M06900 类风湿关节炎',
  'M07200 强直性脊柱炎',
  'M07801 透析（尿毒症）',
  'M08300 器官移植抗排异治疗',
].map((line) => line.split(' ') as [string, string])

/** 1309 门诊慢特病种: M and five digits. */
export const chronic = (n: number): Cells => {
  const [state, site] = combine([words.states, words.sites], n)
  const [code, name] = known[n] ?? [`M1${digits(n, 4)}`, `慢性${site}${state}`]
  return {
    门慢门特病种目录代码: code,
    门慢门特病种大类名称: name,
    门慢门特病种细分类名称: name,
    admdvs: '100000',
    病种内涵: `${name}的门诊用药和检查`,
    门慢门特病种名称: name,
    门慢门特病种大类代码: code.slice(0, 4),
  }
}

/** 1310 按病种付费病种, 1311 日间手术; their codes are shaped by us, the standard shows none. */
export const byDisease = (n: number): Cells => {
  const { oprn_oprt_code, oprn_oprt_name } = operation(n) as { oprn_oprt_code: string; oprn_oprt_name: string }
  return {
    病种结算目录ID: digits(n, 8),
    按病种结算病种目录代码: `B${digits(n, 5)}`,
    按病种结算病种名称: diagnosis(n).diag_name!,
    限定手术操作代码: oprn_oprt_code,
    限定手术操作名称: oprn_oprt_name,
  }
}
/** 1311 日间手术治疗. */
export const daySurgery = (n: number): Cells => {
  const { oprn_oprt_code, oprn_oprt_name } = operation(n) as { oprn_oprt_code: string; oprn_oprt_name: string }
  return {
    日间手术治疗目录ID: digits(n, 8),
    日间手术病种目录代码: `R${digits(n, 5)}`,
    日间手术病种名称: `${oprn_oprt_name}（日间）`,
    oprn_oprt_code,
    oprn_oprt_name,
  }
}

/** 1313 肿瘤形态学. */
export const tumour = (n: number): Cells => ({
  肿瘤形态学ID: digits(n, 8),
  '肿瘤/细胞类型代码': `M8${digits(n % 1000, 3)}${pick(['0', '1'], Math.floor(n / 1000))}/${n % 4}`,
  '肿瘤/细胞类型': `${combine([words.grades, words.sites], n).toReversed().join('')}细胞瘤`,
  形态学分类代码: `M${800 + (n % 150)}`,
  形态学分类: '上皮性肿瘤',
})

/** 1314 中医疾病. */
export const tcmDisease = (n: number): Cells => ({
  中医疾病诊断ID: digits(n, 8),
  科别类目名称: pick(['内科病', '外科病', '妇科病', '儿科病', '骨伤科病'], n),
  专科系统分类目名称: pick(['肺系病', '心系病', '脾系病', '肝系病', '肾系病'], n),
  疾病分类代码: `A${digits((n % 9) + 1, 2)}.${digits((Math.floor(n / 9) % 20) + 1, 2)}.${digits(Math.floor(n / 180) + 1, 2)}`,
  疾病分类名称: `${combine([words.sites, words.patterns], n).toReversed().join('')}病`,
})

/** 1315 中医证候. */
export const tcmPattern = (n: number): Cells => ({
  中医证候ID: digits(n, 8),
  证候类目名称: pick(['八纲证候', '气血津液证候', '脏腑证候', '六经证候'], n),
  证候属性: '证候',
  证候分类代码: `B${digits((n % 8) + 1, 2)}.${digits((Math.floor(n / 8) % 20) + 1, 2)}.${digits(Math.floor(n / 160) + 1, 2)}.`,
  证候分类名称: `${combine([words.sites, words.patterns, words.patterns], n).toReversed().join('')}证`,
})
