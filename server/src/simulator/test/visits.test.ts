import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { dateTime } from '../time.ts'
import { bookOf, type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

// 2201 to 2208: what the standard's outpatient chain does at a pharmacy that must use it (notes 8).

const centre = opened(startTestCentre)
const shops = {
  '320500': { code: 'P32050100001', doctor: 'Y320508000001', diagType: '1' },
  '430100': { code: 'P43010200001', doctor: 'Y430102000001', diagType: '1' },
} as const
type Area = keyof typeof shops

const clients = {} as Record<Area, Client>
beforeAll(async () => {
  for (const area of Object.keys(shops) as Area[]) {
    clients[area] = makeClient(centre.url, shops[area].code)
    await clients[area].signIn()
  }
})

const option = (area: string, on: boolean) =>
  fetch(`${centre.url}/simulator/options`, { method: 'POST', body: JSON.stringify({ area, name: 'outpatient', on }) })
afterEach(() => option('320500', false))

let serial = 0

/** A visit of a person, step by step; each step answers the centre's message. */
const visitOf = (area: Area, state: string, medType = '11') => {
  const client = clients[area]
  const { doctor, diagType } = shops[area]
  const person = personIn(area, state)
  const { druginfo, drugdetail } = purchase(person, exampleA, { med_type: medType })
  const { psn_no, insutype, mdtrt_cert_type, mdtrt_cert_no, psn_cert_type, certno, psn_type, psn_name } = druginfo
  const otp = `V${++serial}`
  const time = dateTime(START)
  const envelope = { insuplc_admdvs: person.insuplc }
  let mdtrt_id = '320500M9999999999'
  const call = async (infno: string, input: unknown) => {
    const answer = await client.call(infno, input, { envelope })
    return { ...answer, said: String(answer.infcode) === '0' ? '' : answer.err_msg }
  }
  const credential = { psn_no, insutype, mdtrt_cert_type, mdtrt_cert_no, card_sn: '' }
  const register = async (more = {}) => {
    const who = { psn_cert_type, certno, psn_type, psn_name }
    const department = { dept_code: 'YD01', dept_name: '药店', caty: 'A02' }
    const staff = { atddr_no: doctor, dr_name: '王药师', ...department, begntime: time }
    const answer = await call('2201', { data: { ...credential, ...who, ...staff, ipt_otp_no: otp, ...more } })
    mdtrt_id = String(answer.output.data?.mdtrt_id ?? mdtrt_id)
    return answer.said
  }
  const diagnose = async (more = {}, row = {}) => {
    const info = {
      mdtrt_id,
      psn_no,
      med_type: medType,
      begntime: time,
      dise_codg: 'Z76.000',
      dise_name: '取药',
      ...more,
    }
    const dise = { diag_type: diagType, diag_srt_no: '1', diag_code: 'Z76.000', diag_name: '取药', diag_dept: '药店' }
    const by = { dise_dor_no: doctor, dise_dor_name: '王药师', diag_time: time, vali_flag: '1' }
    return (await call('2203', { mdtrtinfo: info, diseinfo: [{ ...dise, ...by, ...row }] })).said
  }
  const charge = async (batch = 'B1', more = {}) => {
    const dept = { bilg_dept_codg: 'YD01', bilg_dept_name: '药店', bilg_dr_codg: doctor, bilg_dr_name: '王药师' }
    const rows = drugdetail.map((line) => ({
      ...line,
      mdtrt_id,
      psn_no,
      chrg_bchno: batch,
      ...dept,
      hosp_appr_flag: '0',
      ...more,
    }))
    return call('2204', { feedetail: rows })
  }
  const withdraw = async (batch = 'B1') => (await call('2205', { data: { mdtrt_id, chrg_bchno: batch, psn_no } })).said
  const cancel = async () => (await call('2202', { data: { psn_no, mdtrt_id, ipt_otp_no: otp } })).said
  const money = (infno: string, more = {}) => {
    const identity = { psn_cert_type, certno, ...(infno === '2206' ? { psn_type, psn_name } : {}) }
    const data = { ...credential, ...identity, med_type: medType, medfee_sumamt: druginfo.medfee_sumamt }
    const how = { psn_setlway: '01', mdtrt_id, chrg_bchno: 'B1', acct_used_flag: '1' }
    return call(infno, { data: { ...data, ...how, ...more } })
  }
  const settle = async (more = {}) => {
    const { setlinfo } = (await money('2206')).output
    const { fulamt_ownpay_amt, overlmt_selfpay, preselfpay_amt, inscp_scp_amt } = setlinfo ?? {}
    return money('2207', { fulamt_ownpay_amt, overlmt_selfpay, preselfpay_amt, inscp_scp_amt, ...more })
  }
  const reverse = (setl_id: unknown, infno = '2208') => call(infno, { data: { setl_id, mdtrt_id, psn_no } })
  const through = async () => [await register(), await diagnose(), (await charge()).said]
  return {
    register,
    diagnose,
    charge,
    withdraw,
    cancel,
    money,
    settle,
    reverse,
    through,
    call,
    person,
    id: () => mdtrt_id,
  }
}

describe.each(['320500', '430100'] as const)('a visit in %s', (area) => {
  test('registered, diagnosed, charged, priced, settled under its number, and taken back', async () => {
    const visit = visitOf(area, 'rich')
    expect(await visit.through()).toEqual(['', '', ''])
    const priced = (await visit.money('2206')).output.setlinfo
    expect(priced).toMatchObject({ mdtrt_id: visit.id(), clr_type: '11', med_type: '11' })
    const booked = await visit.settle()
    expect(booked.said).toBe('')
    const { setl_id, mdtrt_id, medins_setl_id, medfee_sumamt } = booked.output.setlinfo
    expect({ mdtrt_id, medins_setl_id, medfee: Number(medfee_sumamt) }).toEqual({
      ...{ mdtrt_id: visit.id(), medins_setl_id: booked.msgid, medfee: 85.6 },
    })
    expect(await visit.withdraw()).toContain('已结算')
    expect(await visit.cancel()).toContain('已结算')
    expect((await visit.reverse(setl_id, '2103')).said).toContain('应以 2208 撤销')
    const back = await visit.reverse(setl_id)
    expect([Number(back.output.setlinfo.medfee_sumamt), Number(back.output.setlinfo.pdn_cash_pay)]).toEqual([
      -85.6,
      0 - Number(booked.output.setlinfo.psn_cash_pay),
    ])
    const rows = (await bookOf(centre.url, shops[area].code)).filter((row) => row.mdtrt_id === visit.id())
    expect(rows.map(({ infno }) => infno)).toEqual(['2207', '2208'])
    expect(await visit.cancel()).toContain('有未撤销的费用明细')
    expect([await visit.withdraw('0000'), await visit.cancel()]).toEqual(['', ''])
    expect(await visit.diagnose()).toContain('挂号已撤销')
  })
})

test('each step asks for the one before it', async () => {
  const visit = visitOf('320500', 'rich')
  expect(await visit.register({ dept_code: 'YD09' })).toContain('dept_code】YD09 未在本机构登记')
  expect(await visit.register({ atddr_no: 'Y430102000001' })).toContain('atddr_no')
  expect(await visit.diagnose()).toContain('没有挂号信息')
  expect(await visit.register()).toBe('')
  expect(await visit.register()).toContain('ipt_otp_no】已使用')
  expect((await visit.charge()).said).toContain('2203')
  expect(await visit.diagnose({}, { vali_flag: '0' })).toContain('没有可以作废的诊断')
  expect(await visit.diagnose()).toBe('')
  expect((await visit.money('2206')).said).toContain('没有费用明细')
  const charged = await visit.charge()
  expect(charged.said).toBe('')
  expect((await visit.charge('B2')).said).toContain('feedetl_sn】1 重复')
  expect((await visit.charge('B3', { bilg_dept_codg: 'YD09' })).said).toContain('bilg_dept_codg')
  expect((await visit.money('2206', { medfee_sumamt: '85.61' })).said).toContain('medfee_sumamt')
  expect((await visit.settle({ inscp_scp_amt: '0.01' })).said).toContain('与预结算')
  expect(await visit.withdraw('B9')).toContain('没有可以撤销')
  expect(await visit.withdraw()).toBe('')
  expect((await visit.charge('B2')).said).toBe('')
})

test('a diagnosis stays valid until it is sent again with vali_flag 0, and no other one has its number', async () => {
  const visit = visitOf('320500', 'many')
  await visit.register()
  expect(await visit.diagnose()).toBe('')
  const other = { diag_code: 'I10.x00', diag_name: '高血压' }
  expect(await visit.diagnose({}, other)).toContain('diag_srt_no】1 已有有效的诊断 Z76.000')
  expect(await visit.diagnose({}, { ...other, vali_flag: '0' })).toContain('没有可以作废的诊断')
  expect(await visit.diagnose({}, { vali_flag: '0' }), 'the only one').toContain('至少应有一条有效的诊断')
  expect(await visit.diagnose({}, { ...other, diag_srt_no: '2' })).toBe('')
  expect(await visit.diagnose({}, { vali_flag: '0' })).toBe('')
  expect(await visit.diagnose({}, { ...other })).toBe('')
})

test('what 2601 undoes is unsettled again; an undone reversal settles it once more', async () => {
  const visit = visitOf('320500', 'many')
  await visit.through()
  const first = await visit.settle()
  const undo = (oinfno: string, omsgid: string) =>
    visit.call('2601', { data: { psn_no: visit.person.psnNo, omsgid, oinfno } })
  expect((await undo('2102', first.msgid)).said).toContain('oinfno')
  expect((await undo('2207', first.msgid)).said).toBe('')
  const second = await visit.settle()
  expect(second.said).toBe('')
  const back = await visit.reverse(second.output.setlinfo.setl_id)
  expect((await undo('2208', back.msgid)).said).toBe('')
  expect(await visit.withdraw()).toContain('已结算')
})

test('5201 answers a registration once 2203 has said its kind, until it is cancelled; 5203 and 5204 have nothing of it', async () => {
  const visit = visitOf('320500', 'zero')
  const day = dateTime(START).slice(0, 10)
  const { psnNo: psn_no } = visit.person
  const listed = async (more = {}) => {
    const span = { begntime: `${day} 00:00:00`, endtime: `${day} 23:59:59` }
    const answer = await visit.call('5201', { data: { psn_no, ...span, med_type: '11', ...more } })
    return answer.output.mdtrtinfo as unknown as Record<string, string>[]
  }
  await visit.register()
  const mdtrt_id = visit.id()
  expect(await listed(), 'no query names its number').toEqual([])
  await visit.diagnose()
  await visit.charge()
  const [row] = await listed()
  expect(row).toMatchObject({
    mdtrt_id,
    psn_no,
    med_type: '11',
    insutype: '310',
    dise_codg: 'Z76.000',
    dise_name: '取药',
  })
  expect(row!.ipt_otp_no).toMatch(/^V/)
  expect(row!.endtime, 'demanded, and there is none').toBe(row!.begntime)
  expect((await listed({ mdtrt_id: '320500M9999999999' })).length + (await listed({ med_type: '14' })).length).toBe(0)
  expect(await listed({ begntime: `${day} 23:59:59` })).toEqual([])
  expect((await visit.call('5204', { data: { psn_no, mdtrt_id, setl_id: '' } })).output).toEqual([])
  expect((await visit.call('5203', { data: { psn_no, mdtrt_id, setl_id: 'X' } })).said).toContain('未查询到结算信息')

  const { setl_id } = (await visit.settle()).output.setlinfo
  expect(await listed({ mdtrt_id })).toMatchObject([{ ipt_otp_no: row!.ipt_otp_no }])
  expect((await visit.call('5204', { data: { psn_no, mdtrt_id, setl_id: '' } })).output).toMatchObject([
    { setl_id },
    { setl_id },
    { setl_id },
  ])

  const other = visitOf('320500', 'zero')
  await other.register()
  await other.diagnose()
  expect((await listed()).map((one) => one.mdtrt_id)).toEqual([mdtrt_id, other.id()])
  await other.cancel()
  expect((await listed()).map((one) => one.mdtrt_id)).toEqual([mdtrt_id])
})

test('a centre that wants visits settles by 2102 only what is bought from the account', async () => {
  await option('320500', true)
  const person = personIn('320500', 'rich')
  const buy = (med_type: string) => clients['320500'].call('2101', purchase(person, exampleA, { med_type }))
  expect((await buy('11')).err_msg).toContain('2201')
  expect((await buy('41')).infcode).toBe(0)
})
