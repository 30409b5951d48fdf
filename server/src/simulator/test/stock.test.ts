import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { makeClient, personIn, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

type Row = Record<string, string>

let setlId = ''
const clients = new Map<string, ReturnType<typeof makeClient>>()
const person = personIn('320500', 'rich')
const centre = opened(startTestCentre)
beforeAll(async () => {
  for (const code of ['P32050100001', 'P32050100002']) {
    const client = makeClient(centre.url, code)
    await client.signIn()
    clients.set(code, client)
  }
  const { output } = await clients.get('P32050100001')!.call('2102', purchase(person, exampleA))
  setlId = String(output.setlinfo.setl_id)
})

const send = async (infno: string, input: object, code = 'P32050100001') => {
  const { infcode, err_msg } = await clients.get(code)!.call(infno, input)
  return String(infcode) === '0' ? 'booked' : err_msg
}

const common = {
  ...{
    med_list_codg: 'XA00AAA000A001010100001',
    fixmedins_hilist_id: '100001',
    fixmedins_hilist_name: '布洛芬缓释胶囊',
  },
  ...{ psn_no: '', psn_cert_type: '', certno: '', psn_name: '', manu_lotnum: 'A1', manu_date: '2026-01-01' },
  ...{ expy_end: '2028-01-01', rx_flag: '0', trdn_flag: '0', finl_trns_pric: '20.000000', sel_retn_cnt: '1.0000' },
  ...{ sel_retn_time: '2026-11-20 10:30:00', sel_retn_opter_name: '李䶮', memo: '' },
}
const sold = (batchNo: string, more: Row = {}) => ({
  selinfo: {
    ...common,
    ...{ fixmedins_bchno: batchNo, setl_id: setlId, prsc_dr_cert_type: '', prsc_dr_certno: '', prsc_dr_name: '顾𠮷' },
    ...{ phar_cert_type: '', phar_certno: '', phar_name: '顾𠮷', phar_prac_cert_no: 'ZG1', hi_feesetl_type: '1' },
    ...{ mdtrt_sn: 'N1', rxno: '', rx_circ_flag: '0', rtal_docno: 'N1', stoout_no: '', bchno: '' },
    ...{ drug_trac_codg: '', drug_prod_barc: '', shelf_posi: '', ...more },
  },
})
const returned = (batchNo: string, soldAs: string, more: Row = {}) => ({
  selinfo: { ...common, fixmedins_bchno: batchNo, setl_id: setlId, medins_prod_sel_no: soldAs, ...more },
})
const deleted = (batchNo: string, type = '4') => ({ data: { fixmedins_bchno: batchNo, inv_data_type: type } })

test('a sale is of a settlement of this shop, once by its batch number, and each pack once in the country', async () => {
  expect(await send('3505', sold('B1', { setl_id: 'S0' }))).toContain('结算信息不存在')
  expect(await send('3505', sold('B1'), 'P32050100002')).toContain('结算信息不存在')
  expect(await send('3505', sold('B1', { manu_lotnum: '' }))).toContain('manu_lotnum')
  expect(await send('3505', sold('B1', { manu_date: '2027-01-01' }))).toContain('晚于今天')
  expect(await send('3505', sold('B1', { drug_trac_codg: '81234567890000000001' }))).toBe('booked')
  expect(await send('3505', sold('B1'))).toContain('重复上传')
  expect(await send('3505', sold('B2', { drug_trac_codg: '81234567890000000001' }))).toContain('已销售，不能重复销售')
  // The rest of a broken pack has the same code.
  const broken = { drug_trac_codg: '81234567890000000001', trdn_flag: '1', sel_retn_cnt: '0.5000' }
  expect(await send('3505', sold('B2', broken))).toBe('booked')
})

test('what was sold comes back once, and its code is free; without its sale it does not', async () => {
  expect(await send('3506', returned('R1', 'B9'))).toContain('B9 的销售不存在')
  expect(await send('3506', returned('R1', 'B1', { sel_retn_cnt: '2.0000' }))).toContain('退货数量大于销售数量')
  expect(await send('3506', returned('R1', 'B1'))).toBe('booked')
  expect(await send('3506', returned('R2', 'B1'))).toContain('不能重复退货')
  expect(await send('3505', sold('B3', { drug_trac_codg: '81234567890000000001' }))).toBe('booked')
})

test('3507 takes away what is held and nothing else, a return before its sale', async () => {
  expect(await send('3507', deleted('B9'))).toContain('不存在')
  expect(await send('3507', deleted('B3', '1'))).toContain('不存在')
  expect(await send('3507', deleted('B3'), 'P32050100002')).toContain('不存在')
  expect(await send('3507', deleted('B1'))).toContain('已有退货，不能删除')
  expect(await send('3507', deleted('R1'))).toBe('booked')
  expect(await send('3507', deleted('B1'))).toBe('booked')
  expect(await send('3507', deleted('B1'))).toContain('不存在')
  const { rows } = (await (await fetch(`${centre.url}/simulator/pieces?fixmedins_code=P32050100001`)).json()) as {
    rows: { fixmedins_bchno: string; infno: string }[]
  }
  expect(rows.map((one) => [one.fixmedins_bchno, one.infno])).toEqual([
    ['B2', '3505'],
    ['B3', '3505'],
  ])
})

const goods = {
  ...{ med_list_codg: 'XA00AAA000A001010100001', fixmedins_hilist_id: '100001', fixmedins_hilist_name: '𠮷䶮片' },
  ...{ rx_flag: '0', manu_date: '2026-01-01', expy_end: '2028-01-01', memo: '' },
}
const counted = (batchNo: string, more: Row = {}) => ({
  invinfo: { ...goods, fixmedins_bchno: batchNo, invdate: '2026-11-01', inv_cnt: '0.00', manu_lotnum: '', ...more },
})
const trade = {
  ...{ ...goods, spler_name: '示例医药有限公司', spler_pmtno: '', finl_trns_pric: '9.800000', purc_invo_codg: '' },
  ...{ purc_invo_no: 'FP1', purc_retn_stoin_time: '2026-11-01 00:00:00', purc_retn_opter_name: '李䶮' },
}
const bought = (batchNo: string, more: Row = {}) => ({
  purcinfo: {
    ...{ ...trade, fixmedins_bchno: batchNo, purc_retn_cnt: '10.0000', manu_lotnum: 'A1', aprvno: 'Z1', dynt_no: '' },
    ...{ prodentp_name: '示例制药', prod_geay_flag: '0', ...more },
  },
})
const back = (batchNo: string, boughtAs: string, count: string) => ({
  purcinfo: { ...trade, fixmedins_bchno: batchNo, purc_retn_cnt: count, medins_prod_purc_no: boughtAs },
})

test('what was counted may be nothing and not of tomorrow; what goes back was bought, and no more of it', async () => {
  expect(await send('3501', counted('T1', { invdate: '2126-01-01' }))).toContain('晚于今天')
  expect(await send('3501', counted('T1', { expy_end: '2025-01-01' }))).toContain('早于生产日期')
  expect(await send('3501', counted('T1'))).toBe('booked')
  expect(await send('3501', counted('T1'))).toContain('重复上传')
  expect(await send('3503', bought('P1', { purc_retn_cnt: '0.0000' }))).toContain('应大于 0')
  expect(await send('3503', bought('P1'))).toBe('booked')
  expect(await send('3504', back('Q1', 'T1', '1.0000'))).toContain('T1 的采购不存在')
  expect(await send('3504', back('Q1', 'P1', '6.0000'))).toBe('booked')
  expect(await send('3504', back('Q2', 'P1', '5.0000'))).toContain('退货数量大于采购数量')
  expect(await send('3507', deleted('P1', '3'))).toContain('已有退货，不能删除')
  expect(await send('3507', deleted('T1', '2'))).toContain('不存在')
  for (const [batchNo, type] of [
    ['T1', '1'],
    ['Q1', '3'],
    ['P1', '3'],
  ] as const)
    expect(await send('3507', deleted(batchNo, type))).toBe('booked')
})
