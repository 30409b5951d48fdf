import { page, today } from './samples.ts'
import { approvalAnswers } from './samples-approval.ts'
import { collectionAnswers } from './samples-collection.ts'
import { nodeAnswers } from './samples-nodes.ts'
import { systemAnswers } from './samples-system.ts'

// Answers of the pages about users, roles, dictionary, operations, notices and caches.

type Input = Record<string, unknown>

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
  ...approvalAnswers,
  ...collectionAnswers,
  ...nodeAnswers,
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
  'reportOperator.pull': () => [{ id: 'u-1', name: '李店员', stores: '示例大药房观前店' }],
  'fundPay.query': () => ({
    items: [{ key: today, name: today, ...sums }],
    ...{ total: 1, totalIsBound: false, totals: sums, at: `${today} 10:31:00` },
  }),
  'uiTable.saveDefault': ({ settings }) => ({ default: settings }),
  'savedFilters.list': () => [],
  'message.unread': () => ({ count: 2 }),
  'message.paged': () => page([notice]),
  'message.get': () => ({
    ...{ ...notice, content: '请核对本地修改', scope: 'all', areas: [], stores: [] },
    link: {
      title: '打开报表',
      path: '/report-management/report-manager?code=JJ-01&report=d-1&from=2026-10-01&to=2026-10-31',
    },
  }),
  'message.receipts': () =>
    page([
      { id: 'u-2', name: '䶮𠮷', userName: 'clerk2', storeName: '䶮𠮷大药房平江店', state: 'unread' },
      {
        id: 'u-1',
        name: '李店员',
        userName: 'clerk',
        storeName: '示例大药房观前店',
        state: 'read',
        readAt: `${today} 09:12:00`,
      },
    ]),
  'message.read': () => ({ count: 1 }),
  'account.pullStoreUser': () => user('clerk', '王小明', '示例大药房观前店'),
  'roleUser.getUserTree': () => tree,
  'roleUser.getUserCompanyTree': () => tree,
  'organ.pullUserStores': () => [
    {
      ...{ storeId: 's-1', name: '示例大药房观前店', fixmedinsCode: 'P32050100001', areaCode: '320500' },
      ...{ areaName: '苏州市', companyId: 'c-1', companyName: '示例医药连锁' },
    },
    {
      ...{ storeId: 's-2', name: '䶮𠮷大药房平江店', fixmedinsCode: 'P32050100002', areaCode: '320500' },
      ...{ areaName: '苏州市', companyId: 'c-1', companyName: '示例医药连锁' },
    },
    {
      ...{ storeId: 's-3', name: '𠮷祥旧店', fixmedinsCode: 'P32050100009', areaCode: '320500', closed: true },
      ...{ areaName: '苏州市', companyId: 'c-1', companyName: '示例医药连锁' },
    },
  ],
  'company.pullCompanies': () => [{ companyId: 'c-1', name: '示例医药连锁', stores: 2 }],
  'roleUser.getUserTreeByPage': () => page([user('clerk', '李店员', '示例大药房观前店'), user('area', '吴区管', '')]),
  'menuRole.getMenuRoleOwners': () => [{ companyId: '', name: '全部公司' }],
  'importing.untaken': () => [],
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
  'audit.rulePaged': () =>
    page([
      {
        ...{ id: 'r-1', code: 'TY01', name: '降糖药七天内重复购买', kind: 'repeat', level: 'remind', days: 7 },
        ...{ message: '可能被医保审核扣款', advice: '请与参保人确认上次的药已用完', drugs: 'XA10', same: 'ingredient' },
        ...{ reasonRequired: false, cumulative: false, place: 'platform', areaCode: '', areaName: '' },
        ...{ companyId: '', companyName: '', condition: '同一通用名两次购药间隔少于 7 天', enabled: true },
        ...{ replaced: false, hits: 3, blocks: 2, version: 1, updatedBy: '系统', updatedAt: `${today} 09:00:00` },
      },
    ]),
  'audit.paged': () => page([finding]),
  'audit.blockPaged': () =>
    page([
      {
        ...{ id: 'b-1', at: `${today} 10:20:00`, times: 2, firstAt: `${today} 10:05:00`, rule: 'TY07', kind: '超限价' },
        ...{ ruleName: '售价高于医保限价', message: '二甲双胍缓释片 售价 12.00 元，高于限价 9.90 元', quantity: '2' },
        ...{ drug: '二甲双胍缓释片', nationalCode: 'XA10BAE042A010010101234', amount: '24.00', maskedName: '䶮*' },
        ...{ basket: '二甲双胍缓释片 2盒、阿莫西林胶囊 1盒', operatorName: '李店员', storeId: 's-1' },
        storeName: '示例大药房观前店',
      },
    ]),
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
    page([{ name: '提示', state: 'ready', documents: 1, hints: 1, size: 8, ms: 12, node: 'a' }]),
  'company.paged': () =>
    page([
      {
        ...{ companyId: '10001', name: '示例医药连锁', areas: ['320500'], areaNames: '苏州市', stores: 2 },
        ...{ adminUserName: '', state: 'enabled', licenceUntil: today },
      },
    ]),
  'cache.paged': () =>
    page([
      {
        ...{ key: 'dictionary:labels', kind: 'dictionary', title: '字典名称', entries: 208, size: 10, ttl: 0 },
        ...{ hits: 12, node: 'a' },
      },
    ]),
}
