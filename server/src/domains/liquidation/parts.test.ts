import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilEnded } from '../../test/until-ended.ts'
import { area } from '../organisation/tables.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { Claims } from './test/claims.ts'

// What one application is made of where an area wants one for each insurance, or claims the personal account's money with
// the funds' (domain.md 5.6): our sums, those of the centre's own book, and what became of the rest.

const bench = useBench()
const claims = new Claims(() => bench)
let month = '2071-01'
const set = (settings: object) =>
  bench.counter.server.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
    .where(eq(area.code, '320500'))

beforeEach(() => {
  month = addMonths(month, 3)
})
afterEach(() => set({ claimByInsurance: false, claimAccount: false }))

const person = (n: number) => `320500${String(n).padStart(14, '0')}`
/** Of an employee who has enough on his account, of a resident who pays all of it; of an employee of another city. */
const [employee, resident, cadre, elsewhere] = [person(38), person(4), person(5), person(9)]

const sell = async (day: string, price: string, who: string) => {
  const at = await bench.day('clerk', day)
  return { at, id: (await at.buy(price, { person: who })).id }
}
const closed = async (of = month) => {
  const { client } = await claims.after('clerk', of)
  await claims.agree(client, of)
  return client
}
type Client = Awaited<ReturnType<typeof closed>>
const generated = async (client: Client, of = month) => (await claims.generate(client, of)).results[0]!
const drafts = async (client: Client, of = month) =>
  (await claims.listed(client, of))
    .filter(({ state }) => state !== '2')
    .sort((a, b) => ((a.insutype ?? '') < (b.insutype ?? '') ? -1 : 1))
const brief = (rows: Awaited<ReturnType<typeof drafts>>) =>
  rows.map(({ insutype, persons, total, fund, account, cash }) => [insutype, persons, total, fund, account, cash])

test.each([
  ['funds alone', false, '0.00', '0.00'],
  ['the account with them', true, '12.00', '-10.00'],
] as const)(
  'an application for each insurance, %s: each with its own sums, and the centre takes them',
  async (_, withAccount, fund, back) => {
    await set({ claimByInsurance: true, claimAccount: withAccount })
    const first = await sell(`${month}-03`, '10.00', employee)
    await sell(`${month}-03`, '2.00', employee)
    await sell(`${month}-04`, '7.00', resident)
    const pair = await sell(`${month}-05`, '3.00', resident)
    await pair.at.cancel(pair.id)
    const next = addMonths(month, 1)
    const later = await bench.day('clerk', `${next}-06`)
    await later.cancel(first.id)
    const zero = await later.buy('5.00', { person: resident })
    await later.cancel(zero.id)

    const client = await closed(next)
    await claims.agree(client, month)
    expect((await generated(client)).text).toBe('生成 2 份')
    const made = await drafts(client)
    expect(brief(made)).toEqual([
      ['310', 2, '12.00', fund, '12.00', '0.00'],
      ['390', 1, '7.00', '0.00', '0.00', '7.00'],
    ])
    const inIt = async (id: string) =>
      (await client.ok(liquidation.settlements, { id, pageSize: 50 })).items
        .map((row) => `${row.insutype} ${row.total}`)
        .sort()
    expect(await inIt(made[0]!.id)).toEqual(['310 10.00', '310 2.00'])
    expect(await inIt(made[1]!.id)).toEqual(['390 -3.00', '390 3.00', '390 7.00'])
    // A reversal of what was bought the month before is that month's, below nothing; a pair of the month comes to nothing.
    expect((await generated(client, next)).text).toBe('生成 2 份')
    const after = await drafts(client, next)
    expect(brief(after)).toEqual([
      ['310', -1, '-10.00', back, '-10.00', '0.00'],
      ['390', 0, '0.00', '0.00', '0.00', '0.00'],
    ])
    for (const draft of [...made, ...after])
      expect((await claims.apply(client, draft)).result, `${draft.month} ${draft.insutype}`).toMatchObject({
        ...{ state: '1', books: 'same' },
      })
    const theirs = [...(await claims.centre('clerk', month)), ...(await claims.centre('clerk', next))]
    expect(theirs.map(({ insutype, psntime, medfee, applied }) => [insutype, psntime, medfee, applied]).sort()).toEqual(
      [...made, ...after].map(({ insutype, persons, total, fund: asked }) => [insutype, persons, total, asked]).sort(),
    )
    expect((await generated(client)).text).toBe('已申请，不重复生成 2 份')
  },
)

test('what of the month is open at the centre under another insurance is said beside what was made, with or without sales', async () => {
  await set({ claimByInsurance: true })
  await sell(`${month}-03`, '4.00', employee)
  const day = await bench.day('clerk', `${month}-20`)
  await day.total()
  await bench.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: 'P32050100001', psn_no: cadre })
  const client = await closed()
  expect(await generated(client)).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^生成 1 份；离休.* 不平，请先到「月对账」处理$/),
  })
  expect(brief(await drafts(client))).toMatchObject([['310', 1, '4.00', '0.00', '4.00', '0.00']])

  // Nothing of ours at all, and a row that only the centre has: there is something to be dealt with before a claim.
  const empty = addMonths(month, 1)
  const idle = await bench.day('clerk', `${empty}-20`)
  await idle.total()
  await idle.centreOnly(`P32050100001${empty.replace('-', '')}200800000001`)
  const again = await closed(empty)
  expect(await generated(again, empty)).toMatchObject({
    ok: false,
    text: '职工基本医疗保险 未对账，请先到「月对账」处理',
  })
  expect(await drafts(again, empty)).toEqual([])
})

test('two open groups of one insurance are told apart by who clears them; who sees one reads no number', async () => {
  await sell(`${month}-03`, '4.00', employee)
  await sell(`${month}-04`, '7.00', resident)
  await sell(`${month}-04`, '9.00', elsewhere)
  const { client } = await claims.after('clerk', month)
  const { text } = await generated(client)
  const [said] = text.split('，请先')
  expect(said!.split('、').sort()).toEqual([
    '城乡居民基本医疗保险 未对账',
    ...['职工基本医疗保险（320500） 未对账', '职工基本医疗保险（329900） 未对账'],
  ])
})

test('an area that claims the account from now on: the draft of before is made anew, and never sent as it was', async () => {
  await sell(`${month}-03`, '6.00', employee)
  const client = await closed()
  await generated(client)
  const [old] = await drafts(client)
  expect(old).toMatchObject({ fund: '0.00', account: '6.00' })
  await set({ claimAccount: true })
  expect((await claims.apply(client, old!)).resultNotice?.error).toContain('基金申报是否包含个人账户')
  expect(await claims.centre('clerk', month)).toEqual([])
  expect((await generated(client)).text).toBe('申报口径有变动，重新生成 1 份')
  const [anew] = await drafts(client)
  expect(anew).toMatchObject({ fund: '6.00', account: '6.00', books: 'same' })
  expect((await claims.apply(client, anew!)).result).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk', month)).toMatchObject([{ applied: '6.00', acct: '6.00' }])
})

test('an area that wants each insurance by itself from now on: what holds the settlements already is named', async () => {
  await sell(`${month}-03`, '6.00', employee)
  await sell(`${month}-03`, '8.00', resident)
  const client = await closed()
  await generated(client)
  const [whole] = await drafts(client)
  expect(whole).toMatchObject({ total: '14.00' })
  await set({ claimByInsurance: true })
  const taken = (state: string, next: string) =>
    `有结算已在 ${month} 的另一份清算申请（${state}）中，没有生成。请先${next}那一份`
  expect(await generated(client)).toMatchObject({ ok: false, text: taken('未申请', '删除') })
  const applied = (await claims.apply(client, whole!)).result!
  expect(applied).toMatchObject({ state: '1' })
  expect(await generated(client)).toMatchObject({ ok: false, text: taken('已申请', '撤销') })
  await client.ok(liquidation.revoke, { id: whole!.id, reason: '改为按险种申请' })
  expect((await generated(client)).text).toBe('生成 2 份')
  expect(brief(await drafts(client)).map(([insutype, , total]) => [insutype, total])).toEqual([
    ['310', '6.00'],
    ['390', '8.00'],
  ])
})

test('an application for each way of clearing; what is wholly the person’s own is not recognised, nor what was taken back', async () => {
  const usual = await sell(`${month}-03`, '6.00', employee)
  const other = await sell(`${month}-03`, '2.00', employee)
  const back = await sell(`${month}-04`, '5.00', employee)
  const own = async ({ at, id }: typeof usual, fullySelfPaid: number) =>
    at.patch(id, { split: { ...(await at.order(id)).split!, fullySelfPaid } })
  await own(usual, 150)
  await own(other, 0)
  await own(back, 100)
  await back.at.cancel(back.id)
  await other.at.patch(other.id, { clrWay: '03' })
  const client = await closed()
  expect((await generated(client)).text).toBe('生成 2 份')
  const made = (await drafts(client)).sort((a, b) => (a.clrWay! < b.clrWay! ? -1 : 1))
  expect(made.map(({ clrWay, persons, total, recognised }) => [clrWay, persons, total, recognised])).toEqual([
    ['01', 1, '6.00', '4.50'],
    ['03', 1, '2.00', '2.00'],
  ])
  const items = await client.ok(liquidation.settlements, { id: made[1]!.id })
  expect(items.items.map(({ total }) => total)).toEqual(['2.00'])
})

test('a month whose differences a person has marked is claimed as not agreed, when no other day hides one; the centre’s sums may be taken', async () => {
  await sell(`${month}-03`, '6.00', employee)
  const serial = (day: number) => `P32050100001${month.replace('-', '')}${day}080000001`
  const day = await bench.day('clerk', `${month}-10`)
  await day.centreOnly(serial(10))
  const late = await bench.day('clerk', `${month}-21`)
  await late.centreOnly(serial(21))
  const strangers = [...(await day.book()), ...(await late.book())]
  const { client } = await claims.after('clerk', month)
  const mark = async (groupId: string) => {
    const [difference] = (await client.ok(reconciliation.diffPaged, { groupId, handled: false })).items
    await client.ok(reconciliation.handle, { diffId: difference!.id, action: 'mark', note: '中心已知晓，按中心申报' })
    bench.clock.advance(1000)
    await claims.agree(client, month)
  }
  const main = { from: month, to: month, insutype: '310' }
  const state = async () => (await client.ok(monthBooks.monthPaged, main)).items.map((one) => [one.state, one.total])
  const { groups } = await client.ok(reconciliation.total, { day: day.date })
  const unequal = groups.find((one) => one.state === '3')!
  await client.ok(reconciliation.detail, { groupId: unequal.id })
  await mark(unequal.id)
  // Nobody has asked about the 21st yet: what was marked on the 10th says nothing of it.
  expect(await state()).toEqual([['3', '6.00']])
  expect(await generated(client)).toMatchObject({ ok: false, text: expect.stringContaining('不平') })
  await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month, force: true })).progressId)
  const left = (await client.ok(monthBooks.monthDays, { month, unfinished: true })).items
  expect(left.map((one) => one.day)).toEqual([`${month}-21`])
  await mark(left[0]!.id)
  expect(await state()).toEqual([['4', '6.00']])

  expect((await generated(client)).text).toBe('生成 1 份')
  const [draft] = await drafts(client)
  expect(draft).toMatchObject({ agreed: false, total: '6.00', persons: 1 })
  expect((await claims.apply(client, draft!)).resultNotice?.error).toContain('清算人次：中心 3，申报 1')
  const theirs = (name: string, own: string) =>
    strangers.reduce((sum, row) => sum + Number(row[name]), Number(own)).toFixed(2)
  const { total, account, cash } = draft!
  expect(await claims.centre('clerk', month)).toEqual([])
  const edited = await client.ok(liquidation.edit, {
    ...{ id: draft!.id, reason: '按中心金额申报', persons: 3, total: theirs('medfee_sumamt', total) },
    ...{ account: theirs('acct_pay', account), cash: theirs('psn_cash_pay', cash) },
  })
  expect(edited).toMatchObject({ books: 'edited', differs: expect.stringContaining('清算人次 +2') })
  expect((await claims.apply(client, edited)).result).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk', month)).toMatchObject([{ psntime: 3, medfee: edited.total }])
})

test('with the account nobody edits a claim above what insurance and account paid by our own books', async () => {
  await set({ claimAccount: true })
  await sell(`${month}-03`, '6.00', employee)
  const client = await closed()
  await generated(client)
  const [draft] = await drafts(client)
  const edit = (fund: string) => client.send(liquidation.edit, { id: draft!.id, fund, reason: '按中心口径调整' })
  expect((await edit('6.01')).error?.fields).toHaveProperty('fund')
  expect((await edit('5.99')).result).toMatchObject({ fund: '5.99', books: 'edited', differs: '基金申报 -0.01' })
  expect((await edit('6.00')).result).toMatchObject({ fund: '6.00', books: 'same' })
})
