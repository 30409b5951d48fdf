import {
  choice,
  code,
  day,
  dict,
  group,
  id,
  integer,
  list,
  money,
  note,
  optional,
  phone,
  text,
  time,
} from '../field.ts'

/** How a filing stands with the centre. `unknown`: the answer was lost, the next step asks before it sends. */
export const filingState = choice('状态', {
  draft: '未上报',
  uploaded: '已上报',
  refused: '未通过',
  unknown: '结果未知',
  repealed: '已撤销',
})

/** Days before its end from which a filing is worth a word to the person (ux 1.2, as at the counter). */
export const soonDays = 30

/** Days before its end from which a filing stands on the home page (ux 7). */
export const weekDays = 7

/** Of what the centre holds: what ends within `weekDays` or `soonDays`, and what has ended. */
export const filingDue = choice('到期', {
  week: `${weekDays} 天内到期`,
  soon: `${soonDays} 天内到期`,
  ended: '已过期',
})

/** insutype of whom the two diseases are filed for: 城乡居民, and 城镇居民 where an edition still has it. */
export const residents: ReadonlySet<string> = new Set(['390', '391'])

/** How a person is reached: sealed at rest, never in the operation log. */
export const contactForm = {
  tel: optional(phone('联系电话')),
  address: optional(note('联系地址', { max: 200 })),
}

/** Who files on the person's behalf (agnter_* of the standard): sealed at rest like the person's own. */
export const agentForm = {
  agentName: optional(note('代办人', { max: 50 })),
  agentRelation: optional(dict('与参保人关系', 'agnter_rlts')),
  agentCertType: optional(dict('代办人证件类型', 'psn_cert_type')),
  agentCertNo: optional(note('代办人证件号码', { max: 30 })),
  agentTel: optional(phone('代办人电话')),
  agentAddress: optional(note('代办人地址', { max: 200 })),
}

const doctor = { doctorCode: code('诊断医师编码', { max: 30 }), doctorName: text('诊断医师', { max: 50 }) }

/** What a person writes of a chronic disease's filing (2503): what the standard demands is demanded here. */
export const diseaseForm = {
  insutype: dict('险种', 'insutype'),
  diseaseCode: code('病种编码', { max: 30 }),
  diseaseName: text('病种名称', { max: 300 }),
  hospitalCode: code('鉴定机构编号', { max: 30 }),
  hospitalName: text('鉴定机构名称', { max: 200 }),
  identifiedOn: day('鉴定日期'),
  ...doctor,
  beginDay: day('开始日期'),
  endDay: optional(day('结束日期')),
}

/** What a person writes of a designation (2505); the institution it names is the store's own. */
export const designationForm = {
  businessType: dict('业务申请类型', 'biz_appy_type'),
  order: integer('定点排序号', { min: 1, max: 999 }),
  beginDay: day('开始日期'),
  endDay: optional(day('结束日期')),
  memo: optional(note('备注', { max: 500 })),
}

/** What a person writes of a special drug's filing (2591): one drug, and the hospital that approved it. */
export const specialDrugForm = {
  insutype: dict('险种', 'insutype'),
  drugCode: code('药品国家码', { max: 30 }),
  drugName: text('药品名称', { max: 50 }),
  diseaseCode: code('疾病编码', { max: 30 }),
  diseaseName: text('疾病名称', { max: 50 }),
  hospitalCode: code('医疗机构编号', { max: 30 }),
  hospitalName: text('医疗机构名称', { max: 200 }),
  ...doctor,
  /** appy_lmt: how many packs; the standard gives it no decimals. */
  limit: integer('限额数量', { min: 1, max: 999_999 }),
  appliedOn: day('申请日期'),
  beginDay: day('开始日期'),
  endDay: day('结束日期'),
}

/** What a person writes of 门诊两病 (2691, 2595): what the standard demands is demanded here. */
export const twoDiseasesForm = {
  insutype: dict('险种', 'insutype'),
  diseaseCode: code('病种', { max: 20 }),
  diseaseName: text('病种名称', { max: 300 }),
  /** lmt, as the area's rules and the application name it: the standard demands it and says no period. */
  limit: money('限制额度'),
  hospitalCode: code('医疗机构编号', { max: 30 }),
  hospitalName: text('医疗机构名称', { max: 200 }),
  doctorCode: doctor.doctorCode,
  doctorOpinionOn: day('医师意见日期'),
  appliedOn: day('申请日期'),
  beginDay: day('开始日期'),
  endDay: day('结束日期'),
}

/** What 特药备案 says in words about somebody's illness: sealed like illnessForm. */
export const basisForm = { basis: text('诊断依据', { max: 300 }) }

/** What 门诊两病 says in words about somebody's illness: sealed at rest, never in a list or the operation log. */
export const illnessForm = {
  condition: text('病情描述', { max: 1000 }),
  treatment: text('治疗方案', { max: 1000 }),
  doctorOpinion: text('医师意见', { max: 500 }),
  applyReason: text('申请理由', { max: 1000 }),
  memo: optional(note('备注', { max: 500 })),
}

/** What every filing shows before its own form; whose it is shows masked. */
export const filingHead = {
  ...{ id: id('编号'), storeId: id('门店编号'), storeName: text('门店') },
  ...{ maskedName: text('姓名'), maskedCertNo: note('证件号码') },
}

/** What every filing shows behind its own form. */
export const filingTail = {
  serial: note('申报流水号'),
  state: filingState,
  /** What was sent when its answer was lost: pressed again it asks the centre first. */
  lost: optional(choice('待确认', { upload: '上报', repeal: '撤销' })),
  /** Of what the centre holds: days to its end when `soonDays` or fewer are left, negative when it has ended. */
  endsIn: optional(integer('到期天数', { min: -100_000 })),
  ...{ message: note('说明'), reason: note('撤销原因'), operatorName: note('经办人') },
  ...{ changedAt: time('修改时间'), uploadedAt: optional(time('上报时间')) },
}

/** One filing as the centre or we hold it, and what comparing both says (5301, 5302, 5391, 2693, 5395). */
const comparedFiling = group('核对', {
  code: note('编码'),
  name: note('名称'),
  beginDay: note('开始日期'),
  endDay: note('结束日期'),
  /** What the centre says besides: the place of a designation. */
  about: note('说明'),
  verdict: choice('核对结果', {
    both: '一致',
    dates: '结束日期不同',
    centreOnly: '仅中心有',
    oursOnly: '仅本系统有',
    elsewhere: '其他机构',
  }),
  /** What to do about it; '' when nothing. */
  next: note('下一步'),
})

/** What the centre holds of a person, beside what we hold. */
export const comparison = group('中心核对', {
  maskedName: text('姓名'),
  rows: list(comparedFiling, '备案'),
})
