import { ybConfig } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { dictionaryAreaItem } from '../dictionary/tables.ts'
import { order as orderTable } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { recoverDue } from './recover/recover.ts'
import { openCounter, otc, readByScan } from './test/counter.ts'
import { openOddCentre } from './test/odd-centre.ts'

// Centres answer otherwise than the tables say (domain.md 1.1). What is booked is booked, and nobody is turned away.

const centre = opened(openOddCentre)
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 } }, centre))
afterEach(() => centre.asGiven())

type Row = Record<string, unknown>
const rich = '32050000000000000038'
const foreigner = '32050000000000000033'

/** Nothing of a node but these values changes. */
const set = (node: string, values: Row) => (output: Row) => {
  for (const row of [output[node]].flat() as Row[]) Object.assign(row, values)
}

const buy = async (lines = otc('1.00'), person = rich) => {
  const priced = await counter.preSettle(await counter.read(person), { lines, prescription: undefined } as never)
  const answer = await counter.settle(priced)
  return { answer, order: await counter.clerk.ok(order.get, { id: priced.id }) }
}

test.each([
  ['absent', undefined],
  ['null', null],
  ['empty', ''],
  ['no time at all', '结算成功'],
  ['milliseconds', Date.now()],
  ['a time elsewhere', new Date().toISOString()],
])('a settlement whose setl_time is %s is settled, on the day it was booked', async (_, setl_time) => {
  centre.change('2102', set('setlinfo', { setl_time }))
  const { order: one } = await buy()
  expect(one).toMatchObject({ status: '2' })
  expect(one.settledAt?.slice(0, 10)).toBe(formatDay(new Date()))
})

test('who clears it and as what is the area and 41 where the answer says neither: 3201 asks of a group by both', async () => {
  centre.change('2102', set('setlinfo', { clr_optins: '', clr_type: undefined }))
  const { order: one } = await buy()
  expect(one).toMatchObject({ status: '2' })
  const [row] = await counter.server.deps.db.select().from(orderTable).where(eq(orderTable.id, one.id))
  expect([row?.clrOptins, row?.clrType]).toEqual(['320500', '41'])
})

test('the answer to another message of this store books nothing here: the look-up finds our own', async () => {
  const another = { setl_id: '320500A9999999999', medins_setl_id: 'P32050100001202611230000000001' }
  centre.change('2102', set('setlinfo', another))
  const { order: one } = await buy()
  expect(one).toMatchObject({ status: '4', abnormal: { kind: 'unknown' } })
  centre.asGiven()
  expect(await recoverDue(counter.server.deps)).toBe(1)
  const now = await counter.clerk.ok(order.get, { id: one.id })
  expect(now).toMatchObject({ status: '2', total: '1.00' })
  expect(now.setlId).not.toBe(another.setl_id)
})

test('a number that begins as ours do but is none of a message names no other message: settled at once', async () => {
  centre.change('2102', set('setlinfo', { medins_setl_id: 'P32050100001-0000000007' }))
  const { answer, order: one } = await buy()
  expect(answer.result).toMatchObject({ status: '2' })
  expect(one).toMatchObject({ status: '2', setlId: expect.stringMatching(/./) })
  const booked = (await centre.book('P32050100001', formatDay(new Date()))).filter(
    ({ setl_id }) => setl_id === one.setlId,
  )
  expect(booked).toMatchObject([{ undone: false, refd_setl_flag: '0' }])
})

test('a total that is not that of the lines stands, flagged, though all its parts agree with it', async () => {
  centre.change('2102', set('setlinfo', { medfee_sumamt: 2, fulamt_ownpay_amt: 1, psn_part_amt: 2, acct_pay: 2 }))
  const { order: one } = await buy()
  expect(one).toMatchObject({ status: '6', total: '2.00', abnormal: { kind: 'amount', needsPerson: true } })
  const said = one.events.map(({ text }) => text)
  expect(said).toContain('费用总额不等于药品明细之和，相差 1.00 元。已记账，不要重做')
})

test('an empty insuplc_admdvs means insured here', async () => {
  centre.change('1101', set('insuinfo', { insuplc_admdvs: '' }))
  expect((await buy()).order).toMatchObject({ status: '2', outFlag: '0' })
})

test('of two rows of one insurance the active one counts, though the ended one of the old area comes first', async () => {
  const ended = { psn_insu_stas: '4', balc: 0, insuplc_admdvs: '320600' }
  centre.change('1101', (output) => {
    const rows = output.insuinfo as Row[]
    output.insuinfo = [{ ...rows[0], ...ended }, ...rows]
  })
  const person = await counter.read(rich)
  expect(person).toMatchObject({ insurances: [{ insutype: '310', status: '1', insuredArea: '320500' }] })
  expect((await buy()).order).toMatchObject({ status: '2', outFlag: '0' })
})

test('codes with a leading zero are the same codes', async () => {
  centre.change('1101', set('insuinfo', { psn_insu_stas: '01' }))
  expect(await counter.read(rich)).toMatchObject({ insurances: [{ status: '1', statusName: '正常参保' }] })
})

test('an insurance that the edition does not list goes out as the centre spelled it', async () => {
  centre.change('1101', set('insuinfo', { insutype: '391' }))
  const person = await counter.read(rich)
  const refused = await counter.preSettle(person, { lines: otc('1.00') }).catch((error: Error) => error.message)
  expect(refused).toContain('医保中心：“【险种类型 insutype】代码 391')
})

test('a foreigner is asked for by the certificate that his e-voucher names', async () => {
  expect(await counter.read(foreigner)).toMatchObject({ insutype: '310' })
  expect(centre.asked('1101').at(-1)?.data).toMatchObject({ psn_cert_type: '07' })
})

test('a typed number is asked for as what its form says, and nowhere that a name is demanded', async () => {
  const { db } = counter.server.deps
  await db.update(area).set({ settings: sql`${area.settings} || '{"typedIdCard":true}'::jsonb` })
  await readByScan(counter.clerk, 'idCard', 'CHN320500000033')
  expect(centre.asked('1101').at(-1)?.data).toMatchObject({ psn_cert_type: '07', certno: 'CHN320500000033' })
  await readByScan(counter.clerk, 'idCard', '320501199001011238')
  expect(centre.asked('1101').at(-1)?.data).toMatchObject({ psn_cert_type: '01' })
  const changsha = await counter.server.as('clerk3')
  await expect(readByScan(changsha, 'idCard', '430101199001011231')).rejects.toThrow('本地区不允许手工输入证件号')
  expect(await changsha.ok(ybConfig.pullMedicalUI)).toMatchObject({ typedIdCard: false })
  expect(await counter.clerk.ok(ybConfig.pullMedicalUI)).toMatchObject({ typedIdCard: true })
})

test('a prescription number stands on the lines that the prescription is for', async () => {
  const lines = [...otc('1.00'), { ownCode: '100001', quantity: '1', price: '20.00' }]
  await counter.preSettle(await counter.read(rich), { lines } as never)
  expect(centre.asked('2101').at(-1)?.drugdetail).toMatchObject([
    { rx_circ_flag: '0', rxno: '' },
    { rx_circ_flag: '1', rxno: 'RX20261120001' },
  ])
})

test('a medical type of the area alone is offered by its name there, and goes out', async () => {
  const { db } = counter.server.deps
  const own = { areaCode: '320500', source: 'centre' as const, codeType: 'med_type', code: '15', label: '门诊统筹' }
  await db.insert(dictionaryAreaItem).values({ ...own, enabled: true, updatedBy: '医保中心', updatedAt: new Date() })
  const types = JSON.stringify({ medicalTypes: ['41', '14', '15'] })
  await db.update(area).set({ settings: sql`${area.settings} || ${types}::jsonb` })
  const { medicalTypes } = await counter.clerk.ok(card.pageDropDown)
  expect(medicalTypes).toEqual([
    { value: '41', name: '定点药店购药' },
    { value: '14', name: '门诊慢特病' },
    { value: '15', name: '门诊统筹' },
  ])
  const asked = { lines: otc('1.00'), medicalType: '15' }
  const refused = await counter
    .preSettle(await counter.read(rich), asked as never)
    .catch((error: Error) => error.message)
  expect(refused).toContain('医保中心：“【医疗类别 med_type】代码 15')
})

test("what was used of a chronic disease this year is its own and this year's, and unknown where nobody counts it", async () => {
  const person = await counter.read('32050000000000000003')
  const ask = async (diseaseCode: string) =>
    (await counter.clerk.ok(card.diseaseBalance, { readId: person.readId, diseaseCode }))[0]
  const before = await ask('M01600')
  expect([before?.kind, before?.used]).toEqual(['chronic', undefined])
  const lines = [{ ownCode: '100001', quantity: '50', price: '20.00' }]
  const priced = await counter.preSettle(person, { lines, medicalType: '14', diseaseCode: 'M01600' } as never)
  await counter.settle(priced)
  const { split } = await counter.clerk.ok(order.get, { id: priced.id })
  expect(Number(split?.poolFund)).toBeGreaterThan(0)
  expect(await ask('M01600')).toMatchObject({ kind: 'chronic', used: split?.poolFund })
  const other = await ask('M03900')
  expect([other?.kind, other?.used]).toEqual(['chronic', undefined])
  const year = formatDay(new Date()).slice(0, 4)
  const row = (cum_type_code: string, cum: string, of = year) => ({
    insutype: '310',
    year: of,
    cum_ym: of,
    cum_type_code,
    cum,
  })
  centre.change('5206', () => ({
    cuminfo: [
      row('D310101_BIZ14_ILLM01600', '300.00'),
      row('D330101_BIZ14_ILLM01600', '20.00'),
      row('D310101_BIZ14_ILLM01600', '4000.00', '2020'),
      row('D310101_BIZ14_ILLM01600_PRDM11', '300.00'),
      row('S0000_BIZ14_ILLM01600', '900.00'),
    ],
  }))
  expect((await ask('M01600'))?.used).toBe('320.00')
})

test('a chronic purchase: its benefits are asked with or without the disease, and a frozen account closes no fund', async () => {
  const person = await counter.read('32050000000000000003')
  const ask = (more = {}) =>
    counter.clerk.ok(card.benefits, { readId: person.readId, insutype: '310', medicalType: '14', ...more })
  expect(await ask()).toEqual({ enjoyed: true, accountUsable: true, fundsOpen: true, reasons: [] })
  expect(await ask({ diseaseCode: 'M01600', diseaseName: '糖尿病' })).toMatchObject({ enjoyed: true })
  const other = await ask({ diseaseCode: 'M00500', diseaseName: '恶性肿瘤门诊治疗' })
  expect(other).toMatchObject({ enjoyed: false, reasons: ['没有 M00500 的慢特病备案'] })
  centre.change('2001', (output) => {
    const row = (output.trtinfo as Row[])[0]!
    const frozen = { ...row, fund_pay_type: '310200', trt_enjymnt_flag: '0', trt_chk_rslt: '个人账户已冻结' }
    return { trtinfo: [row, frozen] }
  })
  expect(await ask()).toEqual({ enjoyed: true, accountUsable: false, fundsOpen: true, reasons: ['个人账户已冻结'] })
})

test('a centre that counts the account among the funds and calls the cash alone the person’s part: all of it stands', async () => {
  const { db, services } = counter.server.deps
  const count = async (fundIncludesAcct: boolean) => {
    services.centre.configure('320500', { baseUrl: centre.url, fundIncludesAcct })
    const said = sql`${area.settings} || ${JSON.stringify({ fundIncludesAcct })}::jsonb`
    await db.update(area).set({ settings: said }).where(eq(area.code, '320500'))
  }
  await count(true)
  await centre.option('320500', 'accountInFund', true)
  const cashAlone = (output: Row) => {
    const { setlinfo } = output as { setlinfo: Row }
    setlinfo.psn_part_amt = setlinfo.psn_cash_pay
  }
  for (const infno of ['2101', '2102']) centre.change(infno, cashAlone)
  // An account of 60.00, and the rest in cash.
  const { order: one } = await buy(otc('85.60'), '32050000000000000001')
  expect(one).toMatchObject({ status: '2', account: '60.00', cash: '25.60', fundTotal: '0.00' })
  expect([one.abnormal, one.warnings], 'what the clerk reads').toEqual([undefined, []])
  const [row] = await counter.server.deps.db.select().from(orderTable).where(eq(orderTable.id, one.id))
  expect(row, 'our book').toMatchObject({ state: 'settled', flags: [], total: 8560, account: 6000, cash: 2560 })
  const [booked] = (await centre.book('P32050100001', formatDay(new Date()))).filter(
    ({ msgid }) => msgid === row!.msgid,
  )
  expect(booked, 'the centre’s').toMatchObject({ medfee_sumamt: '85.60', acct_pay: '60.00', psn_cash_pay: '25.60' })
  await centre.option('320500', 'accountInFund', false)
  await count(false)
})

test('a pre-settlement that tells the balance before it is shown with what it leaves, and the settlement says the same (I7)', async () => {
  const readId = await counter.read(rich)
  const plain = await counter.preSettle(readId, { lines: otc('1.00'), prescription: undefined } as never)
  const left = plain.split!.balance
  expect(Number(plain.split!.account)).toBeGreaterThan(0)
  const told = (Number(left) + Number(plain.split!.account) - Number(plain.split!.familyAccount)).toFixed(2)
  centre.change('2101', set('setlinfo', { balc: told }))
  const odd = await counter.preSettle(await counter.read(rich), {
    lines: otc('1.00'),
    prescription: undefined,
  } as never)
  expect([told === left, odd.split!.balance]).toEqual([false, left])
  await counter.settle(odd)
  const booked = await counter.clerk.ok(order.get, { id: odd.id })
  expect([booked.status, booked.split?.balance]).toEqual(['2', left])
})
