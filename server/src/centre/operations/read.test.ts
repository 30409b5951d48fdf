import { expect, test } from 'vitest'
import { type Json, parseExact } from '../json.ts'
import type { Operation } from '../operation.ts'
import { changsha, settled, suzhou } from '../test/fixtures.ts'
import { checkBenefit } from './benefit.ts'
import { askCatalogue, queryCatalogue } from './catalogue.ts'
import { queryDepartments } from './department.ts'
import { designate, queryDesignations } from './designation.ts'
import { queryDictionary } from './dictionary.ts'
import { decodeEVoucher } from './e-voucher.ts'
import { queryInstitution, queryInstitutions } from './institution.ts'
import { queryPerson } from './person.ts'
import { queryAccumulations, queryChronic } from './person-records.ts'
import { checkDetails, checkTotals } from './reconciliation.ts'
import { reverse } from './reversal.ts'
import { presettle, settle } from './settlement.ts'
import { lookForSettlement, queryLines, querySettlement } from './settlement-query.ts'
import { signIn, signOut } from './sign.ts'
import { fileSpecialDrug, querySpecialDrugs } from './special-drug.ts'
import { queryStaff } from './staff.ts'
import { queryVisits } from './visits.ts'

const read = <R>(operation: Operation<never, R>, output: unknown, profile = suzhou): R | undefined =>
  operation.read(parseExact(JSON.stringify(output)), profile)

test('1101: a person with insurances and identities', () => {
  const person = read(queryPerson, {
    baseinfo: {
      psn_no: 'P1',
      psn_cert_type: '1',
      certno: '320501199001011238',
      psn_name: '䶮𠮷',
      gend: '1',
      naty: null,
      brdy: '1990-01-01 00:00:00',
      age: 34.8,
    },
    insuinfo: {
      balc: '60',
      insutype: '310',
      psn_type: '1101',
      psn_insu_stas: 1,
      psn_insu_date: '2015-07-01',
      cvlserv_flag: 0,
      insuplc_admdvs: '320500',
      emp_name: '',
    },
    idetinfo: [],
  })
  expect(person).toMatchObject({
    psnNo: 'P1',
    name: '䶮𠮷',
    nation: undefined,
    birthday: '1990-01-01',
    age: '34.8',
    identities: [],
  })
  expect(person?.insurances).toMatchObject([
    { balance: 6000, state: '1', civilServant: false, insuredArea: '320500', employer: undefined },
  ])
  expect(read(queryPerson, { baseinfo: {} })).toBeUndefined()
})

test('2102: numbers, ratios, funds and lines', () => {
  const fund = {
    fund_pay_type: '310100',
    inscp_scp_amt: '67.0',
    crt_payb_lmt_amt: 10000,
    fund_payamt: '0E-8',
    setl_proc_info: '310101',
  }
  const settlement = read(settle, { ...settled, setldetail: fund })
  expect(settlement).toMatchObject({
    ...{ setlId: '320500A0000000001', mdtrtId: '320500M0000000001', medinsSetlId: 'P32050100001202410241031000002' },
    ...{
      total: 8560,
      fullySelfPaid: 1560,
      firstSelfPay: 300,
      inScope: 6700,
      personPart: 8560,
      account: 6000,
      cash: 2560,
    },
    ...{ hospitalPart: undefined, balance: 0, clrType: '41', setlTime: '2024-10-24 10:31:02' },
    funds: [{ fund: '310100', inScope: 6700, limitBefore: 1000000, amount: 0, process: '310101' }],
    lines: [{ sn: '2', quantity: 10_000n, price: 30_000_000n, selfPayRatio: 1000, firstSelfPay: 300, itemClass: '2' }],
  })
})

test('what the organisation bears is what the centre says: nothing said is no zero', () => {
  const said = (hosp_part_amt: unknown) => ({ ...settled, setlinfo: { ...settled.setlinfo, hosp_part_amt } })
  expect(read(settle, said('12.34'))).toMatchObject({ hospitalPart: 1234 })
  expect(read(settle, said('0.00'))).toMatchObject({ hospitalPart: 0 })
  expect(read(reverse, said('12.34'))).toMatchObject({ total: -8560, hospitalPart: -1234 })
  expect(read(reverse, settled)?.hospitalPart).toBeUndefined()
})

test('every amount has its own field', () => {
  const names = Object.entries(settled.setlinfo)
    .filter(([, value]) => typeof value === 'number')
    .map(([name]) => name)
  const setlinfo = Object.fromEntries(names.map((name, index) => [name, index + 1]))
  const { lines, funds, ...value } = read(settle, { setlinfo: { ...settled.setlinfo, ...setlinfo } })!
  expect(lines.length + funds.length).toBe(0)
  const amounts = Object.values(value).filter((v) => typeof v === 'number' && v > 0)
  // age is no money; the ratio counts in ten-thousandths; hifdm_pay, PREF_FUND_PAY and hosp_part_amt were not sent.
  expect(new Set(amounts).size).toBe(names.length - 1)
  expect(value.largeAmount).toBe(100 * (names.indexOf('hifob_pay') + 1))
  expect(value.seriousIllness).toBe(100 * (names.indexOf('hifmi_pay') + 1))
  expect(value.enterprise).toBe(100 * (names.indexOf('hifes_pay') + 1))
})

test('numbers as texts, camel case, older names, nodes as texts: the same settlement', () => {
  const plain = read(settle, settled)
  const texts = Object.fromEntries(Object.entries(settled.setlinfo).map(([k, v]) => [k, String(v)]))
  expect(read(settle, { ...settled, setlinfo: texts })).toEqual(plain)
  const camel = Object.fromEntries(
    Object.entries(settled.setlinfo).map(([k, v]) => [k.replace(/_([a-z])/g, (_, c) => c.toUpperCase()), v]),
  )
  expect(read(settle, { ...settled, setlinfo: [camel] })).toEqual(plain)
  for (const cash of ['cash_payamt', 'cash_payment', 'pdn_cash_pay']) {
    const { psn_part_amt, psn_cash_pay, ...rest } = settled.setlinfo
    expect(read(settle, { ...settled, setlinfo: { ...rest, psn_pay: psn_part_amt, [cash]: psn_cash_pay } })).toEqual(
      plain,
    )
  }
  expect(read(settle, { ...settled, detlcutinfo: JSON.stringify(settled.detlcutinfo) })).toEqual(plain)
})

test('2101 has no setl_id and needs its total', () => {
  const { setl_id: _, ...rest } = settled.setlinfo
  expect(read(presettle, { setlinfo: rest })).toMatchObject({ setlId: '', total: 8560 })
  expect(read(presettle, { setlinfo: { mdtrt_id: 'M' } })).toBeUndefined()
})

test('2103: negative whatever sign the area answers, the balance as it is', () => {
  const setldetail = [{ fund_pay_type: '310100', fund_payamt: 5, inscp_scp_amt: 5, crt_payb_lmt_amt: 7 }]
  const positive = read(reverse, { setlinfo: { ...settled.setlinfo, balc: 60 }, setldetail })!
  expect(positive).toMatchObject({
    total: -8560,
    account: -6000,
    cash: -2560,
    pool: 0,
    balance: 6000,
    funds: [{ amount: -500, limitBefore: 700 }],
  })
  const amounts = Object.entries(settled.setlinfo).map(([k, v]) => [k, typeof v === 'number' ? 0 - v : v])
  const negative = {
    setlinfo: { ...Object.fromEntries(amounts), balc: 60 },
    setldetail: { ...setldetail[0], fund_payamt: -5, inscp_scp_amt: -5 },
  }
  expect({ ...read(reverse, negative), poolRatio: 0 }).toEqual({ ...positive, poolRatio: 0 })
})

test('5203: whose it is and whether it was refunded', () => {
  const output = {
    setlinfo: { ...settled.setlinfo, psn_pay: 85.6, cash_payamt: 25.6, refd_setl_flag: '1', PREF_FUND_PAY: 1.5 },
    setldetail: [],
  }
  const found = read(querySettlement, output)
  expect(found).toMatchObject({
    refunded: true,
    total: 8560,
    preferential: 150,
    medinsSetlId: 'P32050100001202410241031000002',
  })
  expect(read(querySettlement, {})).toBeUndefined()
  // A yes without a word is a no; one whose words have other names cannot be read.
  for (const none of [{}, { setlinfo: '' }, { setlinfo: {} }, { setlinfo: null, setldetail: [] }])
    expect(read(lookForSettlement, none)).toBe('none')
  expect(read(lookForSettlement, { setlInfo: { setl_id: '1' } })).toBeUndefined()
})

test.each<[string, (rows: Json) => unknown]>([
  ['the output itself', (rows) => rows],
  ['a node of any name', (rows) => ({ feedetail: rows })],
])('5204: rows as %s', (_, wrap) => {
  const rows = [
    {
      mdtrt_id: 'M',
      setl_id: 'S',
      feedetl_sn: '1',
      cnt: '2',
      pric: '1.5',
      det_item_fee_sumamt: 3,
      med_list_codg: 'X',
      medins_list_name: '药',
    },
  ]
  expect(read(queryLines, wrap(rows as never))).toMatchObject([
    { setlId: 'S', amount: 300, quantity: 20_000n, nationalCode: 'X', itemName: '药' },
  ])
  expect(read(queryLines, wrap([]))).toEqual([])
})

test.each<[string, object, object | undefined]>([
  ['a file and its rows', { file_qury_no: 'F', data_cnt: 12 }, { fileQuryNo: 'F', count: 12 }],
  ['a file without a count', { file_qury_no: 'F' }, { fileQuryNo: 'F', count: undefined }],
  ['an empty count', { file_qury_no: 'F', data_cnt: '' }, { fileQuryNo: 'F', count: undefined }],
  ['a count of null', { file_qury_no: 'F', data_cnt: null }, { fileQuryNo: 'F', count: undefined }],
  ['no file', { file_qury_no: '', data_cnt: null }, { fileQuryNo: '', count: undefined }],
  ['no rows', { data_cnt: '0' }, { fileQuryNo: '', count: 0 }],
  ['rows without a file', { file_qury_no: '', data_cnt: 3 }, undefined],
  ['neither', { filename: 'plc' }, undefined],
])('1301: %s', (_, row, ticket) => {
  for (const output of [row, { data: row }]) {
    const found = read(askCatalogue('1301'), output)
    expect(found && { fileQuryNo: found.fileQuryNo, count: found.count }).toEqual(ticket)
  }
})

const pageOf = (hilist_code: string) => [
  { hilist_code, rid: '1' },
  { hilist_code: 'B', rid: '2' },
]
test.each<[string, unknown, string[] | undefined]>([
  ['itself', pageOf('A'), ['A', 'B']],
  ['in a node', { data: pageOf('A') }, ['A', 'B']],
  ['with how many beside it', { startRow: 1, recordCounts: 2, data: pageOf('A') }, ['A', 'B']],
  ['below how many', { data: { pageNum: 1, pages: 9, data: pageOf('A') } }, ['A', 'B']],
  ['below and as a text', { data: JSON.stringify({ pages: 9, list: pageOf('A') }) }, ['A', 'B']],
  ['behind a node of the page', { page: { pageNum: 1, pages: 2 }, data: pageOf('A') }, ['A', 'B']],
  ['behind another list', { sorts: [{ field: 'x' }], data: { rows: pageOf('A') } }, ['A', 'B']],
  ['camel case', { data: { pageNum: 1, data: [{ hilistCode: 'A', pageNum: 1 }] } }, ['A']],
  ['one row alone', { data: { hilist_code: 'A' } }, ['A']],
  ['nothing', {}, []],
  ['an empty list', { data: [] }, []],
  ['an empty page', { page: { pageNum: 9, pages: 9 }, data: [] }, []],
  ['an empty page of its own kind', { data: { pageNum: 9, isLastPage: true, navigatepageNums: [1, 2], list: [] } }, []],
  ['an empty page with words', { code: 0, message: '成功', data: { list: [] } }, []],
  ['a page of null', { data: { pageNum: 9, list: null } }, []],
  ['rows of something else', { data: [{ pageNum: 1 }, { name: '药' }] }, undefined],
  ['rows without names', { data: { columns: ['code'], rows: [['A']] } }, undefined],
  ['how many, and where are they', { data: { pageNum: 1, pages: 9 } }, undefined],
  ['words', { data: { message: '查询成功' } }, undefined],
])('1312: rows %s', (_, output, codes) => {
  expect(read(queryCatalogue('1312'), output)?.map(({ hilist_code }) => hilist_code)).toEqual(codes)
})

test('9002 under three shapes', () => {
  const signTime = '2024-10-24 18:00:00'
  for (const output of [
    { sign_time: { sign_time: signTime } },
    { signoutoutb: { sign_time: signTime } },
    { sign_time: signTime },
  ])
    expect(read(signOut, output)).toEqual({ signTime })
  expect(read(signIn, { signinoutb: {} })).toBeUndefined()
})

test('3201: the same code means different things', () => {
  const output = { stmtinfo: { setl_optins: '320500', stmt_rslt: 1, stmt_rslt_dscr: '不平' } }
  expect(read(checkTotals, output)).toMatchObject({ code: '1', diff: 'centreOnly', description: '不平' })
  expect(read(checkTotals, output, changsha)).toMatchObject({ diff: 'unclear' })
  expect(read(checkTotals, { stmtinfo: [{ stmt_rslt: '000000' }] }, changsha)).toMatchObject({ diff: 'balanced' })
  expect(read(checkTotals, {})).toBeUndefined()
})

test('3202: where the result waits', () => {
  expect(
    read(checkDetails, { fileinfo: { file_qury_no: 'F2', filename: 'r.zip', dld_endtime: '2024-10-31 00:00:00' } }),
  ).toEqual({
    fileQuryNo: 'F2',
    filename: 'r.zip',
    downloadUntil: '2024-10-31 00:00:00',
  })
})

test('the small queries', () => {
  expect(
    read(decodeEVoucher, { data: { ecToken: 'T', userName: '李四', idType: '01', insuOrg: '320500' } }),
  ).toMatchObject({ token: 'T', certificateType: '01' })
  expect(
    read(checkBenefit, {
      trtinfo: {
        trt_chk_type: '01',
        fund_pay_type: '310100',
        trt_enjymnt_flag: 0,
        begndate: '2024-01-01',
        trt_chk_rslt: '欠费',
      },
    }),
  ).toMatchObject([{ enjoyed: false, reason: '欠费' }])
  expect(
    read(queryVisits, { mdtrtinfo: [{ mdtrt_id: 'M', med_type: '41', begntime: '2024-10-24 10:31:00' }] }),
  ).toMatchObject([{ mdtrtId: 'M', diseaseCode: undefined }])
  expect(
    read(queryAccumulations, { cuminfo: [{ cum_type_code: 'F0000_BIZ41', cum: '12.5', year: 2024 }] }),
  ).toMatchObject([{ year: '2024', fen: 1250, value: '12.5' }])
  expect(
    read(queryChronic, {
      feedetail: [{ opsp_dise_code: 'M03900', opsp_dise_name: '高血压', begndate: '2024-01-01 00:00:00' }],
    }),
  ).toMatchObject([{ from: '2024-01-01' }])
  expect(
    read(queryDictionary, {
      list: [{ type: 'insutype', value: 310, label: '职工', parentValue: '0', sort: 1, valiFlag: '1' }],
    }),
  ).toEqual([{ type: 'insutype', code: '310', label: '职工', parent: '0', sort: 1, valid: true }])
  for (const list of [checkBenefit, queryVisits, queryAccumulations, queryChronic])
    expect(read(list as Operation<never, unknown>, {})).toEqual([])
})

test('1201 and 5102: an institution needs its code, staff come with what the centre holds of them', () => {
  const medinsinfo = { fixmedins_code: 'P32050100001', fixmedins_name: '观前店', uscc: '91', fixmedins_type: 2 }
  expect(read(queryInstitution, { medinsinfo: [medinsinfo] })).toEqual({
    code: 'P32050100001',
    name: '观前店',
    uscc: '91',
    type: '2',
    level: '',
  })
  expect(read(queryInstitutions, { medinsinfo: [medinsinfo, {}] })).toHaveLength(1)
  expect(read(queryInstitution, { medinsinfo: { fixmedins_name: '观前店' } })).toBeUndefined()
  const row = { prac_psn_code: 'Y1', prac_psn_name: '顾𠮷', prac_psn_type: '3', certno: '320508199109233013' }
  expect(read(queryStaff, { feedetail: row })).toMatchObject([
    { code: 'Y1', name: '顾𠮷', type: '3', certNo: '320508199109233013', insured: false, from: '' },
  ])
  expect(read(queryStaff, {})).toEqual([])
})

test('5101: counts as numbers, days without their times', () => {
  const row = {
    hosp_dept_codg: 'YD01',
    begntime: '2024-01-01 00:00:00',
    endtime: null,
    phar_psncnt: 2,
    aprv_bed_cnt: '0',
  }
  expect(read(queryDepartments, { feedetail: [row] })).toMatchObject([
    { code: 'YD01', beginDay: '2024-01-01', endDay: '', pharmacists: 2, beds: 0, nurses: 0 },
  ])
  expect(read(queryDepartments, {})).toEqual([])
})

test('2505, 2591: a filing without the number that takes it back is unreadable', () => {
  expect(read(designate, { result: { trt_dcla_detl_sn: 'B1' } })).toEqual({ serial: 'B1' })
  expect(read(designate, { result: { trt_dcla_detl_sn: '' } })).toBeUndefined()
  expect(read(fileSpecialDrug, { data: { mihi_opsp_reg_sn: 12 } })).toEqual({ serial: '12' })
  expect(read(fileSpecialDrug, {})).toBeUndefined()
})

test('5302, 5391: what a person is filed for', () => {
  const place = { fix_srt_no: 1, fixmedins_code: 'P1', fixmedins_name: '康宁药房', begndate: '2024-01-01 00:00:00' }
  expect(read(queryDesignations, { psnfixmedin: [{ ...place, enddate: null }] })).toMatchObject([
    { order: '1', institutionCode: 'P1', from: '2024-01-01', until: '' },
  ])
  const psninfo = { begndate: '2024-01-01', enddate: '2024-06-30' }
  const druginfo = [{ med_list_codg: 'XL01', med_list_name: '示例替尼片', appy_dise_name: '肺癌' }]
  expect(read(querySpecialDrugs, { psninfo, druginfo })).toMatchObject([
    { drugCode: 'XL01', from: '2024-01-01', until: '2024-06-30' },
  ])
  expect(read(querySpecialDrugs, { psninfo: {}, druginfo: [] })).toEqual([])
})
