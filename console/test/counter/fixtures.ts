import type { ResultOf } from '@yibao/shared/call.ts'
import type { doctor } from '@yibao/shared/calls/staff.ts'
import type { Area, Disease, ErpBill, Item, Order, Person, RxChoice, Unparked } from '../../src/counter/flow/model.ts'
import { type Counter, emptyCounter } from '../../src/counter/flow/state.ts'

// Invented people, goods and orders for the counter's tests.

export const person = (over: Partial<Person> = {}): Person => ({
  readId: 'r1',
  medium: 'socialCard',
  name: '张䶮',
  maskedName: '张*',
  gender: '1',
  age: 34,
  maskedCertNo: '3205**********1238',
  outFlag: '0',
  insuredAreaName: '苏州市',
  insurances: [insurance()],
  insutype: '310',
  identities: [],
  singleUse: false,
  readAt: '2026-11-21 10:30:00',
  ...over,
})

export const insurance = (over: Partial<Person['insurances'][number]> = {}): Person['insurances'][number] => ({
  insutype: '310',
  insutypeName: '职工医保',
  personType: '11',
  personTypeName: '在职',
  status: '1',
  statusName: '正常参保',
  balance: '60.00',
  insuredArea: '320500',
  insuredAreaName: '苏州市',
  civilServant: false,
  ...over,
})

export const other = () => person({ readId: 'r2', name: '李𠮷', maskedName: '李*', maskedCertNo: '3201**********0016' })

export const item = (over: Partial<Item> = {}): Item => ({
  ownCode: 'A001',
  barCode: '6901234567892',
  nationalCode: 'XJ01CAA0400010101234567',
  name: '阿莫西林胶囊',
  spec: '0.25g*24粒',
  dosageForm: '胶囊剂',
  producer: '示例制药',
  unit: '盒',
  initials: 'AMXLJN',
  price: '20.00',
  itemClass: '甲',
  selfPayRatio: '0',
  prescription: false,
  mapped: true,
  traceRequired: false,
  ...over,
})

export const vitamin = () =>
  item({
    ownCode: 'C003',
    barCode: '6901234567908',
    name: '维生素C片',
    spec: '100mg*100片',
    price: '15.60',
    itemClass: '丙',
  })
export const pills = () =>
  item({
    ownCode: 'B002',
    barCode: '6901234567915',
    name: '复方丹参滴丸',
    spec: '27mg*180丸',
    price: '30.00',
    itemClass: '乙',
  })

export const disease = (over: Partial<Disease> = {}): Disease => ({
  code: 'M03900',
  name: '高血压',
  kind: 'chronic',
  begin: '2026-01-01',
  end: '2027-12-31',
  ...over,
})

/** Of the store: a pharmacist, a doctor, a nurse, and one of 20 characters. */
export const doctors = (): ResultOf<typeof doctor.storeDoctors> => [
  {
    ...{ id: 'd1', name: '王药师', initials: 'WYS', code: 'Y320508000001' },
    category: '3',
    title: '',
    isDefault: true,
  },
  {
    ...{ id: 'd2', name: '顾𠮷', initials: 'GJ', code: 'D320508000002' },
    category: '1',
    title: '主治医师',
    isDefault: false,
  },
  { ...{ id: 'd3', name: '李䶮', initials: 'LY', code: '' }, category: '2', title: '护师', isDefault: false },
  {
    ...{ id: 'd4', name: '阿卜杜热依木江买买提吐尔逊艾合买提江阿', initials: 'ABDRYMJMMTTEXAHMTJA', code: '' },
    ...{ category: '1', title: '', isDefault: false },
  },
]

export const area = (over: Partial<Area> = {}): Area => ({
  areaName: '苏州市',
  medicalTypes: [
    { value: '41', name: '普通购药' },
    { value: '14', name: '门诊慢特病' },
    { value: '9901', name: '门诊两病' },
  ],
  defaultMedicalType: '41',
  chronicMedicalTypes: ['14', '9901'],
  typedIdCard: true,
  authorizeReversal: false,
  traceCodeRequired: false,
  expiredForbidden: false,
  rxReviewRequired: false,
  circulation: false,
  unknownAdvice: '可请顾客留下电话，核实后再取药',
  slipLayout: '80',
  hiddenFunds: [],
  counterKeys: null,
  counterSound: true,
  lockMinutes: 0,
  watermark: false,
  ...over,
})

type Split = NonNullable<Order['split']>
const zero = '0.00'
export const split = (over: Partial<Split> = {}): Split => ({
  total: '85.60',
  fullySelfPaid: '15.60',
  overLimit: zero,
  firstSelfPay: '3.00',
  inScope: '67.00',
  deductible: zero,
  poolFund: zero,
  poolRatio: '0',
  civilServant: zero,
  enterprise: zero,
  seriousIllness: zero,
  largeAmount: zero,
  medicalAid: zero,
  otherFund: zero,
  fundTotal: zero,
  personPart: '85.60',
  account: '60.00',
  familyAccount: zero,
  cash: '25.60',
  balance: zero,
  ...over,
})

export const order = (over: Partial<Order> = {}): Order => ({
  id: 'o1',
  orderNo: 'D202611210001',
  storeId: 's1',
  storeName: '示例大药房观前店',
  maskedName: '张*',
  insutype: '310',
  medicalType: '41',
  total: '85.60',
  fundTotal: zero,
  account: '60.00',
  familyAccount: zero,
  cash: '25.60',
  status: '1',
  source: '2',
  outFlag: '0',
  operatorName: '王小明',
  createdAt: '2026-11-21 10:31:00',
  printed: 0,
  maskedCertNo: '3205**********1238',
  personTypeName: '在职',
  insuredAreaName: '苏州市',
  lines: [],
  split: split(),
  reasons: ['丙类自费 15.60', '乙类先付 3.00 已计入', '账户余额不足，其余付现金'],
  warnings: [],
  settleKey: 'k1',
  events: [],
  ...over,
})

export const bill = (over: Partial<ErpBill> = {}): ErpBill => ({
  frameId: 'f1',
  billNo: 'XS001',
  revision: 1,
  total: '40.00',
  operator: '王小明',
  lines: [{ ownCode: 'A001', name: '阿莫西林胶囊', quantity: '2', price: '20.00', amount: '40.00' }],
  ...over,
})

/** An operator who may settle and reverse, in an area whose settings are known. */
export const counter = (over: Partial<Counter> = {}): Counter => ({
  ...emptyCounter({ settle: true, reverse: true, price: true }),
  area: area(),
  ...over,
})

export const rxLine = (over: Partial<RxChoice['lines'][number]> = {}): RxChoice['lines'][number] => ({
  name: '阿莫西林胶囊',
  quantity: '2',
  ownCode: 'A001',
  limit: '2',
  itemName: '阿莫西林胶囊',
  itemSpec: '0.25g*24粒',
  itemUnit: '盒',
  ...over,
})

/** A prescription that a pharmacist passed. */
export const rxChoice = (over: Partial<RxChoice> = {}): RxChoice => ({
  id: 'rx1',
  storeId: 's1',
  storeName: '示例大药房观前店',
  number: 'R1',
  maskedName: '张*',
  diagnosis: '上呼吸道感染',
  hospital: '示例市第一人民医院',
  doctor: '陈𠮷',
  prescribedOn: '2026-11-21',
  validUntil: '2026-11-23',
  kinds: 1,
  rxType: '1',
  attribute: '02',
  state: 'passed',
  use: 'unused',
  pharmacist: '王药师',
  reason: '',
  takenBy: '',
  enteredBy: '李店员',
  setlId: '',
  source: 'paper',
  submittedAt: '2026-11-21 10:30:00',
  createdAt: '2026-11-21 10:30:00',
  revision: 1,
  lines: [rxLine()],
  ...over,
})

/** A basket that is taken back, its customer with it. */
export const parked = (over: Partial<Unparked> = {}): Unparked => ({
  orderId: 'o1',
  maskedName: '张*',
  credentialNeeded: false,
  person: person(),
  insutype: '390',
  medicalType: '11',
  lines: [{ ownCode: 'A001', quantity: '2', price: '20.00' }],
  ...over,
})
