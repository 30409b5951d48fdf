import { choice, code, dict, flag, group, id, integer, list, money, note, optional, text, time } from '../field.ts'

/** How a person is identified at the counter (ux 1, R1). */
export const medium = choice('凭证', {
  eVoucher: '电子凭证',
  socialCard: '社保卡',
  idCard: '身份证',
  socialECard: '电子社保卡',
})

/** One insurance of a person, from 1101 insuinfo. */
const insurance = group('参保信息', {
  insutype: dict('险种', 'insutype'),
  insutypeName: text('险种名称'),
  personType: dict('人员类别', 'psn_type'),
  personTypeName: note('人员类别名称'),
  status: dict('参保状态', 'psn_insu_stas'),
  statusName: note('参保状态名称'),
  balance: money('余额'),
  insuredArea: code('参保地区划', { max: 6 }),
  insuredAreaName: note('参保地'),
  employer: optional(note('单位')),
  civilServant: flag('公务员'),
})

export const outFlags = { 0: '本地', 1: '省内异地', 2: '跨省异地' } as const

/** The insured person as the counter shows him: masked, known to the console only by readId (DESIGN 6). */
export const person = group('参保人', {
  readId: id('读卡编号'),
  medium,
  name: text('姓名'),
  maskedName: text('脱敏姓名'),
  gender: dict('性别', 'gend'),
  age: integer('年龄', { max: 150 }),
  maskedCertNo: note('证件号'),
  outFlag: choice('异地标志', outFlags),
  insuredAreaName: note('参保地'),
  insurances: list(insurance),
  /** Chosen for the clerk: the active insurance, employee before resident (domain.md 2.1). */
  insutype: dict('险种', 'insutype'),
  identities: list(text('身份类别')),
  /** e-voucher: read again after unparking. */
  singleUse: flag('一次性凭证'),
  readAt: time('读取时间'),
  /**
   * The same for each reading of one person at one store, and no other's: a masked name is many people's. Says nothing
   * else; a server of before gives none.
   */
  mark: optional(note('同一人标记')),
})

/** med_type 特药 of either edition: 18 特药购药, 9904 大病特药. */
export const specialKinds: readonly string[] = ['18', '9904']

/**
 * A disease that the person is registered for: chronic (5301), one of 门诊两病 (2693, 5395), or that of a special drug (5391).
 * The standard tells a limit of 门诊两病 alone, and what was used where the centre counts it by disease (5206).
 */
export const disease = group('病种', {
  code: code('病种编码'),
  name: text('病种名称'),
  kind: choice('病种类型', { chronic: '慢特病', twoDiseases: '门诊两病', special: '特药' }),
  begin: note('开始日期'),
  end: note('结束日期'),
  limit: optional(money('限额')),
  /** What funds paid this year. */
  used: optional(money('本年已用')),
  left: optional(money('剩余')),
  /** Days until the registration ends, when 30 or fewer. */
  endsIn: optional(integer('到期天数')),
})
