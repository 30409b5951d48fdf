import { menuRows } from '@yibao/shared/menu.ts'
import * as sample from './samples.ts'
import { pageAnswers } from './samples-pages.ts'
import { pluginAnswers } from './samples-plugin.ts'
import * as recon from './samples-recon.ts'
import { reportAnswers } from './samples-reports.ts'

type Input = Record<string, unknown>
export type Answer = (input: Input, user: keyof typeof sample.users) => unknown

/** One page of all rows, as the call asks for it. */
export const page = <T>(items: T[], input: Input) => {
  const size = Number(input.pageSize ?? 10)
  const first = (Number(input.page ?? 1) - 1) * size
  return { items: items.slice(first, first + size), total: items.length, totalIsBound: false }
}

const orders = Array.from({ length: 37 }, (_, i) => sample.orderRow(i))
const login = (user: keyof typeof sample.users) => ({
  token: `token-${user}`,
  userName: user,
  initializeInfo: { isNeedInitialize: false, initializeStep: 0 },
  isSuperAdmin: sample.users[user].isSuperAdmin,
  isAdminUser: sample.users[user].isAdminUser,
  userInfo: sample.users[user],
})

/** Sample answers by domain.name that nothing changes (kept.ts has the others); what is missing answers a refusal. */
export const answers: Record<string, Answer> = {
  ...pageAnswers,
  ...pluginAnswers,
  ...reportAnswers,
  'auth.publicKey': () => ({ customDataInfo: false, publicKey: '', serverTime: Date.now() }),
  'auth.login': ({ userName }) => login(userName === 'area' || userName === 'admin' ? userName : 'clerk'),
  'auth.silentLogin': () => login('clerk'),
  'auth.unlock': () => null,
  'account.forceChangePassword': () => null,
  'auth.authorize': () => ({ authorizationId: 'a-1', authorizedBy: '李区域', expiresAt: `${sample.today} 23:59:59` }),
  'user.getLoginUserInfo': (_, user) => sample.users[user],
  'user.logoff': () => null,
  'client.accept': () => ({ at: `${sample.today} 10:40:00`, summary: '8 步通过' }),
  'role.getMenuList': () => ({ menus: menuRows.filter((row) => !row.of).map(({ menuCode }) => ({ menuCode })) }),
  'role.getMenuButtonByUser': () => ({
    version: 1,
    buttons: menuRows.flatMap(({ menuCode, buttons = [] }) => buttons.map((buttonCode) => ({ menuCode, buttonCode }))),
  }),
  'district.pullDistrictTree': () => ({ childDistricts: [{ value: '320000', name: '江苏省', childDistricts: [] }] }),
  'ybConfig.pullMedicalAreaCodes': () => ({ drowDownItems: [{ value: '320000', name: '江苏省', drowDownItems: [] }] }),
  'ybConfig.pullCardReaderTypes': () => ({
    cardReaderTypes: [{ value: 'sim', name: '模拟读卡器', medium: 'socialCard', driver: 'simulated' }],
  }),
  'ybConfig.pullUserMedicalAreas': () => ({
    medicalAreas: [
      { areaCode: '320500', areaName: '苏州市', childs: [] },
      { areaCode: '320100', areaName: '南京市', childs: [] },
    ],
  }),
  'ybConfig.pullMedicalUI': () => ({
    areaName: '苏州市',
    medicalTypes: [{ value: '41', name: '定点药店购药' }],
    defaultMedicalType: '41',
    chronicMedicalTypes: ['14'],
    typedIdCard: true,
    authorizeReversal: false,
    traceCodeRequired: false,
    expiredForbidden: false,
    rxReviewRequired: false,
    circulation: false,
    unknownAdvice: '可请顾客留下电话，核实后再取药',
    slipLayout: '80',
    hiddenFunds: [],
    counterKeys: {},
    counterSound: true,
    lockMinutes: 0,
    watermark: false,
  }),
  'dictionary.map': ({ codeTypes }) =>
    (codeTypes as string[]).map((codeType) => ({
      codeType,
      codes: (sample.dictionaries[codeType] ?? []).map(([value, name]) => ({ value, name })),
    })),
  'progress.percentage': () => ({ percentage: 100, text: '完成', finished: true, results: [] }),
  'rx.waiting': () => ({ count: 0 }),
  'report.dashboard': () => sample.dashboard,
  'report.areaDashboard': () => sample.areaDashboard,
  'order.paged': (input) =>
    page(
      orders.filter(
        (row) => (!input.status || row.status === input.status) && (!input.name || row.maskedName === input.name),
      ),
      input,
    ),
  'order.totals': () => ({
    totals: {
      ...{ orders: orders.length, standing: 31, total: '3160.40', fundTotal: '1204.10' },
      ...{ account: '1500.00', familyAccount: '20.00', cash: '456.30' },
    },
  }),
  'order.get': ({ id }) => sample.orderDetail(Number(String(id).slice(2))),
  'order.recheck': ({ id }) => sample.orderDetail(Number(String(id).slice(2))),
  'order.abnormalPaged': (input) =>
    page(
      orders
        .filter((row) => ['4', '6', '1'].includes(row.status))
        .map((row) => ({
          ...row,
          abnormal: {
            kind: row.status === '6' ? 'amount' : 'unknown',
            attempts: 2,
            nextAttemptAt: row.status === '4' ? `${sample.today} 23:40:00` : undefined,
            lastError: row.status === '4' ? '医保中心没有答复' : undefined,
            needsPerson: row.status === '6',
          },
        })),
      input,
    ),
  'order.void': ({ id }) => sample.orderDetail(Number(String(id).slice(2))),
  'card.pageDropDown': () => ({
    insutypes: [],
    medicalTypes: [],
    media: [],
    reversalReasons: ['顾客退货', '录入有误'],
  }),
  'settlement.cancel': ({ orderId }) => ({ ...sample.orderDetail(Number(String(orderId).slice(2))), status: '3' }),
  'card.read': () => sample.person,
  'card.followCacheGetCardInfo': () => sample.person,
  'card.disease': () => sample.diseases.map(({ used: _, left: __, ...one }) => one),
  'card.diseaseBalance': () => sample.diseases,
  'slip.make': ({ orderId, reprintReason }) => {
    const printed = sample.orderRow(Number(String(orderId).slice(2))).printed
    const [made, slipId] = [{ layout: '80', printNo: 1, pages: 1, missingCharacters: [] }, `slip-${orderId}`]
    if (!reprintReason) return { ...made, slipId, needsReason: printed > 0 }
    return { ...made, slipId: `${slipId}-again`, needsReason: false, reprintOf: slipId }
  },
  'slip.printed': () => null,
  'slip.untold': () => ({ slipIds: [] }),
  'settlement.parkedList': () => [],
  'signIn.current': () => ({ row: sample.signRow(0) }),
  'signIn.do': () => sample.signRow(0),
  'signIn.signOut': () => sample.signRow(1),
  'signIn.paged': (input) =>
    page(
      Array.from({ length: 12 }, (_, i) => sample.signRow(i)),
      input,
    ),
  'qrCode.query': (input) =>
    page(
      [
        {
          code: 'q-1',
          storeName: '示例大药房观前店',
          kind: 'store',
          content: 'https://yibao.example/s/P32050100001',
          scans: 12,
          savedAt: `${sample.yesterday} 09:00:00`,
        },
      ],
      input,
    ),
  'qrCode.save': () => ({ code: 'q-2' }),
  'reconciliation.dayPaged': (input) => page(recon.groups, input),
  'reconciliation.dayTotals': () => ({
    totals: {
      ...{ days: 2, openDays: 1, differences: 4, open: 3, settlements: 41, reversals: 1, total: '4120.30' },
      ...{ fund: '1430.00', account: '2010.20', cash: '680.10', agreed: '2890.10' },
    },
  }),
  'figureBooks.dayPaged': (input) => ({ ...page(recon.figureDays, input), available: true }),
  'figureBooks.dayDetail': ({ view, ...input }) => ({
    ...page(
      recon.figureRows.filter(({ kind }) => !view || view === 'all' || kind === view),
      input,
    ),
    head: recon.figureHead,
  }),
  'figureBooks.monthPaged': (input) => ({ ...page(recon.figureMonths, input), available: true }),
  'figureBooks.monthDetail': (input) => ({ ...page(recon.figureDays, input), available: true }),
  'figureBooks.pullTotal': () => ({ progressId: 'job-1' }),
  'figureBooks.pullDetail': () => ({ progressId: 'job-1' }),
  'figureBooks.pullMonth': () => ({ progressId: 'job-1' }),
  'figureBooks.checkMonth': () => ({ progressId: 'job-1' }),
  'reconciliation.total': () => ({ groups: recon.groups, equal: 4, unequal: 1 }),
  'reconciliation.detail': () => ({ groups: recon.groups, differences: 4, automatic: 3 }),
  'reconciliation.stopBatch': () => null,
  'reconciliation.batch': () => ({ progressId: 'job-1' }),
  'exporting.words': ({ input }) => {
    const { from = sample.yesterday, to = sample.today } = (input ?? {}) as { from?: string; to?: string }
    return [{ title: '日期', text: `${from} 至 ${to}` }]
  },
  'errorLog.add': () => null,
  'centre.state': () => ({ state: 'ok', ms: 320, answeredAt: `${sample.today} 09:00:00` }),
  'agent.sessionTicket': () => ({ ticket: 'session-ticket', expiresAt: `${sample.today} 23:59:59` }),
}
