import { choice, code, group, integer, money, note, optional, ratio } from '../field.ts'
import { fundSums } from './fund-pay.ts'
import { outFlags } from './person.ts'

const { settlements, reversals, total, fundTotal, account, cash } = fundSums
const inScope = money('符合范围')

/** 异地: insured in another area than that of the store. */
export const awayFlag = choice('异地标志', { 1: outFlags[1], 2: outFlags[2] })

export const outProvinceGroup = choice('分组', { area: '按参保地', store: '按门店', outFlag: '按异地标志' })

const away = {
  ...{ settlements, reversals, total, inScope, fundTotal, account, cash },
  /** Of the settlements and their money, what is in an application that the centre has or may have (domain.md 5.6). */
  claimed: integer('已申请清算笔数'),
  claimedFund: money('已申请基金'),
  /** What was confirmed to the centre (3261), of whatever it listed. */
  confirmed: integer('清分确认笔数'),
  confirmedPaid: money('清分确认金额'),
  /** What the organisation pays by our book less what was confirmed; nothing where an area does not clear. */
  unconfirmed: money('清分差额'),
}

/** Money of persons insured elsewhere, reversals taken off. */
export const outProvinceSums = group('合计', away)

/** The same of one area of insurance, store or flag (domain.md 8.12 异地申报表). */
export const outProvinceRow = group('异地合计', {
  key: note('分组编码'),
  name: note('分组'),
  /** insuplc_admdvs, where the row is one area; orders of before know its name only. */
  insuredArea: optional(code('参保地区划', { max: 6 })),
  /** Where everything the row counts has the same. */
  outFlag: optional(awayFlag),
  ...away,
})

export const medicalInsuranceGroup = choice('分组', {
  insutype: '按险种',
  medicalType: '按医疗类别',
  personType: '按人员类别',
  all: '按险种×类别×人员',
})

const business = {
  /** Distinct people with a settlement of the period that was not reversed in it. */
  persons: integer('人数'),
  /** Settlements less reversals: negative where more was taken back than sold. */
  visits: integer('人次', { min: -Number.MAX_SAFE_INTEGER }),
  settlements,
  reversals,
  total,
  fullySelfPaid: money('全自费'),
  firstSelfPay: money('先行自付'),
  overLimit: money('超限价自费'),
  inScope,
  fundTotal,
  account,
  cash,
  /** 基金合计 of 费用总额; absent where there is nothing to take a part of. */
  fundShare: optional(ratio('基金占比')),
  /** 费用总额 by 人次; absent where there is none. */
  average: optional(money('次均费用')),
}

/** Business of a period; a person in two groups is one person of the sum. */
export const medicalInsuranceSums = group('合计', business)

/** The same of one insurance, kind of visit, kind of person, or of all three (domain.md 8.12 医保报表). */
export const medicalInsuranceRow = group('医保合计', { key: note('分组编码'), name: note('分组'), ...business })
