import { addDays, formatDay } from '@yibao/shared/time.ts'

// Invented people and stores; the same answers every time, so that pictures can be compared.

const now = new Date()
export const today = formatDay(now)
export const yesterday = addDays(today, -1)
/** All of a list as its only page. */
export const page = <T>(items: T[]) => ({ items, total: items.length, totalIsBound: false })
export const at = (day: string, clock: string) => `${day} ${clock}`

const area = {
  userId: 'u-area',
  userName: 'area',
  surName: '',
  name: '李区域',
  isAdminUser: true,
  isSuperAdmin: false,
  medicalAreaCode: '320500',
  medicalAreaName: '苏州市',
  medicalName: '',
  medicalNo: '',
  guest: false,
}

export const users = {
  clerk: {
    userId: 'u-clerk',
    userName: 'clerk',
    surName: '小王',
    name: '王小明',
    isAdminUser: false,
    isSuperAdmin: false,
    medicalAreaCode: '320500',
    medicalAreaName: '苏州市',
    medicalName: '示例大药房观前店',
    medicalNo: 'P32050100001',
    storeId: 's-1',
    guest: false,
  },
  area,
  admin: { ...area, userId: 'u-admin', userName: 'admin', name: '周管理', isSuperAdmin: true },
}

const names = ['张*', '李*', '王**', '䶮*', '𠮷**', '欧**', '赵*', '钱*', '孙**', '周*', '吴**', '郑*']
const states = ['2', '2', '2', '3', '2', '4', '2', '1', '6', '2', '5', '7'] as const

export const orderRow = (i: number) => {
  const cash = (i * 7.35 + 12.6).toFixed(2)
  return {
    id: `o-${i}`,
    orderNo: `YB${today.replaceAll('-', '')}${String(1000 + i)}`,
    erpBill: i % 3 ? `XS${20_260 + i}` : undefined,
    storeId: 's-1',
    storeName: '示例大药房观前店',
    setlId: states[i % 12] === '1' ? undefined : `3205000000000${String(10_000 + i)}`,
    maskedName: names[i % 12]!,
    insutype: i % 4 ? '310' : '390',
    medicalType: i % 5 ? '41' : '14',
    total: (Number(cash) + 60).toFixed(2),
    fundTotal: i % 4 === 1 ? '20.00' : '0.00',
    account: i % 4 === 1 ? '40.00' : '60.00',
    familyAccount: '0.00',
    cash,
    status: states[i % 12]!,
    source: i % 3 ? ('1' as const) : ('2' as const),
    outFlag: '0' as const,
    operatorName: '王小明',
    createdAt: at(today, `${String(8 + (i % 10)).padStart(2, '0')}:31:02`),
    settledAt: at(today, `${String(8 + (i % 10)).padStart(2, '0')}:31:09`),
    printed: i % 3,
  }
}

export const split = {
  total: '85.60',
  fullySelfPaid: '15.60',
  overLimit: '0.00',
  firstSelfPay: '3.00',
  inScope: '67.00',
  deductible: '0.00',
  poolFund: '0.00',
  poolRatio: '0',
  civilServant: '0.00',
  enterprise: '0.00',
  seriousIllness: '0.00',
  largeAmount: '0.00',
  medicalAid: '0.00',
  otherFund: '0.00',
  fundTotal: '0.00',
  personPart: '85.60',
  account: '60.00',
  familyAccount: '0.00',
  cash: '25.60',
  balance: '0.00',
}

const line = (
  no: number,
  name: string,
  spec: string,
  quantity: string,
  price: string,
  amount: string,
  itemClass: string,
) => ({
  no,
  ownCode: `1000${no}`,
  nationalCode: '',
  name,
  spec,
  producer: '示例制药',
  unit: '盒',
  quantity,
  price,
  amount,
  itemClass,
  prescription: false,
  traceCodes: [],
})

export const orderDetail = (i: number) => ({
  ...orderRow(i),
  mdtrtId: `M${i}`,
  msgidTail: '00150002',
  gender: '1',
  age: 34,
  maskedCertNo: '3205**********1238',
  personTypeName: '在职',
  insuredAreaName: '苏州市',
  lines: [
    line(1, '阿莫西林胶囊', '0.25g×24', '2', '20', '40.00', '甲'),
    line(2, '复方丹参滴丸', '27mg×180', '1', '30', '30.00', '乙'),
    line(3, '维生素C片', '100mg×100', '1', '15.6', '15.60', '丙'),
  ],
  split,
  giveBack: [
    { kindName: '微信支付', amount: '10.00', booked: true },
    { kindName: '现金', amount: (Number(orderRow(i).cash) - 10).toFixed(2), booked: false },
  ],
  reasons: ['丙类自费 15.60，账户不足', '乙类先付 3.00 已计入'],
  warnings: ['复方丹参滴丸的追溯码 …000123 已在订单 SZ1120A0007 售出'],
  events: [
    { at: at(today, '10:31:02'), move: '已预结算', text: '', by: '王小明' },
    { at: at(today, '10:31:09'), move: '已结算', text: '医保中心已记账', by: '王小明' },
  ],
})

export const signRow = (i: number) => ({
  id: `sign-${i}`,
  signNo: `QD32050000${i}`,
  storeId: 's-1',
  storeName: '示例大药房观前店',
  operatorName: '王小明',
  signedInAt: at(addDays(today, -i), '08:02:11'),
  signedOutAt: i ? at(addDays(today, -i), '21:00:40') : undefined,
  mac: '00-15-5D-01-02-03',
  ip: '10.1.2.7',
  settlements: 41 + i,
  open: i === 0,
  result: i ? '已签退' : '正在使用',
})

export const dashboard = {
  at: at(today, '10:31:00'),
  sign: { signed: true, at: at(today, '08:02:11'), operatorName: '王小明' },
  today: { count: 41, reversals: 1, total: '4120.30', fund: '1430.00', account: '2010.20', cash: '680.10' },
  pending: [
    { id: 'p-1', kind: 'parked' as const, text: '张* 3 种 85.60', at: at(today, '10:31:00') },
    { id: 'p-2', kind: 'unknown' as const, text: '李* 33.00 正在核实', at: at(today, '10:12:00') },
  ],
  yesterday: { state: '3' as const, differences: 4 },
  unread: 2,
  ending: 0,
  endingTwoDiseases: 0,
  setup: [],
  days: Array.from({ length: 30 }, (_, i) => ({
    day: addDays(today, i - 29),
    count: 80 + (i % 7) * 9,
    fund: (900 + (i % 7) * 90).toFixed(2),
    account: (1500 + (i % 7) * 130).toFixed(2),
    cash: (400 + (i % 7) * 40).toFixed(2),
  })),
  hours: Array.from({ length: 24 }, (_, hour) => {
    const open = hour > 7 && hour < 21
    return { hour, today: open && hour < 11 ? hour : 0, before: open ? 4 + ((hour * 5) % 11) : 0 }
  }),
  types: [
    { key: '41', name: '定点药店购药', count: 2400, total: '61200.10' },
    { key: '14', name: '门诊慢特病', count: 310, total: '20480.00' },
  ],
}

const shops = ['示例大药房观前店', '示例大药房平江路历史文化街区第二分店', '示例大药房䶮城店', '示例大药房𠮷祥店']

export const areaDashboard = {
  at: at(today, '10:31:00'),
  stores: {
    ...{ total: 40, online: 38, unsigned: 3 },
    away: shops.map((name, i) => ({ id: `s-${i}`, name, online: i > 1 })),
  },
  approvals: 2,
  books: { stores: 37, unequal: 3, unfinished: 1, differences: 5, pending: 4, unknown: 1, unclaimed: '128640.50' },
  centre: {
    ...{ calls: 4210, refused: 63, unanswered: 12, p95: 412 },
    faults: [
      { text: '参保人待遇享受检查不通过', times: 41 },
      { text: '等待医保中心应答超时', times: 12 },
    ],
  },
  versions: { catalogue: 2, updatedAt: at(yesterday, '03:10:00'), mapping: 4, clients: 1 },
  ranking: shops.map((name, i) => ({ key: `s-${i}`, name, count: 90 - i * 20, total: (9120.5 - i * 2000).toFixed(2) })),
  worst: shops.map((name, i) => ({ id: `s-${i}`, name, open: Math.max(0, 5 - i * 2), handled: i })),
  latency: Array.from({ length: 60 }, (_, i) => ({
    at: at(today, `${String(Math.floor(i / 6)).padStart(2, '0')}:${i % 6}0:00`),
    calls: 30,
    unanswered: i > 40 && i < 45 ? 12 : 0,
    p95: 180 + ((i * 37) % 90) + (i > 40 && i < 45 ? 3000 : 0),
  })),
}

export const person = {
  readId: 'r-1',
  medium: 'eVoucher' as const,
  name: '张三',
  maskedName: '张*',
  gender: '1',
  age: 34,
  maskedCertNo: '3205********1238',
  outFlag: '0' as const,
  insuredAreaName: '苏州市',
  insurances: [],
  insutype: '310',
  identities: [],
  singleUse: true,
  readAt: at(today, '10:30:00'),
}

export const diseases = [
  {
    code: 'M03900',
    name: '高血压',
    kind: 'chronic' as const,
    begin: '2026-01-01',
    end: '2026-12-31',
    limit: undefined,
    used: '1210.40',
    left: undefined,
  },
  {
    code: 'M01600',
    name: '糖尿病',
    kind: 'twoDiseases' as const,
    begin: '2026-01-01',
    end: addDays(today, 12),
    limit: '480.00',
    used: '440.00',
    left: '40.00',
    endsIn: 12,
  },
  {
    ...{ code: 'C34.900', name: '恶性肿瘤（肺）', kind: 'special' as const, begin: '2026-03-01', end: '' },
    ...{ limit: undefined, used: undefined, left: undefined },
  },
]

export const dictionaries: Record<string, [string, string][]> = {
  insutype: [
    ['310', '职工基本医疗保险'],
    ['390', '城乡居民基本医疗保险'],
  ],
  med_type: [
    ['41', '定点药店购药'],
    ['14', '门诊慢特病'],
  ],
  order_pay_kind: [
    ['01', '现金'],
    ['09', '家庭共济'],
  ],
  clr_type: [
    ['41', '药店购药'],
    ['14', '门诊慢特病'],
  ],
  gend: [
    ['1', '男'],
    ['2', '女'],
  ],
}
