import { type FileTransaction, fileTransactions, type PageTransaction } from '../../centre/catalogue.ts'

/** What is kept of an entry in columns of its own; everything else stays in its line. */
export interface Columns {
  code: string
  name: string
  /** What it is called where it has no name: no column of the files is marked as never null. */
  generic?: string
  brand?: string
  spec?: string
  dosageForm?: string
  unit?: string
  pack?: string
  producer?: string
  aprvno?: string
  level?: string
  limited?: string
  limitText?: string
  negotiated?: string
  otc?: string
  category?: string
  parent?: string
  begin?: string
  end?: string
}

/** One file of the national catalogue: what people call it, and which of its columns is what. */
interface Kind {
  title: string
  family: 'item' | 'disease'
  columns: Columns
  /** The column of the area whose a row is: others' are not taken in. */
  area?: string
}

const drug = {
  ...{ code: 'med_list_codg', name: 'reg_name', brand: 'drug_prodname', spec: 'drug_spec', pack: 'pacspec' },
  ...{ unit: '最小包装单位名称', producer: '生产企业名称', aprvno: 'aprvno', otc: '非处方药标志名称' },
  limitText: '限制使用范围',
} as const

/** The files by their transaction (domain.md 2.8). */
export const fileKinds: Record<FileTransaction, Kind> = {
  '1301': {
    title: '西药中成药',
    family: 'item',
    columns: {
      ...drug,
      generic: 'drug_genname',
      ...{ dosageForm: '药品剂型名称', level: '国家医保药品目录甲乙类标识', limited: 'lmt_used_flag' },
      ...{ negotiated: 'hi_nego_drug_flag', category: '药品类别名称', begin: 'begndate', end: 'enddate' },
    },
  },
  '1302': {
    title: '中药饮片',
    family: 'item',
    columns: {
      ...{ code: 'med_list_codg', name: '单味药名称', brand: 'mlms_name', spec: '药用部位' },
      ...{ limitText: '国家医保支付政策', begin: 'begndate', end: 'enddate' },
    },
  },
  '1303': {
    title: '医疗机构制剂',
    family: 'item',
    columns: { ...drug, dosageForm: 'dosform_name', category: '药品类别名称', begin: 'begntime', end: 'endtime' },
  },
  '1305': {
    title: '医疗服务项目',
    family: 'item',
    columns: {
      ...{ code: 'med_list_codg', name: '医疗服务项目名称', unit: '计价单位名称', category: '服务项目类别' },
      ...{ limitText: '诊疗除外内容', begin: 'begndate', end: 'enddate' },
    },
  },
  '1306': {
    title: '医用耗材',
    family: 'item',
    columns: {
      ...{ code: 'med_list_codg', name: '耗材名称', brand: '医保通用名', spec: '规格型号', pack: 'pacspec' },
      ...{ unit: '包装单位', producer: '生产企业名称', aprvno: '注册备案号', category: '耗材分类' },
      ...{ limited: 'lmt_used_flag', limitText: '医保限用范围', begin: 'begndate', end: 'enddate' },
    },
  },
  '1307': {
    title: '疾病与诊断',
    family: 'disease',
    columns: { code: 'diag_code', name: 'diag_name', category: '章名称', parent: '亚目名称' },
  },
  '1308': {
    title: '手术操作',
    family: 'disease',
    columns: { code: 'oprn_oprt_code', name: 'oprn_oprt_name', category: '类目名称', parent: '细目代码' },
  },
  '1309': {
    title: '门诊慢特病',
    family: 'disease',
    area: 'admdvs',
    columns: {
      ...{ code: '门慢门特病种目录代码', name: '门慢门特病种名称', category: '门慢门特病种大类名称' },
      ...{ parent: '门慢门特病种大类代码', limitText: '病种内涵' },
    },
  },
  '1310': {
    title: '按病种付费',
    family: 'disease',
    columns: {
      ...{ code: '按病种结算病种目录代码', name: '按病种结算病种名称', category: '限定手术操作名称' },
      ...{ parent: '限定手术操作代码', limitText: '病种内涵' },
    },
  },
  '1311': {
    title: '日间手术',
    family: 'disease',
    columns: {
      ...{ code: '日间手术病种目录代码', name: '日间手术病种名称', category: 'oprn_oprt_name' },
      ...{ parent: 'oprn_oprt_code', limitText: '病种内涵' },
    },
  },
  '1313': {
    title: '肿瘤形态学',
    family: 'disease',
    columns: { code: '肿瘤/细胞类型代码', name: '肿瘤/细胞类型', category: '形态学分类', parent: '形态学分类代码' },
  },
  '1314': {
    title: '中医疾病',
    family: 'disease',
    columns: { code: '疾病分类代码', name: '疾病分类名称', category: '科别类目名称', parent: '专科系统分类目名称' },
  },
  '1315': {
    title: '中医证候',
    family: 'disease',
    columns: { code: '证候分类代码', name: '证候分类名称', category: '证候类目名称', parent: '证候属性' },
  },
}

/** The paged queries by their transaction. 1304 brings entries, the others what an area says of them. */
const pageKinds: Record<PageTransaction, { title: string }> = {
  '1304': { title: '民族药品' },
  '1312': { title: '医保目录信息' },
  '1316': { title: '目录匹配' },
  '1317': { title: '本店对照' },
  '1318': { title: '限价' },
  '1319': { title: '先自付比例' },
}

export type AnyKind = FileTransaction | PageTransaction

/** Whether a kind of the catalogue comes as a file; the others are asked for page by page. */
export const isFileKind = (kind: string): kind is FileTransaction =>
  (fileTransactions as readonly string[]).includes(kind)

/** The Chinese title of a kind. */
export const titleOfKind = (kind: AnyKind): string => (isFileKind(kind) ? fileKinds[kind] : pageKinds[kind]).title
