/** Refusals of the clearing of settlements of persons insured elsewhere. */
export const clearingErrors = {
  'clearing.none': {
    status: 409,
    error: '本区划没有异地清分',
    tips: '医保中心要求按月确认异地结算时，请管理员在「医保配置」的「异地清分」中开启',
  },
  'clearing.early': { status: 409, error: '这个月还没有结束，下个月起才能清分' },
  'clearing.state': { status: 409, error: '{store} {month} 现在是「{state}」，不能{action}', tips: '{tips}' },
  'clearing.busy': { status: 409, error: '另一个人正在处理这家门店的清分', tips: '请稍后刷新查看' },
  'clearing.rows': { status: 409, error: '{text}', tips: '没有向医保中心发送。请刷新后重新选择' },
  'clearing.note': {
    status: 400,
    error: '选中的明细有 {n} 笔与本地不一致，确认须填写说明',
    tips: '确认后医保中心按它的金额支付；金额不认可请按「不认」',
  },
  'clearing.undated': {
    status: 502,
    error: '医保中心的清分明细中，序号 {seqno} 结算号 {setlSn} 没有可识别的结算时间，这一页没有提取',
    tips: '确认清分须报结算时间，请联系医保中心补上这一笔，再按「提取明细」继续；已提取的保留',
  },
  'clearing.moving': {
    status: 503,
    error: '医保中心的清分明细一直在变动，读不到前后一致的清单',
    tips: '每页 100 笔，读后一页时前一页已经不同，读错会漏掉或重复结算。请过几分钟再试；一直如此请联系医保中心',
  },
  'clearing.madeUp': {
    status: 409,
    error: '有 {n} 笔明细的结算时间可能不是医保中心给的，没有发送',
    tips: '旧版本把没有结算时间的明细记作当月 1 日零点。请重新按「提取明细」，再确认',
  },
  'clearing.unknown': {
    status: 504,
    error: '医保中心没有答复，不知道清分{action}是否成功',
    tips: '没有重复发送。请稍后按「核实结果」，系统重新提取明细并按中心的确认标志判断',
  },
  'clearing.travelling': {
    status: 409,
    error: '医保中心还没有收到清分{action}，但报文可能仍在途中',
    tips: '{minutes} 分钟后再核实，核实前不要重复办理',
  },
  'clearing.untold': {
    status: 409,
    error: '医保中心的清分明细没有确认标志，不能判断{action}是否成功',
    tips: '请按「回退确认」把这个月整体回退，再重新确认',
  },
} as const
