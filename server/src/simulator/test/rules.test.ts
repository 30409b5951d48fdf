import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { nodesOf } from '../message/standard.ts'
import { qrCode } from '../seed/qrcodes.ts'
import { handlers } from '../transactions/handlers.ts'
import { type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'
import { sampleOf } from './samples.ts'

let suzhou: Client
let changsha: Client
const centre = opened(startTestCentre)
beforeAll(async () => {
  suzhou = makeClient(centre.url, 'P32050100001', () => centre.time.now)
  changsha = makeClient(centre.url, 'P43010200001')
  await suzhou.signIn()
  await changsha.signIn()
})

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
    ['infno', { infno: '2301' }, '未开通'],
    ['msgid', { msgid: 'x'.repeat(31) }, 'msgid】长度'],
    ['a msgid that is too short', { msgid: 'x'.repeat(29) }, 'msgid】应为 30 位'],
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
    const msgid = 'repeat-1'.padEnd(30, '0')
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
  const find = (data: Record<string, string>, insuplc_admdvs = '320500') =>
    suzhou.call('1101', { data }, { envelope: { insuplc_admdvs } })

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
    const whole = { ...data, psn_cert_type: '1', certno: far.certno, psn_name: far.name }
    expect((await find(data, far.insuplc)).err_msg).toContain('psn_cert_type】异地')
    expect((await find(whole, far.insuplc)).infcode).toBe(0)
    expect((await find({ ...whole, psn_name: '别人' }, far.insuplc)).err_msg).toContain('psn_name')
    // Looked for where the message says, and nowhere else.
    for (const where of ['', '320500', '430100']) expect((await find(whole, where)).err_msg).toContain('未查询到')
    const near = personIn('430100', 'sixty')
    const answer = await changsha.call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: near.certno } })
    expect(answer.err_msg).toContain('不能为空')
  })
})
