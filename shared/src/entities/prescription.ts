import { choice, code, day, flag, group, id, integer, list, note, optional, quantity, text, time } from '../field.ts'
import { sex } from './account.ts'

/** How far the pharmacist's review is (domain.md 7.3, own part). */
export const rxState = choice('审核状态', {
  waiting: '待审核',
  second: '待复核',
  passed: '审核通过',
  refused: '审核不通过',
  returned: '已退回',
  undone: '已撤销',
})

/** Whether it can still be settled; told by its order and its days, never written. */
export const rxUse = choice('使用状态', { unused: '未使用', inUse: '结算中', used: '已使用', expired: '已过期' })

/** Typed from a paper, or downloaded from the centre (domain.md 7). */
export const rxSource = choice('来源', { paper: '纸质录入', circulation: '处方流转' })

/** Whether the centre has heard of a verdict, or of what was handed out. */
export const rxTold = (title: string) =>
  choice(title, { waiting: '待上传', told: '已上传', unknown: '结果未知', refused: '未接受', returned: '已退回' })

/** rxTypeCode (domain.md 7.4). */
export const rxType = choice('处方类别', { 1: '西药中成药', 2: '中药饮片' })

/** rxExraAttrCode (domain.md 7.3). */
export const rxAttribute = choice('处方属性', { '01': '双通道', '02': '门诊统筹', '03': '其他' })

/** A drug as the doctor wrote it, and the goods of the shop that it means. */
export const rxLineForm = group('处方药品', {
  name: text('药品名称', { max: 100 }),
  spec: optional(note('规格', { max: 100 })),
  quantity: quantity('处方数量'),
  unit: optional(note('处方单位', { max: 20 })),
  usage: optional(note('用法用量', { max: 200 })),
  /** Goods of the shop; without them the line cannot be sold. */
  ownCode: optional(code('本店商品')),
  /** In the unit of the goods; as many as prescribed unless said, to be said where the two are not counted alike. */
  limit: optional(quantity('可售数量')),
})

const rxLine = group('处方药品', {
  ...rxLineForm.shape,
  itemName: note('本店商品名称'),
  itemSpec: note('本店商品规格'),
  itemUnit: note('本店单位'),
  /** Of a downloaded one. */
  nationalCode: optional(note('国家码')),
})

/** What the person before the clerk tells, where no card was read. */
const patient = {
  name: optional(text('姓名', { max: 50 })),
  sex: optional(sex),
  age: optional(integer('年龄', { max: 150 })),
  /** Only ever sent in a body, kept sealed and shown masked. */
  certNo: optional(code('证件号码', { max: 50 })),
}

/** A paper prescription as it is typed in. */
export const rxForm = {
  ...patient,
  number: code('处方号', { max: 30 }),
  hospital: text('开方医院', { max: 90 }),
  department: optional(note('科室', { max: 50 })),
  doctor: text('开方医生', { max: 50 }),
  prescribedOn: day('开方日期'),
  /** The day of issue and two more where the doctor wrote nothing else. */
  validUntil: optional(day('有效期至')),
  rxType,
  attribute: rxAttribute,
  diagnosis: text('诊断', { max: 200 }),
  lines: list(rxLineForm, '处方药品', { max: 20 }),
}

/** Who said what of a prescription as a pharmacist. */
const rxReview = group('审核', {
  name: text('药师'),
  code: note('药师编码'),
  passed: flag('通过'),
  opinion: note('审核意见'),
  at: time('审核时间'),
})

/** A prescription in a list; whose it is shows masked. */
export const rxRow = group('处方', {
  ...{ id: id('编号'), storeId: id('门店编号'), storeName: text('门店') },
  number: code('处方号'),
  maskedName: text('姓名'),
  sex: optional(sex),
  age: optional(integer('年龄')),
  diagnosis: note('诊断'),
  hospital: text('开方医院'),
  doctor: text('开方医生'),
  prescribedOn: day('开方日期'),
  validUntil: day('有效期至'),
  /** HH:mm:ss of that day, of one that ends within it. */
  validTime: optional(text('当天有效至')),
  kinds: integer('种数'),
  rxType,
  attribute: rxAttribute,
  state: rxState,
  use: rxUse,
  pharmacist: note('药师'),
  reason: note('说明'),
  takenBy: note('接单药师'),
  enteredBy: note('录入人'),
  setlId: note('结算号'),
  source: rxSource,
  /** Of a downloaded one: the pharmacist's verdict, and what was handed out on it, as the centre has heard of them. */
  verdict: optional(rxTold('审核上传')),
  dispense: optional(rxTold('取药上传')),
  /** Since when it waits for the pharmacist. */
  submittedAt: time('提交时间'),
  createdAt: time('录入时间'),
})

const rxEvent = group('记录', { at: time('时间'), move: text('变化'), text: note('说明'), by: text('操作人') })

/** What the centre was told of a downloaded one, or is to be. */
export const rxMessage = group('上传记录', {
  kind: choice('内容', { verdict: '审核结果', dispense: '取药', return: '取药退回' }),
  state: choice('状态', {
    waiting: '待上传',
    told: '已上传',
    unknown: '结果未知',
    refused: '未接受',
    needless: '不用上传',
  }),
  setlId: note('结算号'),
  text: note('说明'),
  at: time('时间'),
})

/** A prescription as pharmacists read it before it was written at again, with what they said. */
const rxFormer = group('以往审核', {
  revision: integer('版本'),
  name: note('姓名'),
  number: note('处方号'),
  hospital: note('开方医院'),
  department: note('科室'),
  doctor: note('开方医生'),
  prescribedOn: optional(day('开方日期')),
  validUntil: optional(day('有效期至')),
  rxType: optional(rxType),
  attribute: optional(rxAttribute),
  diagnosis: note('诊断'),
  enteredBy: note('录入人'),
  lines: list(
    group('处方药品', {
      ...{ name: note('药品名称'), spec: note('规格'), quantity: note('处方数量'), unit: note('处方单位') },
      ...{ usage: note('用法用量'), ownCode: note('本店商品'), limit: note('可售数量') },
    }),
  ),
  hasImage: flag('有照片'),
  reviews: list(rxReview),
  endedAt: time('修改时间'),
})

/** A prescription whole, for whoever reviews it. */
export const rxDetail = group('处方', {
  ...rxRow.shape,
  name: text('姓名'),
  maskedCertNo: note('证件号码'),
  department: note('科室'),
  lines: list(rxLine),
  hasImage: flag('有照片'),
  /** Another one with every change: a review names the one it read. */
  revision: integer('版本'),
  orderId: optional(id('订单')),
  reviews: list(rxReview),
  former: optional(list(rxFormer, '以往审核')),
  messages: list(rxMessage),
  events: list(rxEvent),
})

/** A prescription that the centre has for a customer, and what can be done with it here (domain.md 7.3). */
export const rxListed = group('流转处方', {
  number: code('处方号'),
  hospital: text('开方医院'),
  department: note('科室'),
  doctor: text('开方医生'),
  issuedAt: time('开方时间'),
  validUntil: time('有效期至'),
  kinds: integer('种数'),
  attribute: rxAttribute,
  state: choice('状态', {
    usable: '可下载',
    here: '已在本店',
    other: '其他药店已审核',
    refused: '药师审核未通过',
    used: '已使用',
    later: '未到下次使用日期',
    over: '已过期',
    revoked: '医院已撤销',
  }),
  /** Of one that may be used several times. */
  repeat: note('使用次数'),
  /** The store's own record of it. */
  id: optional(id('处方')),
})

/** A customer's prescription at the counter: the good ones carry what is to be sold. */
export const rxChoice = group('处方', {
  ...rxRow.shape,
  revision: integer('版本'),
  lines: list(rxLine),
})

/** How the asker stands as a pharmacist of a store. */
export const rxReviewer = group('药师', {
  /** '' = his account belongs to no pharmacist who may review today. */
  name: note('药师'),
  code: note('药师编码'),
  opinions: list(text('审核意见')),
})

/** Where a prescription is in the pharmacists' queue. */
export const rxQueueState = choice('状态', { open: '待接', taken: '已接', done: '已审', returned: '退回' })

export const rxQueueRow = group('处方', {
  ...rxRow.shape,
  queue: rxQueueState,
  mine: flag('我接的'),
  /** The asker is a pharmacist of this store: to nobody else the queue offers the review. */
  mayReview: flag('可审核'),
  revision: integer('版本'),
})
