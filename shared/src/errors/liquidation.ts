/** Refusals of the applications for a month's money. */
export const liquidationErrors = {
  'liquidation.state': { status: 409, error: '清算申请现在是「{state}」，不能{action}', tips: '请刷新后查看' },
  'liquidation.busy': { status: 409, error: '另一个人正在处理这份申请', tips: '请刷新后查看' },
  'liquidation.open': { status: 409, error: '{text}', tips: '请先到「月对账」处理，再生成清算申请' },
  'liquidation.notMade': { status: 409, error: '{text}', tips: '{next}' },
  'liquidation.moved': {
    status: 409,
    error: '生成之后账目有变动：{text}',
    tips: '没有发出申请。请重新生成这个月的申请，核对后再申请',
  },
  'liquidation.reversing': {
    status: 409,
    error: '这份申请中有结算正在撤销，或结果未知，没有发出申请',
    tips: '请先在「异常订单」核实，有结果后重新生成这个月的申请',
  },
  'liquidation.seen': { status: 409, error: '申报金额刚有改动，没有发出申请', tips: '请刷新核对后再申请' },
  'liquidation.noDrafts': {
    status: 409,
    error: '选中的没有未申请的清算草稿',
    tips: '请先「生成清算申请」，或换个条件',
  },
  'liquidation.agreed': {
    status: 400,
    error: '月对账已平，{fields}与医保中心一致，不能修改',
    tips: '只能修改清算人次、医保认可费用和基金申报；账目有误请到日对账处理',
  },
  'liquidation.unsummed': { status: 409, error: '本区划的清算金额由医保中心汇总，不能修改申报金额' },
  'liquidation.amounts': { status: 400, error: '{text}' },
  'liquidation.unknown': {
    status: 504,
    error: '医保中心没有答复，不知道清算{action}是否成功',
    tips: '没有重复发送。{next}，核实前不要在中心网站重复办理',
  },
  'liquidation.ask': {
    status: 409,
    error: '申请结果未知，本区划的医保中心不能按月份查询',
    tips: '请在医保中心网站或电话核实，再按「核实结果」填写申请事件号，或确认中心没有这份申请',
  },
  'liquidation.early': {
    status: 409,
    error: '医保中心还没有这份申请，但报文可能仍在途中',
    tips: '{minutes} 分钟后再查询；确认不会再到达后恢复为未申请',
  },
  'liquidation.earlyRevoked': {
    status: 409,
    error: '撤销的报文可能仍在途中，还不能确定撤销的结果',
    tips: '{minutes} 分钟后再查询或核实',
  },
  'liquidation.stands': {
    status: 409,
    error: '医保中心答复这份申请是「{state}」，没有按已撤销记录',
    tips: '请按「查询进度」；与中心网站不一致的，请与医保经办机构核实',
  },
  'liquidation.other': {
    status: 409,
    error: '事件号 {eventId} 不是这份申请：{text}',
    tips: '请核对医保中心的事件号',
    quotes: true,
  },
  'order.liquidated': {
    status: 409,
    error: '这笔结算已在 {month} 的清算申请中，本区划不允许撤销',
    tips: '请先撤销那份清算申请，或联系医保中心办理退费',
  },
} as const
