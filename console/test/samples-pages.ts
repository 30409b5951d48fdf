import { today } from './samples.ts'
import { systemAnswers } from './samples-system.ts'

// Answers of the pages about users, roles, dictionary, operations, notices and caches.

type Input = Record<string, unknown>
const page = <T>(items: T[]) => ({ items, total: items.length, totalIsBound: false })

const user = (userName: string, name: string, storeName: string) => ({
  ...{ userId: `u-${userName}`, userName, surName: name, name, companyId: 'c-1', companyName: '示例医药连锁' },
  ...{ areaCode: '320500', areaName: '苏州市', storeId: storeName ? 's-1' : undefined, storeName },
  ...{ menuRoles: [{ roleId: 'r-1', name: '店员' }], dataRoles: [], isAdminUser: !storeName, isSuperAdmin: false },
  ...{ lastLoginAt: `${today} 08:02:00`, state: 'enabled', mustChange: false, manageable: true },
})

const role = (roleId: string, name: string, users: number) => ({
  ...{ roleId, name, code: roleId, users, state: 'enabled', remark: '', modifier: '王小明' },
  ...{ modifiedAt: `${today} 09:00:00`, manageable: true },
})

const tree = {
  nodes: [
    {
      ...{ key: 'company:c-1', kind: 'company', name: '示例医药连锁', companyId: 'c-1', users: 2 },
      children: [{ key: 'store:s-1', kind: 'store', name: '示例大药房观前店', storeId: 's-1', users: 1, children: [] }],
    },
  ],
}

const notice = {
  ...{ id: 'm-1', title: '字典已更新到新版本', type: 'dictionary', level: 'info', publisherName: '系统' },
  ...{ publishedAt: `${today} 07:00:00`, validTo: `${today} 23:59:59`, mustRead: false, read: false, withdrawn: false },
}

const option = (key: string, value: unknown) => ({
  ...{ key, value, source: 'default', inherited: value, inheritedFrom: 'default' },
})

/** Settings of tables, kept as the server keeps them. */
const tables = new Map<unknown, unknown>()

const sums = {
  ...{
    settlements: 12,
    reversals: 1,
    total: '1024.00',
    poolFund: '500.00',
    civilServant: '20.00',
    largeAmount: '0.00',
  },
  ...{ seriousIllness: '0.00', enterprise: '0.00', medicalAid: '0.00', otherFund: '30.00', fundTotal: '550.00' },
  ...{ account: '274.00', familyAccount: '50.00', cash: '200.00', gap: '0.00' },
}

const called = { calls: 1000, booked: 990, refused: 6, unanswered: 4, rate: '0.9900', p50: 420, p95: 1930 }
const serviceCalls = {
  items: [{ key: '2102', name: '2102 药店结算', ...called }],
  ...{ total: 1, totalIsBound: false, totals: called, at: `${today} 10:31:00` },
}

const stockRow = {
  ...{ id: 'k-1', kind: 'purchase', docNo: 'CG20261101-1', storeId: 's-1', storeName: '示例大药房观前店' },
  ...{ ownCode: '100001', nationalCode: 'XA00AAA000A001010100001', name: '𠮷䶮片', lot: 'A20260115' },
  ...{ madeOn: '2026-01-15', expiresOn: '2028-12-31', quantity: '100', price: '9.80', on: '2026-11-01' },
  ...{ about: '示例医药有限公司', operator: '李䶮', source: 'erp', state: 'refused', message: '供应商未备案' },
  batchNo: 'P03HAFI833FEKWT1WMVH02N9Y7',
}

const collected = {
  ...{ orderId: 'o-1', orderNo: 'D202611210001', setlId: 'S1', erpBill: 'XS1', storeId: 's-1' },
  ...{ storeName: '示例大药房观前店', maskedName: '䶮*', at: `${today} 09:31:00`, due: '0.00', familyAccount: '12.34' },
  ...{ paid: '25.60', refunded: '0.01', open: '-25.59', kinds: '微信支付、家庭共济', payNos: 'WX1' },
  ...{ paidAt: `${today} 09:32:00`, refundedAt: `${today} 10:00:00`, state: 'backPart', operators: '李䶮' },
}
const written = { at: `${today} 09:32:00`, operator: '李䶮', removed: false, removedBy: '', removedReason: '' }
const collectedWhole = {
  ...{ ...collected, orderStatus: '3', needsApproval: false },
  payments: [
    {
      ...{ ...written, id: 'p-1', kind: '02', kindName: '微信支付', amount: '25.60', payNo: 'WX1', source: 'erp' },
      refundable: '25.59',
      refunds: [
        { ...written, id: 'b-1', amount: '0.01', refundNo: 'T1', approvedBy: '', reason: '顾客退货', source: 'hand' },
      ],
    },
  ],
}

const asked = {
  ...{ id: 'sp-1', no: 'SP261121A1B2C3D4', kind: 'reversal', title: '张* · D202611210001' },
  ...{ applicantName: '李店员', storeName: '示例大药房观前店', money: '85.60', submittedAt: `${today} 09:00:00` },
  ...{ node: '审批', state: 'waiting', waitingHours: 2, canJudge: true, canWithdraw: false },
}

const finding = {
  ...{
    id: 'f-1',
    no: 'D202611210001-1',
    rule: 'TY01',
    ruleName: '降糖药七天内重复购买',
  },
  ...{ kind: '重复购药', level: '提醒', orderId: 'o-1', orderNo: 'D202611210001', setlId: 'S1', storeId: 's-1' },
  ...{ storeName: '示例大药房观前店', maskedName: '䶮*', drug: '二甲双胍缓释片', nationalCode: 'XA10', amount: '9.90' },
  ...{ soldAmount: '9.90', reversed: false, message: '二甲双胍缓释片 3 天前已购 2 盒，可能被医保审核扣款', state: '0' },
  ...{ deadline: '2099-12-31', handler: '', confirmedBy: '李店员', reason: '', createdAt: `${today} 09:30:00` },
}

const step = {
  ...{
    infno: '2102',
    name: '药店结算',
    state: 'passed',
    ms: 420,
    msgid: 'P32050100001202611210931000001',
    infcode: '0',
  },
  ...{ text: '结算号 …000123，费用 9.90 = 基金 0.00 + 个人账户 9.90 + 现金 0.00', deviations: [], hasMessage: true },
}
const acceptanceRun = {
  ...{ id: 'r-1', storeId: 's-1', storeName: '示例大药房观前店', operatorName: '郑区管', maskedName: '䶮*' },
  ...{ state: 'failed', passed: 13, failed: 1, steps: 14, startedAt: `${today} 09:30:00` },
  ...{ endedAt: `${today} 09:31:00`, note: '' },
}
const skippedStep = { ...step, id: 'st-2', infno: '2103', name: '药店结算撤销', state: 'skipped', ms: undefined }

export const pageAnswers: Record<string, (input: Input) => unknown> = {
  ...systemAnswers,
  'ybConfig.pullConfigPlaces': () => ({
    areas: [
      { areaCode: '320500', areaName: '苏州市', stores: [{ storeId: 's-1', storeName: '示例大药房观前店', own: 0 }] },
    ],
  }),
  'ybConfig.pullYBConfigOptionsUI': () => ({
    groups: [{ key: 'print', title: '打印', note: '', options: [{ key: 'slipNote', help: '不超过 60 个字' }] }],
  }),
  'ybConfig.pullYBConfigOptionsV2': () => ({
    ...{ place: '苏州市', revision: 0, updatedBy: '', editable: true, options: [option('slipNote', '祝早日康复')] },
  }),
  'serviceCall.statistics': () => serviceCalls,
  'serviceCall.chart': () => serviceCalls,
  'fundPay.query': () => ({
    items: [{ key: today, name: today, ...sums }],
    ...{ total: 1, totalIsBound: false, totals: sums, at: `${today} 10:31:00` },
  }),
  'uiTable.get': ({ tableId }) => ({ own: tables.get(tableId) }),
  'uiTable.save': ({ tableId, settings }) => ({ own: tables.set(tableId, settings).get(tableId) }),
  'uiTable.reset': ({ tableId }) => {
    tables.delete(tableId)
    return {}
  },
  'uiTable.saveDefault': ({ settings }) => ({ default: settings }),
  'savedFilters.list': () => [],
  'message.unread': () => ({ count: 2 }),
  'message.paged': () => page([notice]),
  'message.get': () => ({ ...notice, content: '请核对本地修改', scope: 'all', areas: [], stores: [] }),
  'message.read': () => ({ count: 1 }),
  'account.pullStoreUser': () => user('clerk', '王小明', '示例大药房观前店'),
  'roleUser.getUserTree': () => tree,
  'roleUser.getUserCompanyTree': () => tree,
  'roleUser.getUserTreeByPage': () => page([user('clerk', '李店员', '示例大药房观前店'), user('area', '吴区管', '')]),
  'menuRole.paged': () => page([{ ...role('r-1', '店员', 2), kind: 'system' }]),
  'dataRole.paged': () => page([{ ...role('d-1', '苏州市', 1), scope: '苏州市', areas: ['320500'], stores: 2 }]),
  'dictionary.codeTypes': () => [{ codeType: 'insutype', name: '险种类型', items: 1 }],
  'dictionary.insDistricts': () => [{ value: '320500', name: '苏州市' }],
  'dictionary.paged': () =>
    page([
      {
        ...{ id: 'dict-1', codeType: 'insutype', codeTypeName: '险种类型', code: '310', name: '职工基本医疗保险' },
        ...{ sort: 1, areaCode: '320500', source: 'centre', changed: false, isDefault: false, enabled: true },
        version: '2026',
      },
    ]),
  'initialization.state': () => ({
    storeName: '示例大药房观前店',
    fixmedinsCode: 'P32050100001',
    areaName: '苏州市',
    initializeInfo: { isNeedInitialize: true, initializeStep: 2 },
    steps: [{ step: 'area', state: 'done', text: '苏州市 320500', at: `${today} 09:00:00`, by: '李店员' }],
  }),
  'operationLog.paged': () =>
    page([
      {
        ...{
          id: 'op-1',
          at: `${today} 09:00:00`,
          userName: 'clerk',
          storeName: '示例大药房观前店',
          areaCode: '320500',
        },
        ...{
          module: '签到签退',
          action: '签到',
          target: '',
          ok: true,
          message: '',
          ms: 42,
          ip: '127.0.0.1',
          client: '',
        },
      },
    ]),
  'acceptance.history': () => page([acceptanceRun]),
  'acceptance.get': () => ({
    ...{ ...acceptanceRun, stopOnError: false, orders: [{ orderId: 'o-1', orderNo: 'D202611210001', status: '3' }] },
    rows: [
      { ...step, id: 'st-1' },
      { ...skippedStep, text: '2102 药店结算未通过，没有运行', hasMessage: false },
    ],
  }),
  'acceptance.paged': () =>
    page([
      {
        ...{ ...step, id: 'st-1', runId: 'r-1', storeId: 's-1', storeName: '示例大药房观前店' },
        ...{ operatorName: '郑区管', at: `${today} 09:30:00` },
      },
    ]),
  'acceptance.message': () => ({
    infno: '2102',
    name: '药店结算',
    request: '{"infno":"2102"}',
    response: '{"infcode":0}',
  }),
  'approval.paged': () =>
    page([asked, { ...asked, id: 'sp-2', kind: 'difference', title: '䶮* · 2026-11-20 冲正这笔' }]),
  'approval.get': () => ({
    ...{ ...asked, reason: '顾客退货', expiresAt: `${today} 23:00:00`, subject: { id: 'o-1', no: 'D202611210001' } },
    facts: [{ title: '退现金', value: '25.60' }],
    events: [{ at: `${today} 09:00:00`, move: '提交审批', text: '顾客退货', by: '李店员' }],
  }),
  'approval.submit': () => ({ count: 1, no: 'SP261121A1B2C3D4' }),
  'approval.do': () => ({ progressId: 'pr-1' }),
  'approval.persons': () => [{ value: 'u-2', name: '郑区管' }],
  'approval.transfer': () => null,
  'approval.withdraw': () => null,
  'audit.rulePaged': () =>
    page([
      {
        ...{ id: 'r-1', code: 'TY01', name: '降糖药七天内重复购买', kind: 'repeat', level: 'remind', days: 7 },
        ...{ message: '可能被医保审核扣款', advice: '请与参保人确认上次的药已用完', drugs: 'XA10', same: 'ingredient' },
        ...{ reasonRequired: false, cumulative: false, place: 'platform', areaCode: '', areaName: '' },
        ...{ companyId: '', companyName: '', condition: '同一通用名两次购药间隔少于 7 天', enabled: true },
        ...{ replaced: false, hits: 3, version: 1, updatedBy: '系统', updatedAt: `${today} 09:00:00` },
      },
    ]),
  'audit.paged': () => page([finding]),
  'otherPay.paged': () => ({
    ...page([collected, { ...collected, orderId: 'o-2', due: '0.01', paid: '0.00', open: '0.01', state: 'due' }]),
    totals: { due: '0.01', paid: '25.60', refunded: '0.01', toCollect: '0.01', toReturn: '25.59' },
  }),
  'otherPay.get': () => collectedWhole,
  'otherPay.query': () => collectedWhole,
  'otherPay.bind': () => collectedWhole,
  'otherPay.refund': () => collectedWhole,
  'otherPay.remove': () => collectedWhole,
  'stock.paged': () => page([stockRow, { ...stockRow, id: 'k-2', kind: 'take', state: 'unknown', message: '' }]),
  'audit.get': () => ({
    ...{ ...finding, quantity: '1', medicalType: '41', insutype: '310', attachments: [] },
    events: [{ at: `${today} 10:00:00`, move: '申诉', text: '确需备药', by: '李店员' }],
  }),
  'hintMessage.getGuideListByMsg': () => [
    { id: 'g-1', pattern: '失效', tips: '凭证只能用一次', guide: '请参保人刷新二维码后重新扫码' },
  ],
  'hintMessage.hintMessagePageQuery': () =>
    page([
      {
        ...{
          id: 'h-1',
          regexId: 'x-1',
          pattern: '失效',
          tips: '凭证只能用一次',
          guide: '请参保人刷新二维码后重新扫码',
        },
        ...{ areaName: '', infno: '2101|2102', sort: 1, hits: 3, enabled: true, updatedBy: '系统' },
        updatedAt: `${today} 09:00:00`,
      },
    ]),
  'hintMessage.getRegexList': () => [{ id: 'x-1', pattern: '失效', hints: 1, hits: 3 }],
  'hintMessage.indexPaged': () =>
    page([{ name: '提示', state: 'ready', documents: 1, hints: 1, size: 8192, ms: 12, node: 'a' }]),
  'company.paged': () =>
    page([
      {
        ...{ companyId: '10001', name: '示例医药连锁', areas: ['320500'], areaNames: '苏州市', stores: 2 },
        ...{ adminUserName: '', state: 'enabled', licenceUntil: today },
      },
    ]),
  'siteLoad.current': () =>
    page([
      {
        ...{
          id: '7-a',
          name: 'a:47600',
          host: 'a',
          role: 'single',
          version: '1.0.0',
          state: 'serving',
          uptime: '2 天',
        },
        ...{ since: `${today} 08:00:00`, heartbeatAt: `${today} 10:31:00`, cpu: 12, rss: 310, heap: 120, lag: 3 },
        ...{
          rate: '4.2',
          active: 1,
          queue: 0,
          dbUsed: 1,
          db: '1/20',
          p50: 420,
          p95: 1930,
          restartable: true,
          last: true,
        },
        asked: '',
      },
    ]),
  'siteLoad.history': () => ({ step: 30, dbMax: 20, points: [{ at: `${today} 10:30:30`, cpu: 12, rate: '4.2' }] }),
  'siteLoad.command': () => null,
  'slowSql.paged': () =>
    page([
      {
        ...{
          digest: '3f2a9c0d1e4b5a67',
          statement: 'select * from "purchase_order" where "store_id" = $1',
          tables: 'purchase_order',
        },
        ...{ count: 12, averageMs: 620, maxMs: 1930, totalMs: 7440, rows: 120, lastAt: `${today} 10:31:00` },
        ...{ nodes: 'a:47600', callers: '订单列表 order.paged' },
      },
    ]),
  'slowSql.get': ({ digest }) => ({
    ...{ digest, text: 'select 1', tables: [], explainable: true, similar: [], sources: [] },
    days: [{ day: today, count: 12, averageMs: 620, maxMs: 1930 }],
  }),
  'slowSql.explain': () => ({ plan: 'Result  (cost=0.00..0.01 rows=1 width=4)' }),
  'slowSql.setting': () => ({ thresholdMs: 500 }),
  'slowSql.saveSetting': () => null,
  'cache.paged': () =>
    page([
      {
        ...{ key: 'dictionary:labels', kind: 'dictionary', title: '字典名称', entries: 208, size: 10_240, ttl: 0 },
        ...{ hits: 12, node: 'a' },
      },
    ]),
}
