import type { InputOf } from '@yibao/shared/call.ts'
import type { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { storeIdOf } from '../../../../seed/organisation.ts'
import { areaRole, viewerRole } from '../../../../seed/roles.ts'
import type { TestServer } from '../../../../test/kit.ts'
import { type OrderValues, reversed, sold } from '../../../../test/orders.ts'

export const guanqian = storeIdOf('P32050100001')
export const pingjiang = storeIdOf('P32050100002')
export const xinjiekou = storeIdOf('P32010200001')
const long = '阿卜杜热合曼·阿卜杜克热木·买买提江艾力尼'

const split = {
  ...{ total: 1000, fullySelfPaid: 30, overLimit: 1, firstSelfPay: 19, inScope: 950, deductible: 0, poolFund: 500 },
  ...{ poolRatio: '0.6000', civilServant: 20, enterprise: 0, seriousIllness: 0, largeAmount: 0, medicalAid: 0 },
  ...{ otherFund: 30, fundTotal: 550, personPart: 450, account: 250, familyAccount: 50, cash: 200, balance: 9900 },
}

const line = (no: number, name: string, quantity: string, amount: number) => ({
  ...{ no, ownCode: `10000${no}`, nationalCode: `XA01ABD075A002010100${no}`, name, spec: '10片', producer: '示例药厂' },
  ...{ unit: '盒', quantity, price: '1.000000', amount, prescription: no === 1, traceCodes: [], mapped: true },
  ...{ itemClass: '甲', feeClass: '09', inScope: amount },
})

/** Books an order of 10.00 of which 5.50 are funds, on a moment in Shanghai. */
export const sell = async ({ deps }: TestServer, at: string, values: OrderValues = {}): Promise<void> => {
  await sold(deps, {
    ...{ person: { name: '王𠮷', maskedCertNo: '', personTypeName: '在职', insuredAreaName: '苏州市' } },
    ...{ maskedName: '王*', basket: { accountUsed: true, diseaseName: '高血压' }, split },
    lines: [line(1, '阿莫西林胶囊', '1.5', 999), line(2, '布洛芬䶮片', '1', 1)],
    ...{ total: 1000, fundTotal: 550, account: 250, familyAccount: 50, cash: 200, clrOptins: '320599' },
    ...{ settledAt: new Date(`${at}+08:00`), createdAt: new Date('2020-01-01T00:00:00Z'), ...values },
  })
}

/** Sells what the side-by-side tests compare: signs, bounds of days, two areas, empty splits, long names. */
export const sellMonth = async (server: TestServer): Promise<void> => {
  await sell(server, '2026-09-01T00:00:00')
  await sell(server, '2026-09-02T23:59:59.999', { ...reversed('2026-09-30T23:59:59.999'), erpBill: 'XS2' })
  await sell(server, '2026-09-03T10:00:00', reversed('2026-09-03T10:00:05', '2601'))
  await sell(server, '2026-09-04T10:00:00', reversed('2026-10-01T00:00:00'))
  await sell(server, '2026-09-05T10:00:00', {
    ...{ total: 0, fundTotal: 0, account: 0, familyAccount: 0, cash: 0, split: null, insutype: null, lines: [] },
    ...{ maskedName: '䶮*', person: { name: '䶮', maskedCertNo: '', personTypeName: '', insuredAreaName: '' } },
  })
  await sell(server, '2026-09-06T10:00:00', {
    ...{ storeId: pingjiang, total: 1, fundTotal: 0, account: 0, familyAccount: 0, cash: 1, outFlag: '1' },
    split: { ...split, total: 1, cash: 1, fundTotal: 0, poolFund: 0, civilServant: 0, otherFund: 0 },
    ...{ maskedName: '阿*', clrType: null, lines: [line(1, '阿莫西林胶囊', '0.0001', 1)] },
    person: { name: long, maskedCertNo: '', personTypeName: '', insuredAreaName: '' },
  })
  await sell(server, '2026-09-07T10:00:00', { storeId: xinjiekou })
  await sell(server, '2026-10-01T00:00:00')
  await sell(server, '2026-09-08T10:00:00', { state: 'presettled', setlId: null, settledAt: null })
}

type Form = InputOf<typeof reportDefinition.add>

/** A report of the settlements by store, for administrators of areas and readers. */
export const form = (code: string, values: Partial<Form> = {}): Form => ({
  ...{ code, name: '按门店', module: 'settlement', source: 'settlements', period: 'lastMonth', paper: 'landscape' },
  columns: [
    { field: 'storeName', use: 'group' },
    { field: 'settlements', use: 'sum' },
    { field: 'total', use: 'sum', title: '总额' },
    { field: 'cash', use: 'sum' },
  ],
  ...{ parameters: [], roles: [areaRole.id, viewerRole.id] },
  ...values,
})
