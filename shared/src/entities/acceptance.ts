import { choice, code, flag, group, id, integer, list, note, optional, text, time, wire } from '../field.ts'
import { orderStatus } from './settlement.ts'

/** How a run of the acceptance stands. `broken`: its server ended in the middle. */
export const runState = choice('结果', {
  running: '进行中',
  passed: '通过',
  failed: '未通过',
  stopped: '已停止',
  broken: '中断',
})

/** What became of one transaction; `skipped`: what it needs did not come about, or nobody asked for it. */
export const stepState = choice('结果', { passed: '通过', failed: '未通过', unknown: '没有答复', skipped: '未运行' })

/** How the sample person is known: his card at this counter, or the number and name of a test person. */
export const sampleMedium = choice('样本参保人', {
  typed: '填写测试参保人',
  idCard: '读身份证',
  socialCard: '读社保卡',
})

const step = {
  infno: code('交易'),
  name: text('名称'),
  state: stepState,
  ms: optional(integer('耗时（毫秒）')),
  msgid: note('报文号'),
  infcode: note('应答码'),
  text: note('结论'),
  deviations: list(text('与规范不符')),
}

/** One transaction of a run. */
export const acceptanceStep = group('验收步骤', { id: id('编号'), ...step, hasMessage: flag('有报文') })

/** A run as its list shows it. */
export const acceptanceRun = group('验收', {
  id: id('编号'),
  storeId: id('门店'),
  storeName: text('门店名称'),
  operatorName: text('操作人'),
  maskedName: note('样本参保人'),
  state: runState,
  passed: integer('通过'),
  failed: integer('未通过'),
  steps: integer('步骤'),
  startedAt: time('开始时间'),
  endedAt: optional(time('结束时间')),
  note: note('说明'),
})

/** A purchase that a run made, as it stands in our book now. */
const purchase = group('验收订单', { orderId: id('订单'), orderNo: code('订单号'), status: orderStatus })

export const acceptanceDetail = group('验收', {
  ...acceptanceRun.shape,
  stopOnError: flag('遇错停止'),
  orders: list(purchase),
  rows: list(acceptanceStep),
})

/** The newest result of a transaction in a store. */
export const acceptanceRow = group('接口验收', {
  id: id('编号'),
  runId: id('验收'),
  storeId: id('门店'),
  storeName: text('门店名称'),
  ...step,
  hasMessage: flag('有报文'),
  operatorName: text('操作人'),
  at: time('时间'),
})

/** A message and its answer as they went over the line. */
export const acceptanceMessage = group('报文', {
  infno: code('交易'),
  name: text('名称'),
  request: wire('请求'),
  response: wire('应答'),
})
