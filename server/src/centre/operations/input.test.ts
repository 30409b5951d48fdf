import { describe, expect, test } from 'vitest'
import { CentreClient } from '../client.ts'
import type { Operation } from '../operation.ts'
import { profileOf } from '../profiles.ts'
import { fieldsOf } from '../standard.ts'
import { at, header, sale } from '../test/fixtures.ts'
import { checkBenefit } from './benefit.ts'
import { addDepartment, addDepartments, changeDepartment, queryDepartments, withdrawDepartment } from './department.ts'
import { designate, queryDesignations, withdrawDesignation } from './designation.ts'
import { queryDictionary } from './dictionary.ts'
import { fileDisease, repealDisease } from './disease-filing.ts'
import { tellDispensing } from './dispensing.ts'
import { decodeEVoucher } from './e-voucher.ts'
import { download, upload } from './file.ts'
import { queryInstitution, queryInstitutions } from './institution.ts'
import { queryPerson } from './person.ts'
import { queryAccumulations, queryChronic } from './person-records.ts'
import { downloadRx, queryRx, tellVerdict } from './prescription.ts'
import { checkDetails, checkTotals } from './reconciliation.ts'
import { reverse, reverseVisit, undo } from './reversal.ts'
import { presettle, settle } from './settlement.ts'
import type { Sale } from './settlement-input.ts'
import { queryLines, querySettlement } from './settlement-query.ts'
import { signIn, signOut } from './sign.ts'
import { fileSpecialDrug, querySpecialDrugs, repealSpecialDrug } from './special-drug.ts'
import { queryStaff } from './staff.ts'
import { tellReturn, tellSale, withdrawStock } from './stock.ts'
import { tellPurchase, tellPurchaseReturn, tellStockChange, tellStockTake } from './stock-book.ts'
import { cancelRegistration, chargeVisit, describeVisit, register, withdrawFees } from './visit.ts'
import { presettleVisit, settleVisit } from './visit-settlement.ts'
import { queryVisits } from './visits.ts'

const psnNo = '32050000000000000001'
const keys = { psnNo, setlId: 'S1', mdtrtId: 'M1' }
const group = {
  setlOptins: '320500',
  clrType: '41',
  from: '2024-10-24',
  until: '2024-10-24',
  total: -8560,
  fundTotal: 0,
}
const person = {
  credential: { type: '03', no: 'A00000017', cardSerial: 'X' },
  ...{ certificateType: '01', certificateNo: '320501199001011238', name: '张𠮷', at },
}

const shop = {
  ...{ code: 'YD01', name: '药店', category: 'A02', beginDay: '2024-01-01', endDay: '', intro: '零售', head: '顾𠮷' },
  ...{ phone: '0512-55550101', services: '', establishedOn: '2024-01-01', beds: 0, insuredBeds: 0, areaCode: '320500' },
  ...{ doctors: 0, pharmacists: 2, nurses: 0, technicians: 0, memo: '' },
}

const piece = {
  ...{ batchNo: '0000126112300000000010010001S', nationalCode: 'XA00AAA000A001010100001', ownCode: '100001' },
  ...{ name: '布洛芬缓释胶囊', lot: 'A1', madeOn: '2024-01-01', expiresOn: '', prescription: true, broken: false },
  ...{ price: 20_000_000n, quantity: 10_000n, at, operator: '李䶮', setlId: 'S1', psnNo },
}
const soldPiece = {
  ...{ ...piece, visitNo: '00001261123000000000', receiptNo: 'XS1', elsewhere: false, prescriptionNo: 'RX1' },
  ...{ outsidePrescription: true, doctor: '陈䶮𠮷', pharmacist: { name: '顾𠮷', certificateNo: 'ZG1' } },
  traceCode: '81234567890123456789',
}
const goods = {
  ...{ batchNo: 'T1', nationalCode: 'XA00AAA000A001010100001', ownCode: '100001', name: '布洛芬缓释胶囊' },
  ...{ prescription: true, quantity: 15_000n, memo: '' },
}
const trade = {
  ...{ ...goods, supplier: '示例医药有限公司', supplierPermit: '', madeOn: '2024-01-01', expiresOn: '2026-01-01' },
  ...{ price: 18_500_000n, invoiceCode: '', invoiceNo: 'F1', at, operator: '李䶮' },
}
const verdict = {
  ...{ number: '320500RX2411240000001', downloadCode: 'D1', passed: false, opinion: '用量过大', at },
  reviewer: { code: 'D320501000009', name: '阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜', certificateNo: '' },
}
const handedOut = {
  ...{ number: verdict.number, downloadCode: 'D1', back: false, reviewer: { code: '', name: '顾𠮷' } },
  ...{ dispenser: '李䶮', checker: '顾𠮷', elsewhere: false, setlId: 'S1', settledAt: at, at },
  ...{ total: 1, fund: 0, personPart: 1, account: 0, cash: 1 },
}
const handedOutDrug = {
  ...{ nationalCode: 'XA00AAA000A001010100001', ownCode: '100001', name: '布洛芬缓释胶囊', spec: '0.3g*20粒' },
  ...{ producer: '', lot: '', madeOn: '', expiresOn: '', prescription: true, broken: true, price: 10_000n },
  ...{ quantity: 10_000n, unit: '盒', amount: 1, traceCodes: ['81234567890123456789'] },
}
const filed = {
  ...{ psnNo, insuredArea: '320500', insutype: '310', tel: '13800000001', address: '平江路 1 号' },
  ...{ diseaseCode: 'M01600', diseaseName: '糖尿病', hospitalCode: 'H32050100001', hospitalName: '示例市第一人民医院' },
  ...{ identifiedOn: '2024-10-20', doctorCode: 'D320501000001', doctorName: '陈䶮𠮷' },
  ...{ beginDay: '2024-10-24', endDay: '' },
}
const agent = {
  ...{ agentName: '阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜', agentRelation: '2', agentCertType: '90' },
  ...{ agentCertNo: 'A00000017', agentTel: '', agentAddress: '' },
}
const designation = {
  ...{ ...filed, ...agent, businessType: '03', order: '1', memo: '' },
  ...{ institutionCode: 'P32050100001', institutionName: '示例大药房观前店' },
}
const specialDrug = {
  ...{ ...filed, ...agent, name: '张𠮷', certificateType: '90', certificateNo: 'A00000017', birthday: '1990-01-01' },
  ...{ gender: '1', nation: '', employer: '', drugCode: 'XL01EXA001A001010100001', drugName: '示例替尼片' },
  ...{ basis: '病理诊断', limit: 1, appliedOn: '2024-10-24', endDay: '2025-04-23' },
  institutions: [{ code: 'H32050100001', name: '示例市第一人民医院' }],
}
const visitKey = { psnNo, mdtrtId: 'M1' }
const place = {
  department: { code: 'YD01', name: '药店', category: 'A02' },
  doctor: { code: 'Y320508000001', name: '阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜' },
}
const totals = { fullySelfPaid: 1560, overLimit: 0, firstSelfPay: 300, inScope: 6700 }
const taken = { serial: 'B320500000000000001', psnNo, reason: '填错' }

const row = <A>(operation: Operation<A, unknown>, args: A) => ({
  infno: operation.infno,
  prepare: (client: CentreClient) => client.prepare(operation, args, header()),
})
const all = [
  row(queryPerson, person),
  row(decodeEVoucher, { code: '28000000000000000000', purpose: '02121' }),
  row(queryInstitution, { code: 'P32050100001' }),
  row(queryInstitutions, { type: '1', name: '人民医院' }),
  row(queryStaff, { type: 'pharmacist' }),
  row(queryStaff, { type: 'doctor', name: '䶮医师', code: 'D320508000001' }),
  row(addDepartment, shop),
  row(addDepartments, [shop, { ...shop, code: 'YD02', endDay: '2024-12-31' }]),
  row(changeDepartment, shop),
  row(withdrawDepartment, shop),
  row(queryDepartments, null),
  row(tellSale, soldPiece),
  row(tellSale, { ...soldPiece, traceCode: '', prescriptionNo: '', prescription: false, broken: true }),
  row(tellReturn, { ...piece, soldAs: piece.batchNo }),
  row(withdrawStock, { batchNo: piece.batchNo, type: '4' }),
  row(tellStockTake, { ...goods, lot: '', on: '2024-10-24', madeOn: '2024-01-01', expiresOn: '2026-01-01' }),
  row(tellStockChange, { ...goods, type: '103', price: 20_000_000n, at, operator: '李䶮' }),
  row(tellPurchase, { ...trade, lot: 'A1', producer: '示例制药', approvalNo: 'Z1', deliveryNo: '', gift: false }),
  row(tellPurchaseReturn, { ...trade, price: undefined, boughtAs: 'P1' }),
  row(queryRx, { token: '320000ec00000000000000000000000000000001' }),
  row(queryRx, { number: verdict.number, downloadCode: 'D1' }),
  row(queryRx, { pushed: true }),
  row(downloadRx, { number: verdict.number, authorization: 'A1' }),
  row(tellVerdict, verdict),
  row(tellVerdict, { ...verdict, second: { code: 'D2', name: '顾𠮷' }, passed: true, opinion: '' }),
  row(tellDispensing, { ...handedOut, drugs: [handedOutDrug, { ...handedOutDrug, amount: 0, broken: false }] }),
  row(tellDispensing, { ...handedOut, back: true, drugs: [handedOutDrug] }),
  row(fileDisease, filed),
  row(repealDisease, taken),
  row(designate, designation),
  row(withdrawDesignation, taken),
  row(queryDesignations, { psnNo, businessType: '03' }),
  row(fileSpecialDrug, specialDrug),
  row(repealSpecialDrug, taken),
  row(querySpecialDrugs, { psnNo, from: '2024-10-24' }),
  row(checkBenefit, {
    psnNo,
    insurance: '310',
    medicalType: '41',
    from: at,
    disease: { code: 'M03900', name: '高血压' },
  }),
  row(presettle, sale),
  row(settle, { ...sale, invoiceNo: '8', disease: { code: 'M03900', name: '高血压' } }),
  row(reverse, keys),
  row(reverseVisit, keys),
  row(register, { sale, place, otpNo: 'V0001' }),
  row(cancelRegistration, { ...visitKey, otpNo: 'V0001' }),
  row(describeVisit, { ...visitKey, sale, place, diagnosis: { code: 'Z76.000', name: '领取处方药' } }),
  row(chargeVisit, { ...visitKey, sale, place, batch: 'V000101' }),
  row(withdrawFees, visitKey),
  row(presettleVisit, { sale, mdtrtId: 'M1', batch: 'V000101' }),
  row(settleVisit, { sale, mdtrtId: 'M1', batch: 'V000101', totals }),
  row(undo, { psnNo, omsgid: header().msgid, oinfno: '2102' }),
  row(checkTotals, { ...group, insurance: '310', account: 0, count: 2, refunded: false }),
  row(checkDetails, { ...group, fileQuryNo: 'F1', account: 0, cash: 0, count: 0 }),
  row(queryVisits, { psnNo, from: at, until: at, medicalType: '41' }),
  row(querySettlement, keys),
  row(queryLines, keys),
  row(queryAccumulations, { psnNo }),
  row(queryChronic, { psnNo }),
  row(signIn, { opterNo: '0001', mac: '00-00-00-00-00-01', ip: '10.0.0.1' }),
  row(signOut, { opterNo: '0001', signNo: 'N1' }),
  row(upload, { filename: 'x.zip', content: new Uint8Array([1, 2, 3]) }),
  row(download, { fileQuryNo: 'F1', filename: 'x.zip' }),
  row(queryDictionary, { type: 'insutype', on: at }),
]

describe.each(all)('$infno', ({ infno, prepare }) => {
  test.each(['320500', '430100'])('its input follows the tables of %s and leaves no key out', (area) => {
    const profile = profileOf(area, 'http://c')
    const built = prepare(new CentreClient(profile))
    expect(built).toMatchObject({ kind: 'message', infno })
    if (built.kind !== 'message') return
    const { input } = JSON.parse(built.body)
    for (const { node, name } of fieldsOf(profile.edition, infno, 'in')) {
      const one = Array.isArray(input[node]) ? input[node][0] : input[node]
      expect(one, `${node}.${name}`).toHaveProperty(name)
    }
  })
})

const inputOf = (area: string, operation: Operation<never, unknown>, args: unknown) => {
  const built = new CentreClient(profileOf(area, 'http://c')).prepare(
    operation as Operation<unknown, unknown>,
    args,
    header(),
  )
  if (built.kind === 'notSent') throw new Error(built.reason)
  return JSON.parse(built.body).input
}

test('money, quantities and times as the centre writes them; empty numbers "0", other empty values ""', () => {
  expect(inputOf('320500', settle, sale)).toMatchObject({
    druginfo: {
      medfee_sumamt: '85.60',
      begntime: '2024-10-24 10:31:00',
      acct_used_flag: '1',
      invono: '',
      dise_codg: '',
    },
    drugdetail: [
      {
        ...{ feedetl_sn: '1', det_item_fee_sumamt: '40.00', cnt: '2.0000', pric: '20.000000', prd_days: '0' },
        ...{ rxno: '', rx_circ_flag: '0', fee_ocur_time: '2024-10-24 10:31:00' },
      },
      { feedetl_sn: '2' },
      { feedetl_sn: '3' },
    ],
  })
})

test('a reversed day sums up below zero', () => {
  const args = { ...group, insurance: '310', account: -6000, count: 1, refunded: true }
  expect(inputOf('320500', checkTotals, args).data).toMatchObject({
    medfee_sumamt: '-85.60',
    acct_pay: '-60.00',
    refd_setl_flag: '1',
  })
})

test('2101 knows no invoice number, the lines make the total', () => {
  expect(inputOf('320500', presettle, { ...sale, invoiceNo: '8' } satisfies Sale).druginfo).not.toHaveProperty('invono')
  expect(() => inputOf('320500', settle, { ...sale, total: 8561 })).toThrow(RangeError)
})

test('what an edition demands beyond the other is missed', () => {
  const client = new CentreClient(profileOf('430100', 'http://c'))
  const missing = (field: string) => ({ kind: 'notSent', faults: [{ field, kind: 'missing' }] })
  expect(client.prepare(queryLines, { psnNo, mdtrtId: 'M1' }, header())).toMatchObject(missing('setl_id'))
  const { clrType: _, ...open } = group
  expect(
    client.prepare(checkDetails, { ...open, fileQuryNo: 'F', account: 0, cash: 0, count: 1 }, header()),
  ).toMatchObject(missing('clr_type'))
  expect(inputOf('320500', queryLines, { psnNo, mdtrtId: 'M1' }).data.setl_id).toBe('')
})

test('2101 and 2102 carry the codes of a line’s packs where the area’s centre takes them, and nowhere else', () => {
  const codes = ['81234567890123456789', '81234567890123456790']
  const traced: Sale = { ...sale, lines: sale.lines.map((line, i) => ({ ...line, traceCodes: i ? [] : codes })) }
  for (const traceInSettle of [true, false]) {
    const client = new CentreClient(profileOf('320500', 'http://centre', { traceInSettle }))
    for (const operation of [presettle, settle]) {
      const built = client.prepare(operation, traced, header())
      const { input } = JSON.parse(built.kind === 'message' ? built.body : '{}')
      const lists = input.drugdetail.map((line: Record<string, unknown>) => line.drugtracinfo)
      const wanted = sale.lines.map((_, i) => (i ? [] : codes.map((code) => ({ drug_trac_codg: code }))))
      expect(lists, built.kind).toEqual(traceInSettle ? wanted : sale.lines.map(() => undefined))
    }
  }
})

test('a visit has no place for trace codes, whatever the area takes at the counter', () => {
  for (const edition of ['JX', 'HN'] as const)
    for (const infno of ['2204', '2206', '2207'])
      expect(fieldsOf(edition, infno, 'in').filter(({ name }) => name.includes('trac'))).toEqual([])
  const client = new CentreClient(profileOf('320500', 'http://centre', { traceInSettle: true }))
  const coded = { ...sale, lines: sale.lines.map((line) => ({ ...line, traceCodes: ['8'.repeat(20)] })) }
  const built = client.prepare(chargeVisit, { ...visitKey, sale: coded, place, batch: 'V000101' }, header())
  expect(built).toMatchObject({ kind: 'message', body: expect.not.stringContaining('trac') })
})

test('a visit: the totals of 2206 go back in 2207, limited drugs are approved where they are prescribed', () => {
  const prescribed = { ...sale, lines: sale.lines.map((line, i) => ({ ...line, outsidePrescription: i === 0 })) }
  const charged = inputOf('430100', chargeVisit, { ...visitKey, sale: prescribed, place, batch: 'V000101' }).feedetail
  expect(charged.map((line: Record<string, string>) => line.hosp_appr_flag)).toEqual(['1', '0', '0'])
  expect(charged[0]).toMatchObject({ chrg_bchno: 'V000101', bilg_dr_codg: 'Y320508000001', cnt: '2.0000' })
  expect(inputOf('430100', settleVisit, { sale, mdtrtId: 'M1', batch: 'V000101', totals }).data).toMatchObject({
    ...{ medfee_sumamt: '85.60', psn_setlway: '01', fulamt_ownpay_amt: '15.60', overlmt_selfpay: '0.00' },
    ...{ preselfpay_amt: '3.00', inscp_scp_amt: '67.00', acct_used_flag: '1' },
  })
})

test('a visit names the person as far as its table asks: of everybody in Hunan, of people from elsewhere in Jiangxi', () => {
  const asked = { sale, mdtrtId: 'M1', batch: 'V000101', totals }
  const identity = (area: string, insuplcAdmdvs: string) => {
    const client = new CentreClient(profileOf(area, 'http://c'))
    const built = client.prepare(settleVisit, asked, header({ insuplcAdmdvs }))
    const { psn_cert_type, certno, psn_type, psn_name } = JSON.parse(built.kind === 'message' ? built.body : '{}').input
      .data
    return [psn_cert_type, certno, psn_type, psn_name]
  }
  expect(identity('430100', '430100')).toEqual(['1', '320501199001011238', undefined, undefined])
  expect(identity('320500', '320500')).toEqual(['', '', '', ''])
  expect(identity('320500', '430100')).toEqual(['1', '320501199001011238', '11', '张𠮷'])
})
