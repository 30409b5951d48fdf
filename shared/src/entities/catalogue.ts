import { choice, code, dict, flag, group, integer, list, note, optional, price, ratio, text, time } from '../field.ts'

/** Files of the national catalogue that hold what shops sell and do, by their transaction. */
export const itemKind = choice('目录', {
  '1301': '西药中成药',
  '1302': '中药饮片',
  '1303': '医疗机构制剂',
  '1304': '民族药品',
  '1305': '医疗服务项目',
  '1306': '医用耗材',
})

/** Files that name diseases and what is done about them. */
export const diseaseKind = choice('类型', {
  '1307': '疾病与诊断',
  '1308': '手术操作',
  '1309': '门诊慢特病',
  '1310': '按病种付费',
  '1311': '日间手术',
  '1313': '肿瘤形态学',
  '1314': '中医疾病',
  '1315': '中医证候',
})

/** What an area's insurance says of the codes. */
export const termKind = choice('医保信息', {
  '1312': '医保目录信息',
  '1316': '目录匹配',
  '1317': '本店对照',
  '1318': '限价',
  '1319': '先自付比例',
})

export const itemLevel = choice('等级', { '1': '甲类', '2': '乙类', '3': '丙类' })
export const entrySource = choice('来源', { centre: '中心', local: '本地' })
export const validity = choice('有效', { valid: '有效', invalid: '失效' })

const codes = { id: code('编号', { max: 80 }), code: code('国家码', { max: 60 }), name: text('名称', { max: 500 }) }
const ends = {
  beginDay: note('开始日期'),
  endDay: note('结束日期'),
  version: note('版本'),
  valid: flag('有效'),
  source: entrySource,
}

/** An entry of the item files. */
export const itemRow = group('目录', {
  ...codes,
  kind: itemKind,
  brand: note('商品名'),
  dosageForm: note('剂型'),
  spec: note('规格'),
  pack: note('包装'),
  unit: note('单位'),
  producer: note('生产企业'),
  aprvno: note('批准文号'),
  listType: dict('目录类别', 'list_type'),
  level: optional(itemLevel),
  selfPayRatio: optional(ratio('自付比例')),
  priceCap: optional(price('限价')),
  limited: flag('限制使用'),
  limitText: note('限用说明'),
  negotiated: flag('谈判药'),
  otc: note('处方药/OTC'),
  /** Shop items of the area that are mapped to it. */
  mapped: note('已对照商品'),
  ...ends,
})

/** An entry of the disease files. */
export const diseaseRow = group('病种', {
  id: codes.id,
  code: code('编码', { max: 60 }),
  name: codes.name,
  kind: diseaseKind,
  category: note('分类'),
  parent: note('上级'),
  limitText: note('内涵'),
  areaCode: note('区划'),
  /** Offered first at the counters of the area. */
  common: flag('常用'),
  ...ends,
})

/** Every column of the centre's file by its name in the standard. */
const allFields = list(group('字段', { title: text('字段'), value: note('内容', { max: 100_000 }) }), '全部字段')

/** A disease, whole. */
export const diseaseDetail = group('病种详情', { ...diseaseRow.shape, fields: allFields })

/** What the centre has beyond the local version of a file. */
export const comparedRow = group('版本比较', {
  kind: code('交易', { max: 4 }),
  title: text('目录'),
  version: note('本地版本'),
  /** Absent when the centre did not answer (`error` says why), and when it has a file whose rows it did not count. */
  newer: optional(integer('可更新行数')),
  error: note('原因'),
})

const { listType } = itemRow.shape

/** What a person writes about an item of his own. */
export const itemForm = group('本地目录', {
  kind: itemKind,
  code: code('编码', { max: 40 }),
  name: text('名称', { max: 100 }),
  brand: optional(note('商品名', { max: 100 })),
  dosageForm: optional(note('剂型', { max: 60 })),
  spec: optional(note('规格', { max: 100 })),
  unit: optional(note('单位', { max: 20 })),
  producer: optional(note('生产企业', { max: 100 })),
  aprvno: optional(note('批准文号', { max: 60 })),
  limitText: optional(note('限用说明', { max: 500 })),
})

/** A cap of 1318. */
export const priceCapRow = group('限价', {
  code: code('医保目录编码', { max: 60 }),
  type: dict('限价类型', 'hilist_lmtpric_type'),
  disposal: note('超限处理方式'),
  cap: price('限价'),
  areaCode: note('参保区划'),
  beginDay: note('开始日期'),
  endDay: note('结束日期'),
  valid: flag('有效'),
})

/** A share of 1319 that the insured pays before anything is reimbursed. */
export const selfPayRow = group('先自付比例', {
  code: code('医保目录编码', { max: 60 }),
  personType: dict('人员类别', 'selfpay_prop_psn_type'),
  type: dict('比例类别', 'selfpay_prop_type'),
  share: ratio('自付比例'),
  areaCode: note('参保区划'),
  beginDay: note('开始日期'),
  endDay: note('结束日期'),
  valid: flag('有效'),
})

/** An entry, whole. */
export const entryDetail = group('目录', {
  ...itemRow.shape,
  fields: allFields,
  caps: list(priceCapRow, '限价'),
  shares: list(selfPayRow, '先自付比例'),
})

/** An entry as a choice. */
export const entryChoice = group('目录', {
  ...codes,
  spec: note('规格'),
  producer: note('生产企业'),
  dosageForm: note('剂型'),
  listType,
})

/** How far the area's copy of one file has come. */
export const sourceRow = group('目录版本', {
  kind: code('交易', { max: 4 }),
  title: text('目录'),
  version: note('本地版本'),
  rows: integer('行数'),
  /** Rows of a file that is partly in: the next download goes on behind them. */
  pending: integer('待导入行数'),
  state: choice('状态', { idle: '空闲', waiting: '等待', running: '下载中', failed: '未完成' }),
  error: note('原因'),
  updatedAt: optional(time('更新时间')),
})
