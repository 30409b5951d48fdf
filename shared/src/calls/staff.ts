import { get, pageOf, paging, post } from '../call.ts'
import {
  departmentChanges,
  departmentForm,
  departmentRow,
  departmentState,
  doctorChoices,
  doctorDue,
  doctorForm,
  doctorRow,
  practitionerRow,
  standing,
} from '../entities/staff.ts'
import { code, dict, flag, group, id, list, note, optional, pattern, someOf } from '../field.ts'

const store = { storeId: optional(id('门店')) }
const ofId = (title: string) => ({ id: id(title) })
const progress = { progress: true, result: group('进度', { progressId: id('进度') }) } as const
const category = optional(dict('类别', 'medins_psn_type'))
const keyword = optional(note('姓名/编码', { max: 50 }))

const doctors = 'InsuranceMenu'
// The number of a certificate is never recorded.
const recorded = { record: ['name', 'category', 'code', 'title', 'validFrom', 'validTo'] } as const

/** /basic-data/insurance-menu: the doctors and pharmacists of the stores. */
export const doctor = {
  paged: get('/api/Doctor', {
    title: '医保医师药师',
    menu: doctors,
    scope: 'store',
    input: { ...paging, ...store, keyword, category, state: optional(standing), due: optional(doctorDue) },
    result: pageOf(doctorRow),
  }),
  /** Those a purchase of the store may name today, the default first. */
  storeDoctors: get('/api/Doctor/StoreDoctors/:id', {
    title: '门店医师药师',
    menu: [doctors, 'SwipingCard', 'MedicalExecutiveMenu'],
    scope: 'store',
    input: { ...ofId('门店'), category },
    result: doctorChoices,
  }),
  get: post('/api/Doctor/Get/:id', {
    reads: true,
    title: '医师药师',
    menu: doctors,
    scope: 'store',
    input: ofId('编号'),
    result: doctorRow,
  }),
  add: post('/api/Doctor/Add', {
    title: '新增医师药师',
    menu: doctors,
    button: 'add',
    scope: 'store',
    audit: { action: '新增医师药师', record: ['storeId', ...recorded.record] },
    input: { ...store, ...doctorForm },
    result: doctorRow,
  }),
  /** Only what is named changes; an empty certNo keeps the kept one. */
  update: post('/api/Doctor/Update', {
    title: '修改医师药师',
    menu: doctors,
    button: 'edit',
    scope: 'store',
    audit: { action: '修改医师药师', record: ['id', ...recorded.record, 'isDefault', 'stopped'] },
    input: {
      ...ofId('编号'),
      ...someOf(doctorForm),
      isDefault: optional(flag('默认')),
      stopped: optional(flag('停用')),
    },
    result: doctorRow,
  }),
  /** Which account is this pharmacist's: with it he reviews prescriptions, and nobody else in his name. */
  account: post('/api/Doctor/Account/:id', {
    title: '药师登录账号',
    menu: doctors,
    button: 'edit',
    scope: 'store',
    audit: { action: '填写药师登录账号', record: ['id', 'userName'] },
    input: { ...ofId('编号'), userName: optional(note('登录账号', { max: 60 })) },
    result: doctorRow,
  }),
  remove: post('/api/Doctor/Delete/:id', {
    title: '删除医师药师',
    menu: doctors,
    button: 'remove',
    scope: 'store',
    audit: { action: '删除医师药师', record: ['id'] },
    input: ofId('编号'),
  }),
  /** 5102, then every local person by his national code: new ones come, known ones are brought up to date. */
  updateDoctorByOnce: post('/api/Doctor/UpdateDoctorByOnce', {
    title: '从中心更新医师药师',
    menu: doctors,
    button: 'download',
    scope: 'store',
    audit: { action: '从中心更新医师药师', record: ['storeId'] },
    input: store,
    ...progress,
  }),
}

const practitioners = 'MedicalExecutiveMenu'

/** /basic-data/medical-executive-menu: what the centres answer to 5102. */
export const insPractitioner = {
  paged: get('/api/InsPractitioner/Paged', {
    title: '医执人员目录',
    menu: practitioners,
    scope: 'store',
    input: {
      ...paging,
      ...store,
      keyword,
      category,
      /** By its end, as the list shows it: a whole number would stand in the address. */
      certTail: optional(pattern('证件号码后四位', 'code', /^[0-9A-Za-z]{4}$/, '证件号码后四位应为 4 位数字或字母')),
      insured: optional(flag('医保医师')),
      listed: optional(flag('中心在册')),
    },
    result: pageOf(practitionerRow),
  }),
  syncMedicalStaffs: get('/api/InsPractitioner/SyncMedicalStaffs', {
    title: '同步医执人员',
    menu: practitioners,
    button: 'download',
    scope: 'store',
    audit: { action: '同步医执人员', record: ['storeId'] },
    input: store,
    ...progress,
  }),
  /** 5102 by name or national code, at once; what it finds is kept in the list. */
  insPractitionerQueryByName: post('/api/InsPractitioner/InsPractitionerQueryByName', {
    title: '按姓名查医执人员',
    menu: practitioners,
    button: 'download',
    scope: 'store',
    audit: { action: '按姓名查医执人员', record: ['storeId', 'category', 'name', 'code'] },
    input: {
      ...store,
      category: dict('类别', 'medins_psn_type'),
      name: optional(note('姓名', { max: 50 })),
      code: optional(code('国家编码', { max: 20 })),
    },
    result: list(practitionerRow, '医执人员'),
  }),
  /** Gives a local person the centre's code and papers; without one a new local person is made of them. */
  bind: post('/api/InsPractitioner/Bind', {
    title: '对应到本地人员',
    menu: doctors,
    button: 'add',
    scope: 'store',
    audit: { action: '对应到本地人员', record: ['id', 'doctorId'] },
    input: { ...ofId('编号'), doctorId: optional(id('本地人员')) },
    result: doctorRow,
  }),
}

const departments = 'Department'

/** /basic-data/department: 3401, 3401A, 3402, 3403 and 5101. */
export const department = {
  paged: get('/api/Department/Paged', {
    title: '科室',
    menu: departments,
    scope: 'store',
    input: {
      ...paging,
      ...store,
      keyword: optional(note('科室名称/编码', { max: 50 })),
      category: optional(dict('科别', 'dept')),
      state: optional(departmentState),
    },
    result: pageOf(departmentRow),
  }),
  add: post('/api/Department/Add', {
    title: '新增科室',
    menu: departments,
    button: 'add',
    scope: 'store',
    audit: { action: '新增科室', record: ['storeId', 'code', 'name'] },
    input: { ...store, ...departmentForm },
    result: departmentRow,
  }),
  update: post('/api/Department/Update', {
    title: '修改科室',
    menu: departments,
    button: 'edit',
    scope: 'store',
    audit: { action: '修改科室', record: ['id'] },
    input: { ...ofId('编号'), ...departmentChanges },
    result: departmentRow,
  }),
  /** 3401, or 3402 where the centre knows it. */
  upload: post('/api/Department/Upload/:id', {
    title: '上报科室',
    menu: departments,
    button: 'upload',
    scope: 'store',
    audit: { action: '上报科室', record: ['id'] },
    input: ofId('编号'),
    result: departmentRow,
  }),
  /** Everything that is not yet told, store after store; new ones together by 3401A. */
  uploadAll: post('/api/Department/UploadAll', {
    title: '批量上报科室',
    menu: departments,
    button: 'upload',
    scope: 'store',
    audit: { action: '批量上报科室', record: ['storeId'] },
    input: store,
    ...progress,
  }),
  /** 3403; one the centre never had is only removed here. `known`: which of the two the person was asked about. */
  revoke: post('/api/Department/Revoke/:id', {
    title: '撤销科室',
    menu: departments,
    button: 'remove',
    scope: 'store',
    audit: { action: '撤销科室', record: ['id'] },
    input: { ...ofId('编号'), known: departmentRow.shape.known },
  }),
  /** 5101: the centre's departments beside ours; our changes that were not sent stay. */
  sync: post('/api/Department/Sync', {
    title: '从中心取科室',
    menu: departments,
    button: 'download',
    scope: 'store',
    audit: { action: '从中心取科室', record: ['storeId'] },
    input: store,
    ...progress,
  }),
}
