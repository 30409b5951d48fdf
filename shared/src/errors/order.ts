import type { ErrorText } from './error-text.ts'

/** Refusals of an order by what became of it (domain.md 8.10). */
export const orderErrors = {
  'order.stale': { status: 409, error: '这笔购药后来又预结算过，原预结算作废', tips: '按 F8 重新预结算' },
  'order.otherDay': {
    status: 409,
    error: '预结算做于零点之前，今天的报销可能不同，原预结算作废',
    tips: '按 F8 重新预结算',
  },
  'order.otherLife': {
    status: 409,
    error: '数据库切换过主机，在那之前的预结算作废',
    tips: '切换前没有按过结算的，按 F8 重新预结算；按过的可能已在医保中心入账，先在「日对账」核对，不要重复收款',
  },
  'order.bought': {
    status: 409,
    error: '预结算之后，这位参保人又在{where}购买了{name}，原预结算作废',
    tips: '按 F8 重新预结算，以新的审核结果为准',
  },
  'order.codeSold': {
    status: 409,
    error: '预结算之后，{what}，原预结算作废',
    tips: '请核对药盒：换一盒重新扫码，或按 F8 写明原因',
  },
  'order.parked': { status: 409, error: '这笔购药已挂单，原预结算作废', tips: '要在这里结算请按 F8 重新预结算' },
  'order.notBooked': { status: 409, error: '上次结算没有成立，原预结算作废', tips: '按 F8 重新预结算' },
  'order.state': { status: 409, error: '订单已是「{state}」，不能{action}', tips: '请刷新后查看订单状态' },
  'order.settled': { status: 409, error: '订单已结算，不能{action}', tips: '要退回请用「撤销」' },
  'order.unbindAdmin': { status: 403, error: '解除 ERP 单由管理员操作', tips: '请联系区划管理员' },
  'order.guestPerson': {
    status: 403,
    error: '没有登录，不能按姓名或参保人查找',
    tips: '请按订单号、ERP 单号或结算号查找，或登录后再查',
  },
  'order.notBound': {
    status: 409,
    error: 'ERP 单 {bill} 不是人工绑定的，本单就是按它结算的',
    tips: '要退回这笔请按「撤销」',
  },
  'order.bill': { status: 409, error: 'ERP 单 {bill} 已在结算或已结算', tips: '请在订单管理中查看' },
  'order.unbilled': {
    status: 409,
    error: '这位参保人的相同购药在医保中心已经结算，本店订单 {orderNo}，没有 ERP 单',
    tips: '是同一次购药的，在「异常订单」对这笔按「绑定 ERP 单」，填 {bill}；是另一次购药的，先对那一笔按「核对完成」，再按 F8',
  },
  'order.busy': { status: 409, error: '系统正在核实这笔结算', tips: '请等待核实结果' },
  'order.open': { status: 409, error: '这位参保人还有一笔结果未知的相同购药', tips: '请等待核实结果，不要重复结算' },
  'order.bound': { status: 422, error: '中心的结算与本单不符：{text}', tips: '请核对结算号和就诊号' },
  'order.refunded': {
    status: 422,
    error: '中心的结算与本单不符：这笔结算已退费',
    tips: '药品和小票都没有交付的，按「冲正」；已交付的，请联系医保经办机构',
  },
} as const satisfies Record<string, ErrorText>
