import { choice, code, day, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { omit } from '../omit.ts'
import { organForm } from './organ.ts'
import { states } from './permission.ts'

export const companyId = id('公司编号')
export const verifyCode = text('验证码', { max: 400 })
export const companyAreas = list(code('区划', { max: 6 }), '开通区划', { max: 200 })

/** A pharmacy chain as a person writes it (domain.md 8.11). */
export const companyForm = {
  name: text('公司名称', { max: 60 }),
  shortName: optional(text('简称', { max: 20 })),
  contact: optional(text('联系人', { max: 40 })),
  phone: optional(code('联系电话', { max: 30 })),
  erpType: optional(text('ERP 类型', { max: 40 })),
  licenceUntil: optional(day('授权到期')),
}

export const licenceStates = { soon: '30 天内到期', expired: '已到期' } as const

export const companyRow = group('公司', {
  companyId,
  ...companyForm,
  areas: companyAreas,
  areaNames: note('开通区划'),
  stores: integer('门店数'),
  adminUserId: optional(id('管理员编号')),
  adminUserName: note('管理员账号'),
  /** When the verify code was last made. */
  keyAt: optional(time('验证码更换')),
  /** Until when the code before it still opens. */
  formerUntil: optional(time('旧验证码有效至')),
  /** Absent: in force, or without an end. */
  licence: optional(choice('授权', licenceStates)),
  state: choice('状态', states),
  createdAt: optional(time('创建时间')),
})

/** Hours that counters have to take a new code over. */
export const graceHours = choice('旧验证码', { 0: '立即失效', 24: '再用 24 小时', 72: '再用 72 小时' })

/** A verify code that was just made: shown once, kept as a hash. */
export const companyKey = group('验证码', {
  companyId,
  verifyCode,
  formerUntil: optional(time('旧验证码有效至')),
})

/**
 * Columns of the sheet that brings in stores of one area, under the titles of the store page: what is taken out there can be
 * brought in again. A store that is known needs no company.
 */
export const storeSheet = { companyId: optional(companyId), ...omit(organForm, 'companyId', 'areaCode') }
