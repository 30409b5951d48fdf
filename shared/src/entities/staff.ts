import { choice, code, day, dict, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { sex } from './account.ts'

const category = dict('类别', 'medins_psn_type')
const place = { storeId: id('门店编号'), storeName: text('门店') }

/** Of a local person: whether he may be named on a purchase today. */
export const standing = choice('状态', {
  enabled: '在用',
  waiting: '未生效',
  expired: '已过期',
  stopped: '停用',
})

/** Who works no longer than 30 days more, as `soonDays` of filings: a contract of its own, which loads none of those. */
export const doctorDue = choice('有效期', { soon: '30 天内到期' })

/** What a person writes about a doctor or pharmacist of the store. */
export const doctorForm = {
  name: text('姓名', { max: 50 }),
  category,
  code: optional(code('国家编码', { max: 20 })),
  sex: optional(sex),
  certType: optional(dict('证件类型', 'psn_cert_type')),
  /** Only ever sent in a body, kept sealed and shown masked. */
  certNo: optional(code('证件号码', { max: 50 })),
  title: optional(note('职称', { max: 50 })),
  certificateNo: optional(note('资格证书编号', { max: 30 })),
  practiceNo: optional(note('执业证书编号', { max: 30 })),
  validFrom: optional(day('有效期起')),
  validTo: optional(day('有效期止')),
}

/** A doctor or pharmacist of a store, named as bilg_dr and as reviewer (domain.md 8.4). */
export const doctorRow = group('医师药师', {
  ...{ id: id('编号'), ...place },
  ...{ name: text('姓名'), category, code: note('国家编码'), sex: optional(sex) },
  ...{ certType: optional(doctorForm.certType), certNo: note('证件号码'), title: note('职称') },
  ...{ certificateNo: note('资格证书编号'), practiceNo: note('执业证书编号') },
  ...{ validFrom: optional(day('有效期起')), validTo: optional(day('有效期止')) },
  isDefault: flag('默认'),
  /** He reviews prescriptions with it (Doctor/Account). */
  account: note('登录账号'),
  state: standing,
})

/** One who may be named on a purchase today. */
const doctorChoice = group('医师药师', {
  ...{ id: id('编号'), name: text('姓名'), code: note('国家编码'), category, title: note('职称') },
  initials: note('首字母'),
  isDefault: flag('默认'),
})

/** A line of 5102 as the area's centre last answered it. */
export const practitionerRow = group('医执人员', {
  ...{ id: id('编号'), ...place },
  ...{ code: note('国家编码'), name: text('姓名'), category, certType: doctorForm.certType, certNo: note('证件号码') },
  ...{ ownNo: note('自编号'), certificateNo: note('资格证书编号'), practiceNo: note('执业证书编号') },
  insured: flag('医保医师'),
  ...{ from: note('开始时间'), until: note('结束时间'), changeReason: note('变更原因') },
  listed: flag('中心在册'),
  doctorId: optional(id('本地人员编号')),
  doctorName: note('本地人员'),
  syncedAt: time('同步时间'),
})

/** How a department stands with the centre. `unknown`: the answer was lost, the next step asks before it sends. */
export const departmentState = choice('上报状态', {
  draft: '未上报',
  changed: '有修改未上报',
  uploaded: '已上报',
  refused: '未通过',
  unknown: '结果未知',
  withdrawn: '已撤销',
})

const count = (title: string) => integer(title, { max: 99_999 })

const departmentFields = {
  name: text('科室名称', { max: 100 }),
  category: dict('科别', 'dept'),
  head: text('负责人', { max: 50 }),
  phone: text('负责人电话', { max: 50 }),
  intro: text('简介', { max: 500 }),
  establishedOn: day('成立日期'),
  beginDay: day('开始日期'),
  endDay: optional(day('结束日期')),
  pharmacists: count('药师人数'),
  doctors: count('医师人数'),
  nurses: count('护士人数'),
  technicians: count('技师人数'),
  beds: count('批准床位'),
  insuredBeds: count('医保床位'),
  services: optional(note('服务范围', { max: 500 })),
  memo: optional(note('备注', { max: 500 })),
}

/** 3401: every field the standard demands is demanded here (fields of 3401). */
export const departmentForm = { code: code('科室编码', { max: 20 }), ...departmentFields }

/** What can be changed later; the code is the department's name at the centre. */
export const departmentChanges = departmentFields

export const departmentRow = group('科室', {
  ...{ id: id('编号'), ...place },
  ...departmentForm,
  // A centre's row may lack what it demands of ours.
  ...{
    name: note('科室名称'),
    category: optional(departmentForm.category),
    head: note('负责人'),
    phone: note('负责人电话'),
  },
  ...{ intro: note('简介'), services: note('服务范围'), memo: note('备注') },
  ...{ establishedOn: optional(day('成立日期')), beginDay: optional(day('开始日期')) },
  state: departmentState,
  known: flag('中心已有'),
  message: note('说明'),
  changedAt: time('修改时间'),
  uploadedAt: optional(time('上报时间')),
})

export const doctorChoices = list(doctorChoice, '医师药师')
