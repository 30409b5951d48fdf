import type { SlipLine, SlipModel } from '../model.ts'

const names = [
  ['阿莫西林胶囊', '0.25g*24粒', '甲', '0.0000', '西药费'],
  ['苯磺酸氨氯地平片', '5mg*7片', '乙', '0.1000', '西药费'],
  ['连花清瘟胶囊(大规格家庭装)', '0.35g*48粒', '丙', '1.0000', '中成药费'],
  ['当归', '统货', '甲', '0.0000', '中药饮片'],
] as const

/** `count` invented lines for tests. */
export const sampleLines = (count: number): SlipLine[] =>
  [...Array(count).keys()].map((n) => {
    const [name, spec, itemClass, selfPayRatio, feeClass] = names[n % names.length]!
    return {
      name,
      spec,
      itemClass,
      selfPayRatio,
      feeClass,
      producer: '示例制药有限公司',
      lot: `2611${String(n + 1).padStart(2, '0')}`,
      unit: '盒',
      quantity: '2.0000',
      price: '154.320000',
      amount: 30864,
    }
  })

/** A settlement of an invented person that satisfies domain.md 4.2; every money field has its own value. */
export const sampleSlip = (change: Partial<SlipModel> = {}): SlipModel => ({
  kind: 'settlement',
  areaText: '苏州市',
  reprint: 0,
  copies: [],
  fixmedinsName: '示例大药房观前店',
  fixmedinsCode: 'P32050100001',
  ids: {
    setlId: '320500261121103122000000012345',
    mdtrtId: '320500M261121000012345',
    erpBill: 'XS20261121-0042',
    msgidTail: '31220042',
    cashier: '李四',
    settledAt: '2026-11-21 10:31:22',
    printedAt: '2026-11-21 10:31:25',
  },
  person: {
    name: '张*',
    gender: '女',
    age: 62,
    certNo: '320502********1224',
    insuranceName: '职工基本医疗保险',
    personTypeName: '退休人员',
    insuredArea: '苏州市 320500',
    medicalTypeName: '门诊慢特病',
    diseaseName: '高血压(M03900)',
    psnNo: '32050000001234567890',
    employer: '示例纺织有限公司',
    civilServant: false,
  },
  prescription: { number: 'HN202611210001', hospital: '示例市人民医院', doctor: '王五', pharmacist: '赵六' },
  lines: sampleLines(4),
  split: {
    total: 123456,
    fullySelfPaid: 10111,
    overLimit: 2022,
    firstSelfPay: 3033,
    inScope: 108290,
    deductible: 30044,
    poolFund: 54789,
    poolRatio: '0.7000',
    civilServant: 1066,
    enterprise: 1177,
    seriousIllness: 1288,
    largeAmount: 1399,
    medicalAid: 1411,
    otherFund: 1522,
    fundTotal: 62652,
    personPart: 60804,
    hospitalPart: 1634,
    account: 58141,
    familyAccount: 1633,
    cash: 2663,
    balance: 177891,
  },
  balanceBefore: 234399,
  foot: { phone: '0512-00000000', note: '本单为医保结算凭据，请妥善保管。' },
  ...change,
})
