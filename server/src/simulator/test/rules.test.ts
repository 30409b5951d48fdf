import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodesOf } from '../message/standard.ts'
import { qrCode } from '../seed/qrcodes.ts'
import { handlers } from '../transactions/handlers.ts'
import { type Client, fault, makeClient, personIn, START, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'
import { sampleOf } from './samples.ts'

let centre: Awaited<ReturnType<typeof startTestCentre>>
let suzhou: Client
let changsha: Client
beforeAll(async () => {
  centre = await startTestCentre()
  suzhou = makeClient(centre.url, 'P32050100001', () => centre.time.now)
  changsha = makeClient(centre.url, 'P43010200001')
  await suzhou.signIn()
  await changsha.signIn()
})
afterAll(() => centre.close())

const ask = { data: { psn_no: personIn('320500', 'sixty').psnNo } }

describe('every transaction', () => {
  const played = Object.keys(handlers).flatMap((infno) =>
    nodesOf(infno, 'in', 'HN')
      .flatMap((node) => node.fields)
      .filter((field) => field.required && field.type !== 'B')
      .map((field) => [infno, field] as const),
  )

  test.each(played)('%s asks for its fields: $name', async (infno, field) => {
    const nodes = nodesOf(infno, 'in', 'HN').map((node) => {
      const row = Object.fromEntries(node.fields.map((one) => [one.name, one === field ? '' : sampleOf(one, 'HN')]))
      return [node.name, node.array ? [row] : row] as const
    })
    expect((await changsha.call(infno, Object.fromEntries(nodes))).err_msg).toContain(`${field.title} ${field.name}】`)
  })
})

describe('envelope', () => {
  const required = nodesOf('envelope', 'in', 'HN')[0]!.fields.filter((field) => field.required)

  test.each(required)('$name must be there', async (field) => {
    const response = await suzhou.post(JSON.stringify(suzhou.message('5301', ask, { [field.name]: '' })), '5301')
    expect(await response.json()).toMatchObject({
      infcode: -1,
      err_msg: expect.stringContaining(`${field.title} ${field.name}`),
    })
  })

  test.each([
    ['infno', { infno: '9999' }, '不存在'],
    ['infno', { infno: '2201' }, '未开通'],
    ['msgid', { msgid: 'x'.repeat(31) }, 'msgid】长度'],
    ['fixmedins_code', { fixmedins_code: 'P32059999999' }, 'fixmedins_code'],
    ['a store of another account', { fixmedins_code: 'P43010200001' }, 'fixmedins_code'],
    ['mdtrtarea_admvs', { mdtrtarea_admvs: '320100' }, 'mdtrtarea_admvs'],
    ['insuplc_admdvs missing', { insuplc_admdvs: '' }, 'insuplc_admdvs'],
    ['insuplc_admdvs of somewhere else', { insuplc_admdvs: '320200' }, 'insuplc_admdvs'],
    ['sign_no missing', { sign_no: '' }, 'sign_no'],
    ['sign_no unknown', { sign_no: 'S1' }, 'sign_no'],
    ['sign_no of another operator', { opter: '0002' }, 'sign_no'],
    ['opter_type', { opter_type: '7' }, 'opter_type'],
    ['inf_time', { inf_time: '2026-11-20' }, 'inf_time'],
    ['input', { input: [] }, 'input'],
  ])('refuses a wrong %s', async (_what, envelope, text) => {
    const response = await suzhou.post(JSON.stringify(suzhou.message('5301', ask, envelope)), '5301')
    const answer = (await response.json()) as { err_msg: string }
    expect(answer).toMatchObject({ infcode: -1 })
    expect(answer.err_msg).toContain(text)
  })

  test('a msgid works once, and a refused one may be used again', async () => {
    const msgid = 'repeat-1'
    const refused = await suzhou.call('5301', { data: { psn_no: '' } }, { envelope: { msgid } })
    expect(refused.infcode).toBe(-1)
    expect((await suzhou.call('5301', ask, { envelope: { msgid } })).infcode).toBe(0)
    expect((await suzhou.call('5301', ask, { envelope: { msgid } })).err_msg).toContain('msgid】重复')
  })

  test('opter_type 2 and 3 pass in both editions though Hunan prints 1 only', async () => {
    const person = personIn('430100', 'sixty')
    const answer = await changsha.call('5301', { data: { psn_no: person.psnNo } }, { envelope: { opter_type: '3' } })
    expect(answer.infcode).toBe(0)
  })

  test('is lenient where clients differ', async () => {
    const { input, ...rest } = suzhou.message('5301', ask)
    const body = JSON.stringify({ ...rest, Input: input, dev_no: 'null', opter: '0001', opter_type: 1 })
    const response = await suzhou.post(body, '5301', { type: 'text/plain;charset=utf-8' })
    expect(await response.json()).toMatchObject({ infcode: 0 })
  })

  test('takes the number in the address, and only the right one', async () => {
    expect((await suzhou.call('5301', ask, { path: '5301' })).infcode).toBe(0)
    expect((await suzhou.call('5301', ask, { path: '5302' })).err_msg).toContain('infno')
  })

  test('what is no JSON is refused by the gateway or by the centre, never with a stack', async () => {
    const response = await suzhou.post('{"infno":', '')
    expect(await response.json()).toMatchObject({ infcode: -1, err_msg: expect.stringContaining('JSON') })
  })
})

test('Hunan signs out on the day of the sign-in only, and nobody signs out twice or for another', async () => {
  const client = makeClient(centre.url, 'P43010200001', () => centre.time.now)
  const sign_no = await client.signIn('0009')
  const out = (opter_no: string) =>
    client.call('9002', { signOut: { sign_no, opter_no } }, { envelope: { opter: '0009' } })
  expect((await out('0008')).err_msg).toContain('sign_no')
  centre.time.now = START + 86_400_000
  expect((await out('0009')).err_msg).toContain('今天没有签到')
  centre.time.now = START
  expect((await out('0009')).err_msg).toBe('')
  expect((await out('0009')).err_msg).toContain('已签退')
})

describe('credentials', () => {
  const person = personIn('320500', 'sixty')
  const find = (data: Record<string, string>) => suzhou.call('1101', { data })

  test('a QR code works once and within 60 seconds of being shown', async () => {
    const decode = (ecQrCode: string) => suzhou.call('1162', { data: { ecQrCode, businessType: '02121' } })
    const fresh = qrCode(person, START - 60_000, 1)
    expect((await decode(fresh)).infcode).toBe(0)
    expect((await decode(fresh)).err_msg).toContain('已使用')
    expect((await decode(qrCode(person, START - 61_000, 2))).err_msg).toContain('已失效')
    expect((await decode(`${fresh.slice(0, -1)}${(Number(fresh.at(-1)) + 1) % 10}`)).err_msg).toContain('无效')
    expect((await decode('123')).err_msg).toContain('28 至 30')
    const lasting = qrCode(person, 0, 0)
    expect([(await decode(lasting)).infcode, (await decode(lasting)).infcode]).toEqual([0, 0])
  })

  test('a token lives ten minutes, for its own person, again and again', async () => {
    const decoded = await suzhou.call('1162', { data: { ecQrCode: qrCode(person, 0, 0), businessType: '02121' } })
    const token = { mdtrt_cert_type: '01', mdtrt_cert_no: decoded.output.data.ecToken as string }
    expect((await find(token)).output.baseinfo.psn_no).toBe(person.psnNo)
    expect((await suzhou.call('2101', purchase(person, exampleA, token))).infcode).toBe(0)
    expect((await suzhou.call('2101', purchase(person, exampleA, token))).infcode).toBe(0)
    const other = purchase(personIn('320500', 'active'), exampleA, token)
    expect((await suzhou.call('2101', other)).err_msg).toContain('mdtrt_cert_no')
    centre.time.now = START + 600_001
    expect((await suzhou.call('2101', purchase(person, exampleA, token))).err_msg).toContain('已过期')
    centre.time.now = START
  })

  test('a card needs its own card_sn; a business string behind the number is cut off', async () => {
    const card = { mdtrt_cert_type: '03', mdtrt_cert_no: `${person.cardNo}|${'x'.repeat(900)}` }
    expect((await find({ ...card, card_sn: person.cardSn })).infcode).toBe(0)
    expect((await find(card)).err_msg).toContain('card_sn')
    expect((await find({ ...card, card_sn: 'other' })).err_msg).toContain('card_sn')
    const lost = personIn('320500', 'lostCard')
    expect((await find({ mdtrt_cert_type: '03', mdtrt_cert_no: lost.cardNo, card_sn: lost.cardSn })).err_msg).toContain(
      '挂失',
    )
    expect((await find({ mdtrt_cert_type: '02', mdtrt_cert_no: lost.certno })).infcode).toBe(0)
  })

  test('Jiangxi asks the identity of out-of-area people, Hunan of everybody', async () => {
    const far = personIn('320500', 'otherCity')
    const data = { mdtrt_cert_type: '02', mdtrt_cert_no: far.certno }
    expect((await find(data)).err_msg).toContain('psn_cert_type】异地')
    expect((await find({ ...data, psn_cert_type: '1', certno: far.certno, psn_name: far.name })).infcode).toBe(0)
    expect((await find({ ...data, psn_cert_type: '1', certno: far.certno, psn_name: '别人' })).err_msg).toContain(
      'psn_name',
    )
    const near = personIn('430100', 'sixty')
    const answer = await changsha.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: near.certno } })
    expect(answer.err_msg).toContain('不能为空')
  })
})

describe('money messages', () => {
  const person = personIn('320500', 'rich')
  const settle = (more: Record<string, string> = {}, lines = exampleA) =>
    suzhou.call('2102', purchase(person, lines, more))

  test.each([
    ['the sum of the lines', { medfee_sumamt: '85.61' }, 'medfee_sumamt'],
    ['an insurance the person has not', { insutype: '390' }, '390'],
    ["somebody else's name", { psn_name: '李四' }, 'psn_name'],
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
