import type { ErrorText } from './error-text.ts'

/** Refusals of the counter: a basket, what it is sold as, a part that goes back, 挂单 (errors.ts). */
export const counterErrors = {
  'basket.empty': { status: 400, error: '还没有药品', tips: '请扫描药品条码，或输入名称、首字母查找' },
  'basket.expired': {
    status: 400,
    error: '{name} 的有效期到 {day}，已过期，本地区不结算过期药品',
    tips: '请换未过期的药盒；有效期填错时，在药品行按 Enter 改正',
  },
  'basket.sum': {
    status: 409,
    error: '明细合计 {lines} 与总额 {total} 相差 {difference}',
    tips: '请在 ERP 中核对后重新发送',
  },
  'basket.amount': { status: 400, error: '第 {n} 行金额与单价×数量不符', tips: '请核对单价和数量' },
  'basket.large': { status: 400, error: '合计金额过大，不能结算', tips: '请核对单价和数量，条码可能扫进了数量框' },
  'disease.missing': { status: 409, error: '所选的医疗类别需要选择病种', tips: '按 F3 选择病种' },
  'medicalType.stopped': {
    status: 409,
    error: '本区划已停用医疗类别「{name}」',
    tips: '请在左侧改选医疗类别后重新预结算',
  },
  'insurance.missing': { status: 409, error: '没有这个险种的参保信息', tips: '请在左侧选择险种' },
  'part.erp': { status: 409, error: '这笔来自 ERP，不能在这里部分退货', tips: '请在 ERP 中退货后重新发送销售单' },
  'part.person': { status: 409, error: '凭证与原结算的参保人不一致', tips: '请读取原参保人的凭证；原单仍然有效' },
  'part.open': { status: 409, error: '原单还没有撤销，保留的药品不能结算', tips: '请先撤销原单，或等待撤销的核实结果' },
  'part.more': {
    status: 409,
    error: '{name}超过原单的数量，不是部分退货',
    tips: '这里只能保留原单买过的药品；多出的请另外结算',
  },
  'part.done': { status: 409, error: '这笔退货保留的药品已经结算过', tips: '请在订单管理中查看' },
  'park.gone': { status: 410, error: '挂单已被取回或已作废', tips: '请重新读卡' },
} as const satisfies Record<string, ErrorText>
