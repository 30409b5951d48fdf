import type { ErrorText } from './error-text.ts'

/** Refusals of a card that was read, or was not (errors.ts). */
export const cardErrors = {
  'card.gone': { status: 410, error: '读卡信息已过期', tips: '请重新读卡' },
  'card.changed': { status: 409, error: '结算前检测到卡已更换', tips: '没有结算，没有扣款。请按 F2 重新读卡并预结算' },
  'card.another': {
    status: 409,
    error: '读到的不是上一次读卡的参保人',
    tips: '请放上同一参保人的卡重新读取；换了参保人请按 F2 读卡',
  },
  'card.numberless': {
    status: 409,
    error: '这种凭证没有证件号码，不能核对是不是本人',
    tips: '请改用身份证或社保卡，再撤销一次',
  },
  'card.only': {
    status: 409,
    error: '这笔结算没有留下证件号码，只能用结算时的卡核对',
    tips: '请放上结算时用的卡；卡不在的，整单撤销可选「都没有，提交审批」（本地区用撤销授权时），否则请管理员处理',
  },
  'card.other': { status: 409, error: '没有读到这笔结算本人的卡', tips: '请放上参保人本人的卡，再撤销一次' },
  'card.none': { status: 422, error: '医保中心没有此人的参保信息', tips: '核对证件后重读，或在 ERP 按自费收款' },
  // The reader answered, but its driver gave less than the centre asks for (docs/DRIVERS.md).
  'card.incomplete': {
    status: 422,
    error: '读卡器没有读出{what}',
    tips: '请重新放卡再读，或换一种凭证；每张卡都这样，请管理员检查驱动的描述（{fields}）',
  },
  'card.typed': { status: 403, error: '本地区不允许手工输入证件号', tips: '请读卡或扫描电子凭证' },
  'qr.expired': { status: 422, error: '电子凭证二维码已失效', tips: '请参保人刷新二维码后重扫' },
} as const satisfies Record<string, ErrorText>
