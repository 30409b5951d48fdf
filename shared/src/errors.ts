import { acceptanceErrors } from './errors/acceptance.ts'
import { agentErrors } from './errors/agent.ts'
import { approvalErrors } from './errors/approval.ts'
import { attendanceErrors } from './errors/attendance.ts'
import { auditErrors } from './errors/audit.ts'
import { authErrors } from './errors/auth.ts'
import { cardErrors } from './errors/card.ts'
import { catalogueErrors } from './errors/catalogue.ts'
import { clearingErrors } from './errors/clearing.ts'
import { companyErrors } from './errors/company.ts'
import { configErrors } from './errors/config.ts'
import { counterErrors } from './errors/counter.ts'
import { driverErrors } from './errors/driver.ts'
import type { ErrorText } from './errors/error-text.ts'
import { hintErrors } from './errors/hint.ts'
import { setupErrors } from './errors/initialization.ts'
import { liquidationErrors } from './errors/liquidation.ts'
import { messageErrors } from './errors/message.ts'
import { nodeErrors } from './errors/node.ts'
import { orderErrors } from './errors/order.ts'
import { organisationErrors } from './errors/organisation.ts'
import { otherPayErrors } from './errors/other-pay.ts'
import { pageErrors } from './errors/page.ts'
import { permissionErrors } from './errors/permission.ts'
import { pluginErrors } from './errors/plugin.ts'
import { prescriptionErrors } from './errors/prescription.ts'
import { reconciliationErrors } from './errors/reconciliation.ts'
import { releaseErrors } from './errors/release.ts'
import { reportErrors } from './errors/report.ts'
import { saleErrors } from './errors/sale.ts'
import { slipErrors } from './errors/slip.ts'
import { sqlErrors } from './errors/sql.ts'
import { stockErrors } from './errors/stock.ts'
import { transferErrors } from './errors/transfer.ts'
import { visitErrors } from './errors/visit.ts'
import { CODE_BUSY, CODE_CENTRE_REFUSED } from './errors/wire.ts'
import { viewOnly } from './viewing.ts'

/**
 * Every refusal the server knows: one table of stable keys and Chinese texts (ux 2.6 and 8). Those of a domain stand in its
 * file of errors/, what any call may say stands here.
 */
export const errors = {
  ...acceptanceErrors,
  ...agentErrors,
  ...approvalErrors,
  ...attendanceErrors,
  ...auditErrors,
  ...authErrors,
  ...cardErrors,
  ...catalogueErrors,
  ...clearingErrors,
  ...companyErrors,
  ...configErrors,
  ...counterErrors,
  ...driverErrors,
  ...hintErrors,
  ...setupErrors,
  ...liquidationErrors,
  ...messageErrors,
  ...nodeErrors,
  ...orderErrors,
  ...organisationErrors,
  ...otherPayErrors,
  ...pageErrors,
  ...permissionErrors,
  ...pluginErrors,
  ...prescriptionErrors,
  ...reconciliationErrors,
  ...releaseErrors,
  ...reportErrors,
  ...saleErrors,
  ...slipErrors,
  ...sqlErrors,
  ...stockErrors,
  ...transferErrors,
  ...visitErrors,
  'session.missing': { status: 401, error: '登录已过期，请重新登录' },
  'session.guest': { status: 403, error: '此操作需要登录', tips: '请登录后再操作' },
  'session.viewing': { status: 403, ...viewOnly },
  'scope.denied': { status: 403, error: '没有这家门店的数据权限', tips: '请联系管理员在数据角色中授权' },
  'area.missing': { status: 409, error: '还没有选择区划', tips: '请先切换区划' },
  'area.denied': { status: 403, error: '没有这个区划的数据权限', tips: '请联系管理员在数据角色中授权' },
  'store.missing': {
    status: 409,
    error: '当前账号没有绑定门店',
    tips: '请用门店操作员账号登录',
    messageCode: 'store.missing',
  },
  'input.invalid': { status: 400, error: '输入有误：{text}' },
  'not.found': { status: 404, error: '没有找到{what}', tips: '可能已被删除，请刷新后重试' },
  fault: { status: 500, error: '系统异常，请求号 {requestId}', tips: '请把请求号告诉管理员' },
  'database.gone': {
    status: 503,
    error: '系统的数据库暂时连不上',
    tips: '几秒后再试；一直这样请联系管理员。已经提交的结算会自动核实，不要重复收款',
  },
  'database.busy': {
    status: 503,
    error: '系统正忙，请稍后再试',
    tips: '另一项操作正占用同一条数据，这次没有改动；一直这样请联系管理员。已经提交的结算会自动核实，不要重复收款',
  },
  // Not 408, upon which a browser asks once more by itself.
  'read.slow': {
    status: 422,
    error: '查询超过 {seconds} 秒，已停止，没有结果',
    tips: '请缩小时间范围或选择门店后再试',
  },
  starting: { status: 503, error: '系统正在启动' },
  'idempotency.busy': {
    status: 409,
    error: '上一次提交还在处理',
    tips: '请等待结果，不要重复提交',
    messageCode: CODE_BUSY,
  },
  'idempotency.other': {
    status: 409,
    error: '同一提交号的内容不一致',
    tips: '请刷新页面后重试',
    messageCode: CODE_BUSY,
  },
  'idempotency.missing': { status: 400, error: '缺少提交号', tips: '请刷新页面后重试' },
  'centre.refused': {
    ...{ status: 422, error: '医保中心：“{text}”', tips: '{tips}' },
    ...{ messageCode: CODE_CENTRE_REFUSED, quotes: true },
  },
  'centre.down': { status: 502, error: '医保中心暂时不能访问', tips: '稍后重试；已完成的结算不受影响' },
  'centre.message': { status: 422, error: '报文不符合接口规范：{text}', tips: '请联系管理员检查医保配置' },
  'file.key': { status: 409, error: '这个文件是用另一把数据密钥保存的，不能打开', tips: '{instead}' },
  'data.key': { status: 409, error: '{what}是用另一把数据密钥保存的，不能打开', tips: '{instead}' },
  'centre.unknown': { status: 504, error: '医保中心没有答复', tips: '系统会继续核实' },
} as const satisfies Record<string, ErrorText>

export type ErrorKey = keyof typeof errors
