import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { qrCode } from '../seed/qrcodes.ts'
import { dateTime } from '../time.ts'
import { type Cells, type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { purchase } from './purchases.ts'

// Electronic prescriptions as the standard's numbers say they go (domain.md 7): what is refused, and for how long.

const dayMs = 86_400_000
let suzhou: Client
let pingjiang: Client
const centre = opened(startTestCentre)
beforeAll(async () => {
  const of = (code: string) => makeClient(centre.url, code, () => centre.time.now)
  ;[suzhou, pingjiang] = [of('P32050100001'), of('P32050100002')]
})
beforeEach(async () => {
  centre.time.now = START
  for (const client of [suzhou, pingjiang]) await client.signIn()
})

const person = personIn('320500', 'sixty')
const other = personIn('320500', 'active')
const admin = async (body: object) =>
  (await (
    await fetch(`${centre.url}/simulator/prescriptions`, { method: 'POST', body: JSON.stringify(body) })
  ).json()) as {
    hi_rxno: string
  }
const issue = async (more: object = {}) => (await admin({ psn: person.psnNo, ...more })).hi_rxno

let shown = 0
const token = async (client: Client, of = person, businessType = '02122') => {
  shown += 1
  const ecQrCode = qrCode(of, centre.time.now, shown)
  return String((await client.call('1162', { data: { ecQrCode, businessType } })).output.data.ecToken)
}
const rows = (answer: { output: object }) => (answer.output as { rxinfo: Cells[] }).rxinfo
const query = (client: Client, data: object) => client.call('7202', { data })
const listed = async (client: Client, hi_rxno: string) =>
  rows(await query(client, { ec_token: await token(client), hi_rxno }))[0]!
const download = async (client: Client, hi_rxno: string, more: object = {}) => {
  const ec_token = await token(client)
  const { auth_rxno } = rows(await query(client, { ec_token, hi_rxno }))[0]!
  return client.call('7203', { data: { hi_rxno, auth_rxno, ec_token, ...more } })
}
const codeOf = (answer: { output: object }) => String((answer.output as { rxinfo: Cells }).rxinfo.download_ide_code)
const verdict = (client: Client, hi_rxno: string, download_ide_code: string, stas = '1') =>
  client.call('7204', {
    data: {
      ...{ hi_rxno, download_ide_code, phar_code: 'Y1', phar_name: '王药师', phar_prac_cert_no: '' },
      ...{ rchk_phar_code: '', rchk_phar_name: '', rx_chk_stas_codg: stas, rx_chk_opnn: '' },
      rx_chk_time: dateTime(centre.time.now),
    },
  })
const settle = (client: Client, hi_rxno: string, of = person) => {
  const input = purchase(of, [{ code: 'XA00AAA000A001010100001', cnt: '2', pric: '20.00', rx: true }])
  return client.call('2102', { ...input, drugdetail: input.drugdetail.map((row) => ({ ...row, rxno: hi_rxno })) })
}
const dispense = (client: Client, hi_rxno: string, download_ide_code: string, setl_id: unknown, type = '1') =>
  client.call('7206', {
    data: {
      ...{ hi_rxno, download_ide_code, sel_retn_type: type, phar_code: '', phar_name: '', dspeer_name: '' },
      ...{ pro_name: '', hi_feesetl_type: '1', setl_id, setl_time: dateTime(START), sel_retn_time: dateTime(START) },
      ...{ pay_mode: '2', medfee_sumamt: '40.00', fund_pay_sumamt: '0', psn_part_amt: '40.00', acct_pay: '40.00' },
      psn_cash_pay: '0',
    },
    druginfo: [
      {
        ...{
          med_list_codg: 'X',
          fixmedins_hilist_id: '100001',
          fixmedins_hilist_name: '药',
          drug_spec: '',
          prdr_name: '',
        },
        ...{ manu_lotnum: '', manu_date: '', expy_end: '', rx_flag: '1', trdn_flag: '0', finl_trns_pric: '20' },
        ...{ sel_retn_cnt: '2', drug_cnt_unit: '盒', sumamt: '40', drug_trac_codg: '' },
      },
    ],
  })

test('a person’s are shown to a token made for that, each with how it stands; an area without the chapter says so', async () => {
  const bought = await token(suzhou, person, '02121')
  expect((await query(suzhou, { ec_token: bought })).err_msg).toContain('02122')
  const found = rows(await query(suzhou, { ec_token: await token(suzhou) }))
  expect(found.map(({ rx_stas_name, rx_used_stas_name }) => `${rx_stas_name} ${rx_used_stas_name}`)).toEqual([
    '有效 未使用',
    '已失效 未使用',
  ])
  expect(rows(await query(suzhou, { ec_token: await token(suzhou) })), 'issued once').toHaveLength(2)
  expect((await query(suzhou, {})).err_msg).toContain('不能都为空')
  const nanjing = makeClient(centre.url, 'P32010200001', () => centre.time.now)
  await nanjing.signIn()
  expect((await nanjing.call('7202', { data: { push_flag: '1' } })).err_msg).toContain('本中心未开通')
})

test('an authorization serves once, for its person; the same pharmacy gets the same code again', async () => {
  const number = await issue()
  expect((await download(suzhou, number, { ec_token: await token(suzhou, other) })).err_msg).toContain('不是该参保人员')
  const ec_token = await token(suzhou)
  const { auth_rxno } = rows(await query(suzhou, { ec_token, hi_rxno: number }))[0]!
  const first = await suzhou.call('7203', { data: { hi_rxno: number, auth_rxno, ec_token } })
  expect(first.err_msg).toBe('')
  expect((await suzhou.call('7203', { data: { hi_rxno: number, auth_rxno, ec_token } })).err_msg).toContain('已使用')
  expect(codeOf(await download(suzhou, number))).toBe(codeOf(first))
  expect((await query(suzhou, { hi_rxno: number, download_ide_code: codeOf(first) })).err_msg).toBe('')
  expect((await query(pingjiang, { hi_rxno: number, download_ide_code: codeOf(first) })).err_msg).toContain(
    '下载标识码',
  )
})

test('without a verdict of this pharmacy nothing is settled; a yes keeps it until midnight, and then for nobody', async () => {
  const number = await issue()
  const mine = codeOf(await download(suzhou, number))
  const theirs = codeOf(await download(pingjiang, number))
  expect((await settle(suzhou, number)).err_msg).toContain('没有本店药师的审核结果')
  expect((await verdict(suzhou, number, 'D')).err_msg).toContain('下载标识码')
  expect((await verdict(suzhou, number, mine)).err_msg).toBe('')
  expect((await verdict(suzhou, number, mine)).err_msg, 'the same again').toBe('')
  expect((await verdict(pingjiang, number, theirs)).err_msg).toContain('已由「示例大药房观前店」审核')
  expect((await listed(pingjiang, number)).auth_rxno).toBe('')
  centre.time.now = START + dayMs
  for (const client of [suzhou, pingjiang]) await client.signIn()
  expect((await verdict(pingjiang, number, theirs)).err_msg).toBe('')
  expect((await settle(suzhou, number)).err_msg).toContain('已由「示例大药房平江店」审核')
  expect((await settle(pingjiang, number, other)).err_msg).toContain('不是该参保人员的处方')
  expect((await settle(pingjiang, number)).err_msg).toBe('')
})

test('used once; a reversal gives it back; what was handed out is told once, and taken back once', async () => {
  const number = await issue()
  const code = codeOf(await download(suzhou, number))
  await verdict(suzhou, number, code)
  const { output } = await settle(suzhou, number)
  const { setl_id, mdtrt_id } = output.setlinfo
  expect((await settle(suzhou, number)).err_msg).toContain('已使用')
  expect((await dispense(suzhou, number, code, setl_id, '2')).err_msg).toContain('没有上传过')
  expect((await dispense(suzhou, number, code, 'S0')).err_msg).toContain('结算信息不存在')
  expect((await dispense(suzhou, number, code, setl_id)).err_msg).toBe('')
  expect((await dispense(suzhou, number, code, setl_id)).err_msg).toContain('不能重复上传')
  expect((await listed(suzhou, number)).setl_id).toBe(setl_id)
  await suzhou.call('2103', { data: { setl_id, mdtrt_id, psn_no: person.psnNo, fixmedins_code: '', invono: '' } })
  expect((await dispense(suzhou, number, code, setl_id, '2')).err_msg).toBe('')
  expect((await dispense(suzhou, number, code, setl_id, '2')).err_msg).toContain('不能重复退回')
  expect((await settle(suzhou, number)).err_msg).toBe('')
})

test('over, revoked, refused by a pharmacist, too early for its next use', async () => {
  const over = await issue({ days: 1 })
  const code = codeOf(await download(suzhou, over))
  await verdict(suzhou, over, code)
  await admin({ hi_rxno: over, move: 'expire' })
  expect((await settle(suzhou, over)).err_msg).toContain('过期')
  const revoked = await issue()
  await admin({ hi_rxno: revoked, move: 'revoke' })
  expect((await download(suzhou, revoked)).err_msg).toContain('授权编号')
  const refused = await issue()
  const second = codeOf(await download(suzhou, refused))
  await verdict(suzhou, refused, second, '0')
  expect((await verdict(suzhou, refused, second, '1')).err_msg).toContain('药师审核未通过')
  expect((await settle(suzhou, refused)).err_msg).toContain('药师审核未通过')
  const often = await issue({ repeat: 2, interval: 20, days: 84 })
  const third = codeOf(await download(suzhou, often))
  await verdict(suzhou, often, third)
  expect((await settle(suzhou, often)).err_msg).toBe('')
  expect((await settle(suzhou, often)).err_msg).toContain('未到下次使用日期')
  centre.time.now = START + 20 * dayMs
  await suzhou.signIn()
  const again = codeOf(await download(suzhou, often))
  expect(again).toBe(third)
  expect((await settle(suzhou, often)).err_msg, 'each use has its own verdict').toContain('没有本店药师的审核结果')
  await verdict(suzhou, often, again)
  expect((await settle(suzhou, often)).err_msg).toBe('')
})

test('one that was sent to a pharmacy is downloaded there without its person, and nowhere else', async () => {
  const number = await issue({ push: 'P32050100001' })
  expect(rows(await query(pingjiang, { push_flag: '1' }))).toEqual([])
  const [row] = rows(await query(suzhou, { push_flag: '1' }))
  expect(row?.hi_rxno).toBe(number)
  const data = { hi_rxno: number, auth_rxno: row!.auth_rxno }
  expect((await pingjiang.call('7203', { data })).err_msg).toContain('不是该参保人员的处方')
  expect((await suzhou.call('7203', { data })).err_msg).toBe('')
  const [again] = rows(await query(suzhou, { push_flag: '1' }))
  expect(again?.hi_rxno, 'until it has a verdict').toBe(number)
  const code = codeOf(await suzhou.call('7203', { data: { hi_rxno: number, auth_rxno: again!.auth_rxno } }))
  await verdict(suzhou, number, code)
  expect(rows(await query(suzhou, { push_flag: '1' }))).toEqual([])
})
