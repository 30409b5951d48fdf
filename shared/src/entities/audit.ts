import {
  choice,
  code,
  day,
  dict,
  flag,
  group,
  id,
  integer,
  list,
  money,
  note,
  optional,
  price,
  quantity,
  text,
  time,
} from '../field.ts'
import { auditLevels } from './audit-hit.ts'

/** What a rule looks for (domain.md 8.15). */
export const ruleKinds = {
  repeat: '重复购药',
  quantity: '超量',
  indication: '限适应症',
  coverage: '病种用药范围',
  person: '限性别年龄',
  noRx: '无处方',
  overPrice: '超限价',
  conflict: '配伍',
  swap: '串换',
} as const
export type RuleKind = keyof typeof ruleKinds

/** Which goods are the same for 重复购药: the whole national code, its first 10 characters or its first 6. */
export const sameGoods = { code: '同一国家码', ingredient: '同一通用名', class: '同一药理分类' } as const

/** What a daily quantity is counted in: packs as they are sold, tablets in them, or the milligrams of all of them. */
export const dailyUnits = { pack: '销售单位（盒、瓶）', piece: '最小单位（片、粒、支）', mg: '毫克' } as const

const codes = (title: string) => optional(note(title, { max: 4000 }))

/** A rule as a person writes it. Lists are codes with spaces, commas or line breaks between them; empty ones mean all. */
export const auditRuleForm = {
  code: code('规则编码', { max: 20 }),
  name: text('规则名称', { max: 60 }),
  kind: choice('类型', ruleKinds),
  level: choice('级别', auditLevels),
  /** What a hit means, and what the clerk does then: the second and third part of the counter's message. */
  message: text('含义', { max: 100 }),
  advice: text('怎么办', { max: 100 }),
  reasonRequired: optional(flag('须填原因')),
  /** National codes or their beginnings: XA10 is a class. */
  drugs: optional(note('适用药品', { max: 20_000 })),
  medicalTypes: codes('医疗类别'),
  insutypes: codes('险种'),
  gender: optional(choice('性别', { 1: '男', 2: '女' })),
  ageFrom: optional(integer('最小年龄', { max: 150 })),
  ageTo: optional(integer('最大年龄', { max: 150 })),
  days: optional(integer('天数', { min: 1, max: 365 })),
  same: optional(choice('同种药品', sameGoods)),
  daily: optional(quantity('每日用量')),
  dailyUnit: optional(choice('用量单位', dailyUnits)),
  /** In units of sale. */
  most: optional(quantity('一次最多')),
  cumulative: optional(flag('计入已购')),
  diseases: codes('病种或诊断'),
  against: codes('不能同用的药品'),
  priceCap: optional(price('限价')),
  /** Percent. */
  similarity: optional(integer('最低相似度', { min: 1, max: 100 })),
  beginDay: optional(day('生效日期')),
  endDay: optional(day('失效日期')),
}

/** What a kind of rule must be told, in the order of its form: each field, and what it says when it is empty. */
export const ruleNeeds: Readonly<Partial<Record<RuleKind, Partial<Record<keyof typeof auditRuleForm, string>>>>> = {
  repeat: { days: '重复购药须填天数' },
  indication: { diseases: '限适应症须填病种或诊断', drugs: '须填适用药品，否则对全部药品生效' },
  coverage: { diseases: '病种用药范围须填病种', drugs: '须填该病种可用的药品' },
  noRx: { drugs: '须填适用药品，否则对全部药品生效' },
  conflict: { against: '配伍须填不能同用的药品', drugs: '须填适用药品，否则对全部药品生效' },
}

export const auditPlaces = { platform: '全部区划', area: '区划', company: '公司' } as const

export const auditRuleRow = group('审核规则', {
  id: id('编号'),
  ...auditRuleForm,
  reasonRequired: flag('须填原因'),
  cumulative: flag('计入已购'),
  place: choice('适用范围', auditPlaces),
  areaCode: note('区划编码'),
  areaName: note('区划'),
  companyId: note('公司编号'),
  companyName: note('公司'),
  /** What it looks for, as a sentence. */
  condition: note('条件'),
  enabled: flag('启用'),
  /** A rule of the same code holds in its place in the area that is looked at. */
  replaced: flag('已被替代'),
  /** Reminders that clerks passed over. */
  hits: integer('命中次数'),
  /** Attempts that it stopped. */
  blocks: integer('拦截次数'),
  version: integer('版本'),
  updatedBy: note('修改人'),
  updatedAt: time('修改时间'),
})

/** auditType of domain.md 8.0. Ours is always 1: what is found is found before the settlement. */
export const auditTypes = { 1: '事前提醒', 2: '事中审核', 3: '事后审核' } as const

/** auditState of domain.md 8.0. */
export const auditStates = { 0: '待审', 1: '通过', 2: '拒付', 3: '申诉中', 4: '申诉成功', 5: '申诉失败' } as const

/** A hit that was passed over, of a purchase that was settled. */
export const findingRow = group('审核记录', {
  id: id('编号'),
  no: code('审核单号'),
  rule: code('规则编码'),
  ruleName: text('规则'),
  kind: note('类型'),
  level: note('级别'),
  orderId: id('订单'),
  orderNo: code('订单号'),
  setlId: note('结算号'),
  storeId: id('门店'),
  storeName: text('门店名称'),
  maskedName: text('参保人'),
  drug: note('药品'),
  nationalCode: note('国家码'),
  /** What is at stake now: nothing once the settlement was reversed. */
  amount: money('涉及金额'),
  /** Of the line when it was sold. */
  soldAmount: money('原金额'),
  reversed: flag('已撤销'),
  message: note('提示'),
  state: choice('状态', auditStates),
  deadline: day('申诉截止'),
  handler: note('处理人'),
  handledAt: optional(time('处理时间')),
  confirmedBy: note('确认人'),
  reason: note('确认原因'),
  createdAt: time('时间'),
})

/** A purchase that a rule stopped, as it was tried last; the same by the same operator on one day is one row. */
export const blockRow = group('拦截记录', {
  id: id('编号'),
  at: time('最后一次'),
  times: integer('拦截次数'),
  firstAt: time('第一次'),
  rule: code('规则编码'),
  ruleName: text('规则'),
  kind: note('类型'),
  message: note('提示'),
  drug: note('药品'),
  nationalCode: note('国家码'),
  quantity: note('数量'),
  amount: money('涉及金额'),
  maskedName: text('参保人'),
  /** The goods of the whole basket, in words. */
  basket: note('购药明细'),
  operatorName: text('操作员'),
  storeId: id('门店'),
  storeName: text('门店名称'),
})

export const findingDetail = group('审核记录', {
  ...findingRow.shape,
  quantity: note('数量'),
  medicalType: dict('医疗类别', 'med_type'),
  insutype: optional(dict('险种', 'insutype')),
  attachments: list(group('附件', { id: id('编号'), name: text('文件名'), by: note('上传人'), at: time('时间') })),
  events: list(group('记录', { at: time('时间'), move: text('变化'), text: note('说明'), by: text('操作人') })),
})

/** A purchase to try rules on. */
export const sampleLine = group('药品', {
  nationalCode: code('国家码', { max: 30 }),
  name: text('药品', { max: 100 }),
  spec: optional(note('规格', { max: 60 })),
  unit: optional(note('单位', { max: 20 })),
  quantity: quantity('数量'),
  price: price('单价'),
  priceCap: optional(price('限价')),
  /** Days since it was bought last; empty: never. */
  boughtDaysAgo: optional(integer('几天前已购', { max: 400 })),
  boughtQuantity: optional(quantity('已购数量')),
})

export const trialHit = group('试算结果', {
  rule: code('规则编码'),
  ruleName: text('规则'),
  kind: choice('类型', ruleKinds),
  level: choice('级别', auditLevels),
  line: integer('行'),
  drug: note('药品'),
  outcome: choice('结果', { hit: '命中', unclear: '不能判断' }),
  what: text('说明'),
  meaning: note('含义'),
  next: note('怎么办'),
  amount: money('涉及金额'),
})
