import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { nodesOf } from '../message/standard.ts'
import { fen } from '../money/fixed.ts'
import { profileOf } from '../profile.ts'
import { type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

// A day at the counter of each area, every transaction once.

const stores = [['P32050100001'], ['P32010200001'], ['P43010200001']] as const

describe.each(stores)('store %s', (code) => {
  let client: Client
  const centre = opened(startTestCentre)
  beforeAll(async () => {
    client = makeClient(centre.url, code)
    await client.signIn()
  })

  const area = code.startsWith('P43') ? '430100' : `${code.slice(1, 5)}00`
  const { province, numbersAsStrings } = profileOf(area)!
  const sixty = personIn(area, 'sixty')
  const money = (value: unknown): number => fen(String(value))
  const card = { mdtrt_cert_type: '03', mdtrt_cert_no: sixty.cardNo, card_sn: sixty.cardSn }
  const identity = {
    psn_cert_type: province === 'HN' ? '01' : '1',
    certno: sixty.certno,
    psn_name: sixty.name,
  }

  test('numbers of an answer are numbers, or strings where the area sends strings', async () => {
    const answer = await client.call('1101', { data: { ...card, ...identity } })
    expect(answer.infcode).toBe(numbersAsStrings ? '0' : 0)
    expect(answer.output.insuinfo[0]!.balc).toBe(numbersAsStrings ? '60.00' : 60)
  })

  test('every output holds the fields of the tables, all of them and in their order', async () => {
    const answer = await client.call('2101', purchase(sixty, exampleA))
    for (const node of nodesOf('2101', 'out', province)) {
      const value = answer.output[node.name as 'detlcutinfo']
      for (const row of node.array ? value : [value])
        expect(Object.keys(row)).toEqual(node.fields.map((field) => field.name))
    }
  })

  test('1101 finds a person by card, identity number and e-voucher', async () => {
    const byCard = await client.call('1101', { data: { ...card, ...identity } })
    const byNumber = await client.call('1101', {
      data: { mdtrt_cert_type: '02', mdtrt_cert_no: sixty.certno, ...identity },
    })
    expect(byCard.output).toEqual(byNumber.output)
    expect(byCard.output.baseinfo).toMatchObject({ psn_no: sixty.psnNo, psn_name: sixty.name, certno: sixty.certno })
    const shown = await fetch(`${centre.url}/simulator/qrcodes`, {
      method: 'POST',
      body: JSON.stringify({ psn: sixty.psnNo }),
    })
    const { code: ecQrCode } = (await shown.json()) as { code: string }
    const decoded = await client.call('1162', { data: { ecQrCode, businessType: '02121' } })
    expect(decoded.output.data).toMatchObject({ userName: sixty.name, idNo: sixty.certno, insuOrg: sixty.insuplc })
    const byVoucher = await client.call('1101', {
      data: { mdtrt_cert_type: '01', mdtrt_cert_no: decoded.output.data.ecToken, ...identity },
    })
    expect(byVoucher.output).toEqual(byCard.output)
  })

  test('2001 says which funds a person may use', async () => {
    const resident = personIn(area, 'resident')
    const ask = (psn_no: string, insutype: string, med_type: string) =>
      client.call('2001', {
        data: { psn_no, insutype, fixmedins_code: code, med_type, begntime: '2026-11-20 00:00:00' },
      })
    const answer = await ask(resident.psnNo, '390', '41')
    expect(answer.output.trtinfo).toMatchObject([
      { fund_pay_type: '390100', trt_enjymnt_flag: '1', trt_chk_rslt: '', begndate: '2026-11-20' },
    ])
    const paused = await ask(personIn(area, 'paused').psnNo, '310', '41')
    expect(paused.output.trtinfo).toMatchObject([
      { fund_pay_type: '310100', trt_enjymnt_flag: '0', trt_chk_rslt: expect.stringContaining('暂停参保') },
      { fund_pay_type: '310200', trt_enjymnt_flag: '1' },
    ])
  })

  test('example A: trial, settlement, read back, reversal, read back', async () => {
    const input = purchase(sixty, exampleA)
    const trial = await client.call('2101', input)
    const settled = await client.call('2102', input)
    expect(settled.err_msg).toBe('')
    const { setlinfo, setldetail, detlcutinfo } = settled.output
    const amounts = [
      'medfee_sumamt',
      'fulamt_ownpay_amt',
      'preselfpay_amt',
      'inscp_scp_amt',
      'acct_pay',
      'psn_cash_pay',
      'balc',
    ]
    expect(amounts.map((name) => money(setlinfo[name]))).toEqual([8560, 1560, 300, 6700, 6000, 2560, 0])
    expect(amounts.map((name) => money(trial.output.setlinfo[name]))).toEqual([8560, 1560, 300, 6700, 6000, 2560, 0])
    expect(setlinfo).toMatchObject({
      medins_setl_id: settled.msgid,
      clr_optins: area,
      clr_type: '41',
      setl_time: '2026-11-20 10:30:00',
    })
    expect(setldetail).toEqual([])
    expect(detlcutinfo.map((row) => row.feedetl_sn)).toEqual(['1', '2', '3'])
    const key = { setl_id: setlinfo.setl_id, mdtrt_id: setlinfo.mdtrt_id, psn_no: sixty.psnNo }

    const visits = await client.call('5201', {
      data: { psn_no: sixty.psnNo, begntime: '2026-11-20 00:00:00', endtime: '2026-11-20 23:59:59', med_type: '41' },
    })
    expect(visits.output.mdtrtinfo).toMatchObject([{ mdtrt_id: key.mdtrt_id }])
    const lines = await client.call('5204', { data: { ...key, setl_id: province === 'JX' ? '' : key.setl_id } })
    expect(lines.output).toMatchObject([
      { setl_id: key.setl_id, hilist_name: '阿莫西林胶囊' },
      { hilist_name: '复方丹参滴丸' },
      { hilist_name: '维生素C片' },
    ])
    const read = await client.call('5203', { data: key })
    expect(read.output.setlinfo).toMatchObject({
      medins_setl_id: settled.msgid,
      refd_setl_flag: '0',
      fixmedins_code: code,
    })
    expect([money(read.output.setlinfo.psn_pay), money(read.output.setlinfo.cash_payamt)]).toEqual([8560, 2560])
    const sums = await client.call('5206', { data: { psn_no: sixty.psnNo, cum_ym: '202611' } })
    expect(sums.output.cuminfo.find((row) => row.cum_type_code === 'F0000_BIZ41')).toMatchObject({
      cum_ym: '202611',
      cum: numbersAsStrings ? '85.60' : 85.6,
    })

    const reversed = await client.call('2103', { data: key })
    for (const name of amounts.slice(0, -1)) expect(money(reversed.output.setlinfo[name])).toBe(-money(setlinfo[name]))
    expect(money(reversed.output.setlinfo.balc)).toBe(6000)
    expect(reversed.output.setlinfo.setl_id).not.toBe(key.setl_id)
    expect((await client.call('5203', { data: key })).output.setlinfo.refd_setl_flag).toBe('1')
    expect((await client.call('2103', { data: key })).err_msg).toContain('已撤销')
    const zero = await client.call('5206', { data: { psn_no: sixty.psnNo, cum_ym: '' } })
    expect(zero.output.cuminfo.every((row) => money(row.cum) === 0)).toBe(true)
  })

  test('example B: outpatient pool of a retired employee', async () => {
    const person = personIn(area, 'retiredPool')
    const lines = [{ code: 'XA00AAA000A001010100001', cnt: '10', pric: '20', rx: true }]
    const { output } = await client.call('2102', purchase(person, lines))
    const names = ['act_pay_dedc', 'hifp_pay', 'psn_part_amt', 'acct_pay', 'psn_cash_pay', 'balc']
    expect(names.map((name) => money(output.setlinfo[name]))).toEqual([5000, 10_500, 9500, 9500, 0, 40_500])
    expect(output.setldetail).toMatchObject([
      { fund_pay_type: '310100', setl_proc_info: province === 'HN' ? '310101' : '' },
    ])
  })

  test('example C: chronic disease of a resident', async () => {
    const person = personIn(area, 'residentChronic')
    const records = await client.call('5301', { data: { psn_no: person.psnNo } })
    expect(records.output.feedetail).toMatchObject([{ opsp_dise_code: 'M01600', opsp_dise_name: '糖尿病' }])
    // 瑞格列奈片 is class 乙 with 5 % self-pay: ten boxes at 31.24.
    const item = { code: 'XA10AAA007A001010100007', cnt: '10', pric: '31.24' }
    const more = { med_type: '14', dise_codg: 'M01600', dise_name: '糖尿病' }
    const { output, err_msg } = await client.call('2102', purchase(person, [item], more))
    expect(err_msg).toBe('')
    const names = [
      'medfee_sumamt',
      'preselfpay_amt',
      'inscp_scp_amt',
      'act_pay_dedc',
      'hifp_pay',
      'psn_part_amt',
      'psn_cash_pay',
    ]
    expect(names.map((name) => money(output.setlinfo[name]))).toEqual([31_240, 1562, 29_678, 0, 19_291, 11_949, 11_949])
  })

  test('example D: price limit', async () => {
    const lines = [{ code: 'XA10AAA004A001010100004', cnt: '3', pric: '12.80' }]
    const { output } = await client.call('2101', purchase(personIn(area, 'active'), lines))
    expect([money(output.setlinfo.overlmt_selfpay), money(output.setlinfo.inscp_scp_amt)]).toEqual([840, 3000])
    expect(Number(output.detlcutinfo[0]!.pric_uplmt_amt)).toBe(10)
  })

  test('1901 gives the code table of the province', async () => {
    const ask = (type: string, parentValue: string) =>
      client.call('1901', { data: { type, parentValue, admdvs: area, date: '2026-11-20', valiFlag: '1' } })
    const results = (await ask('stmt_rslt', '0')).output.list.map((row) => row.value)
    expect(results.sort()).toEqual(province === 'HN' ? ['0', '1'] : ['0', '1', '2', '3'])
    expect((await ask('no_such_table', '0')).output.list).toEqual([])
  })

  test('5304 tells the filing of people insured elsewhere', async () => {
    const person = personIn(area, 'otherProvince')
    const answer = await client.call(
      '5304',
      { data: { psn_no: person.psnNo, begntime: '2026-01-01 00:00:00' } },
      { envelope: { insuplc_admdvs: person.insuplc } },
    )
    expect(answer.output.refmedin).toMatchObject([{ psn_no: person.psnNo, insu_optins: person.insuplc, out_flag: '1' }])
  })

  test('2601 undoes a settlement whose answer was lost, once and with the same answer again', async () => {
    const settled = await client.call('2102', purchase(sixty, exampleA))
    const undo = { data: { psn_no: sixty.psnNo, omsgid: settled.msgid, oinfno: '2102' } }
    expect((await client.call('2601', undo)).infcode).toEqual(numbersAsStrings ? '0' : 0)
    expect((await client.call('2601', undo)).err_msg).toBe('')
    const again = await client.call('1101', { data: { ...card, ...identity } })
    expect(money(again.output.insuinfo[0]!.balc)).toBe(6000)
    const { setl_id, mdtrt_id } = settled.output.setlinfo
    expect((await client.call('5203', { data: { setl_id, mdtrt_id, psn_no: sixty.psnNo } })).err_msg).toContain(
      '未查询到',
    )
  })

  test('9001 and 9002 open and close the day of an operator', async () => {
    const other = makeClient(centre.url, code, () => START)
    const first = await other.signIn('0007')
    const second = await other.signIn('0007')
    expect(first === second).toBe(province === 'JX')
    const mine = { envelope: { opter: '0007' } }
    const out = await other.call('9002', { signOut: { sign_no: second, opter_no: '0007' } }, mine)
    expect(out.output.sign_time.sign_time).toBe('2026-11-20 10:30:00')
    expect((await other.call('5301', { data: { psn_no: sixty.psnNo } }, mine)).err_msg).toContain('已签退')
  })
})
