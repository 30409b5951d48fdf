import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, fault, makeClient, personIn, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

let suzhou: Client
let changsha: Client
const centre = opened(startTestCentre)
beforeAll(async () => {
  suzhou = makeClient(centre.url, 'P32050100001', () => centre.time.now)
  changsha = makeClient(centre.url, 'P43010200001')
  await suzhou.signIn()
  await changsha.signIn()
})

describe('money messages', () => {
  const person = personIn('320500', 'rich')
  const settle = (more: Record<string, string> = {}, lines = exampleA) =>
    suzhou.call('2102', purchase(person, lines, more))

  test.each([
    ['the sum of the lines', { medfee_sumamt: '85.61' }, 'medfee_sumamt'],
    ['an insurance the person has not', { insutype: '390' }, '390'],
    ["somebody else's name", { psn_name: '李四' }, 'psn_name'],
    ["somebody else's person type", { psn_type: '31' }, 'psn_type'],
    ["somebody else's certificate type", { psn_cert_type: '7' }, 'psn_cert_type'],
    ["somebody else's credential", { mdtrt_cert_no: personIn('320500', 'sixty').certno }, 'mdtrt_cert_no'],
    ['a chronic disease without a record', { med_type: '14', dise_codg: 'M01600' }, 'M01600'],
  ])('refuses %s', async (_what, more, text) => {
    expect((await settle(more)).err_msg).toContain(text)
  })

  test('refuses lines that are wrong by themselves', async () => {
    const input = purchase(person, exampleA)
    const change = (row: Record<string, string>) =>
      suzhou.call('2102', { ...input, drugdetail: [{ ...input.drugdetail[0], ...row }, ...input.drugdetail.slice(1)] })
    expect((await change({ feedetl_sn: '2' })).err_msg).toContain('feedetl_sn】2 重复')
    expect((await change({ feedetl_sn: '0' })).err_msg).toContain('feedetl_sn')
    expect((await change({ feedetl_sn: '1'.repeat(16) })).err_msg).toContain('feedetl_sn')
    expect((await change({ pric: '21' })).err_msg).toContain('det_item_fee_sumamt】第 1 行')
    expect((await change({ cnt: '0' })).err_msg).toContain('cnt】第 1 行')
  })

  test('of a herb that is paid for in a formula only nothing is paid when it is used alone; a use that is none is refused', async () => {
    const ask = async (code: string, tcmdrug_used_way: string) => {
      const input = purchase(person, [{ code, cnt: '10', pric: '0.1' }])
      const drugdetail = input.drugdetail.map((row) => ({ ...row, tcmdrug_used_way }))
      const { output, err_msg } = await suzhou.call('2101', { ...input, drugdetail })
      const [line] = (output?.detlcutinfo ?? []) as Record<string, unknown>[]
      return line ? [line.fulamt_ownpay_amt, line.memo] : err_msg
    }
    const [huangqi, danshen, xiyangshen] = ['T000000159', 'T000000165', 'T000000174']
    expect(await ask(huangqi, '2')).toEqual([1, '按这种使用方式不予支付，全自费'])
    expect(await ask(huangqi, '1')).toEqual([0, ''])
    expect(await ask(danshen, '2')).toEqual([0, ''])
    expect((await ask(xiyangshen, '1'))?.[0]).toBe(1)
    expect(await ask(huangqi, '3')).toContain('【中药使用方式 tcmdrug_used_way】第 1 行代码 3 不在字典中')
  })

  test('the deductible is paid once a year, and a reversal gives it back', async () => {
    const lines = [{ code: 'XA00AAA000A001010100001', cnt: '20', pric: '20', rx: true }]
    const buy = async () => {
      const { setlinfo } = (await suzhou.call('2102', purchase(personIn('320500', 'many'), lines))).output
      return setlinfo as Record<string, number>
    }
    const first = await buy()
    const second = await buy()
    const third = await buy()
    expect([first, second, third].map((one) => [one.act_pay_dedc, one.hifp_pay])).toEqual([
      [400, 0],
      [200, 120],
      [0, 240],
    ])
    const { setl_id, mdtrt_id, psn_no } = first
    expect((await suzhou.call('2103', { data: { setl_id, mdtrt_id, psn_no } })).infcode).toBe(0)
    expect((await buy()).act_pay_dedc).toBe(400)
    await fault(centre.url, { fault: 'clock', iso: '2027-01-01 00:00:01' })
    expect((await buy()).act_pay_dedc).toBe(400)
    await fault(centre.url, { fault: 'clock' })
  })

  test('a repeated msgid gets the first answer in 430100 and a refusal in 320500', async () => {
    const input = purchase(person, exampleA)
    const first = await suzhou.call('2102', input)
    expect((await suzhou.call('2102', input, { envelope: { msgid: first.msgid } })).err_msg).toContain('msgid】重复')
    const there = purchase(personIn('430100', 'rich'), exampleA)
    const once = await changsha.call('2102', there)
    const twice = await changsha.call('2102', there, { envelope: { msgid: once.msgid } })
    expect(twice.output).toEqual(once.output)
    const { setl_id, mdtrt_id } = once.output.setlinfo
    const key = { setl_id, mdtrt_id, psn_no: there.druginfo.psn_no }
    const reversed = await changsha.call('2103', { data: key })
    const reversedAgain = await changsha.call('2103', { data: key }, { envelope: { msgid: reversed.msgid } })
    expect(reversedAgain.output).toEqual(reversed.output)
  })

  test('what was undone is not booked by a repeat, not even where a repeat gets the first answer', async () => {
    const there = purchase(personIn('430100', 'rich'), exampleA)
    const { msgid } = await changsha.call('2102', there)
    await changsha.call('2601', { data: { psn_no: there.druginfo.psn_no, omsgid: msgid, oinfno: '2102' } })
    expect((await changsha.call('2102', there, { envelope: { msgid } })).err_msg).toContain('已冲正')
  })

  test('a reversal is not undone when the money it gave back is spent', async () => {
    const spender = personIn('320500', 'rareName')
    const lines = [{ code: 'XA00AAA000A001010100001', cnt: '15', pric: '20' }]
    const buy = () => suzhou.call('2102', purchase(spender, lines))
    const { setl_id, mdtrt_id } = (await buy()).output.setlinfo
    const reversed = await suzhou.call('2103', { data: { setl_id, mdtrt_id, psn_no: spender.psnNo } })
    expect((await buy()).output.setlinfo.balc).toBe(0)
    const undo = { data: { psn_no: spender.psnNo, omsgid: reversed.msgid, oinfno: '2103' } }
    expect((await suzhou.call('2601', undo)).err_msg).toContain('余额不足')
    const read = await suzhou.call('5203', { data: { setl_id, mdtrt_id, psn_no: spender.psnNo } })
    expect(read.output.setlinfo.refd_setl_flag).toBe('1')
  })

  test('2103 is for the same store, the same person and a settlement', async () => {
    const { setl_id, mdtrt_id } = (await settle()).output.setlinfo
    const key = { setl_id, mdtrt_id, psn_no: person.psnNo }
    const second = makeClient(centre.url, 'P32050100002')
    await second.signIn()
    expect((await second.call('2103', { data: key })).err_msg).toContain('不是本机构')
    expect((await suzhou.call('2103', { data: { ...key, mdtrt_id: 'x' } })).err_msg).toContain('mdtrt_id')
    expect((await suzhou.call('2103', { data: { ...key, setl_id: 'x' } })).err_msg).toContain('不存在')
    const reversed = await suzhou.call('2103', { data: key })
    const again = { ...key, setl_id: reversed.output.setlinfo.setl_id }
    expect((await suzhou.call('2103', { data: again })).err_msg).toContain('退费')
  })

  test('2601 undoes a reversal; refuses a reversed settlement, other numbers and what it does not know', async () => {
    const balance = async () =>
      (await suzhou.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: person.certno } })).output.insuinfo[0]!
        .balc
    const settled = await settle()
    const after = await balance()
    const { setl_id, mdtrt_id } = settled.output.setlinfo
    const key = { setl_id, mdtrt_id, psn_no: person.psnNo }
    const undo = (omsgid: string, oinfno: string, psn_no = person.psnNo) =>
      suzhou.call('2601', { data: { psn_no, omsgid, oinfno } })
    const reversed = await suzhou.call('2103', { data: key })
    expect((await undo(settled.msgid, '2102')).err_msg).toContain('已撤销')
    expect((await undo(reversed.msgid, '2102')).err_msg).toContain('oinfno')
    expect((await undo(reversed.msgid, '2103', personIn('320500', 'sixty').psnNo)).err_msg).toContain('psn_no')
    expect((await undo(reversed.msgid, '2103')).infcode).toBe(0)
    expect((await undo(reversed.msgid, '2103')).infcode).toBe(0)
    expect(await balance()).toBe(after)
    expect((await suzhou.call('5203', { data: key })).output.setlinfo.refd_setl_flag).toBe('0')
    expect((await suzhou.call('2103', { data: key })).infcode).toBe(0)
    expect((await undo('unknown', '2102')).err_msg).toBe('原交易不存在')
    expect((await undo('unknown', '2204')).err_msg).toContain('不支持冲正')
  })

  test('the family account pays what the own one cannot, from the relative’s balance', async () => {
    const child = personIn('320500', 'family')
    const relative = personIn('320500', 'active')
    const { setlinfo } = (await suzhou.call('2102', purchase(child, exampleA))).output
    expect(setlinfo).toMatchObject({ acct_pay: 85.6, acct_mulaid_pay: 75.6, psn_cash_pay: 0, balc: 0 })
    const found = await suzhou.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: relative.certno } })
    expect(found.output.insuinfo[0]!.balc).toBe(524.4)
  })
})

describe('states of persons (T04)', () => {
  const pool = exampleA.map((line) => ({ ...line, rx: true }))
  const settle = (state: string, more: Record<string, string> = {}, lines = exampleA) => {
    const person = personIn('320500', state)
    return suzhou.call('2101', purchase(person, lines, more), { envelope: { insuplc_admdvs: person.insuplc } })
  }

  test.each([
    ['paused', '暂停参保'],
    ['arrears', '欠费'],
    ['inHospital', '住院'],
    ['designated', '定点'],
    ['unfiled', '备案'],
    ['waiting', '等待期'],
  ])('%s: the pool is closed, the personal account is open', async (state, text) => {
    expect((await settle(state, {}, pool)).err_msg).toContain(text)
    const account = await settle(state)
    expect(account.err_msg).toBe('')
    expect(account.output.setlinfo).toMatchObject({ fund_pay_sumamt: 0 })
    expect(account.output.setlinfo.acct_pay).toBeGreaterThan(0)
  })

  test.each([
    ['dead', '死亡'],
    ['ended', '终止'],
    ['frozen', '冻结'],
  ])('%s: nothing goes', async (state, text) => {
    expect((await settle(state)).err_msg).toContain(text)
  })

  test('frozen: cash goes', async () => {
    expect((await settle('frozen', { acct_used_flag: '0' })).output.setlinfo.psn_cash_pay).toBe(85.6)
  })

  test('expired: the chronic record has run out', async () => {
    expect((await settle('expired', { med_type: '14', dise_codg: 'M03900' })).err_msg).toContain('到期')
  })

  test('uninsured: 1101 finds nothing', async () => {
    const person = personIn('320500', 'uninsured')
    const answer = await suzhou.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: person.certno } })
    expect(answer.err_msg).toContain('未查询到')
  })

  test('otherProvince: cleared by the province, not the city', async () => {
    expect((await settle('otherProvince')).output.setlinfo.clr_optins).toBe('329900')
  })
})
