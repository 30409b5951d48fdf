import { settlement } from '@yibao/shared/calls/settlement.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { visit } from '../order/visit-tables.ts'
import { area } from '../organisation/tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { otc } from '../settlement/test/counter.ts'
import { endLeft } from './close.ts'
import { openVisits, type Visits } from './test/visit-bench.ts'

// Areas that make pharmacies register a visit (2201 to 2208, domain.md 2.0): from the first basket to the end of the visit.

const centre = opened(startCentre)
let shop: Visits
afterEach(async () => {
  await centre.clearFaults()
  await shop.close()
})

describe.each(['clerk', 'clerk3'] as const)('a purchase in a visit, %s', (who) => {
  test('priced, settled and taken back under one number, and the visit is ended', async () => {
    shop = await openVisits(who, centre)
    const priced = await shop.preSettle()
    const [row] = await shop.visits(priced.id)
    expect(row).toMatchObject({ state: 'open', batches: 1, message: '' })
    expect(await shop.order(priced.id)).toMatchObject({ state: 'presettled', visitId: row!.id, mdtrtId: row!.mdtrtId })
    const told = (await centre.visits(shop.shop.fixmedinsCode)).find(({ mdtrt_id }) => mdtrt_id === row!.mdtrtId)
    expect(told!.diagnoses).toMatchObject([{ diag_code: 'Z76.000' }])
    // Only Hunan demands a disease of a visit that has none.
    expect(told!.info!.dise_codg).toBe(who === 'clerk3' ? 'Z76.000' : '')
    const answer = await shop.settle(priced)
    expect(answer.result).toMatchObject({ status: '2' })
    const [booked] = await shop.booked()
    expect(booked).toMatchObject({ infno: '2207', mdtrt_id: row!.mdtrtId, clr_type: '11', medfee_sumamt: '1.00' })
    expect(await shop.order(priced.id)).toMatchObject({ state: 'settled', setlId: booked!.setl_id, clrType: '11' })
    // 2207 says what the organisation bears, if only that it is nothing.
    expect((await shop.order(priced.id)).split).toMatchObject({ hospitalPart: 0 })
    expect((await shop.order(priced.id)).lines[0]).toMatchObject({ itemClass: expect.anything() })
    expect(await endLeft(shop.deps, () => undefined), 'a visit that was settled stays').toBe(0)

    await shop.clerk.ok(settlement.cancel, { orderId: priced.id, reason: '顾客退货' })
    expect((await shop.booked()).map(({ infno }) => infno)).toEqual(['2207', '2208'])
    expect((await shop.intents(priced.id)).map(({ infno, outcome }) => [infno, outcome])).toEqual([
      ['2207', 'reversed'],
      ['2208', 'booked'],
    ])
    expect(await endLeft(shop.deps, (fault) => expect.fail(String(fault)))).toBe(1)
    expect(await shop.visits(priced.id)).toMatchObject([{ state: 'closed', message: '' }])
  })
})

test('where the area wants the code of every pack nothing is registered without, and at F9 nothing is settled', async () => {
  shop = await openVisits('clerk3', centre)
  const ask = (traceCodeRequired: boolean) =>
    shop.deps.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify({ traceCodeRequired })}::jsonb` })
  const priced = await shop.preSettle()
  await ask(true)
  const said = '复方丹参滴丸 还缺 1 个追溯码，本地区要求扫码后才能结算'
  expect((await shop.settle(priced)).resultNotice?.error).toBe(said)
  const { resultNotice, resultExtendInfo } = await shop.askPrice({})
  expect([resultNotice?.error, resultExtendInfo?.line]).toEqual([said, 1])
  expect(await shop.booked(), 'the centre’s book').toEqual([])
  expect(await shop.intents(priced.id), 'ours').toEqual([])
  expect(await shop.deps.db.select({ id: visit.id }).from(visit), 'the one of before alone').toHaveLength(1)
})

test('what is bought from the account needs no visit', async () => {
  shop = await openVisits('clerk', centre)
  const priced = await shop.preSettle({ medicalType: '41' })
  expect(await shop.visits(priced.id)).toEqual([])
  await shop.settle(priced)
  expect(await shop.booked()).toMatchObject([{ infno: '2102' }])
})

describe('an area that is switched while a purchase is priced', () => {
  const switchTo = (medicalTypes: string[]) => {
    const patch = JSON.stringify({ outpatientMedicalTypes: medicalTypes })
    return shop.deps.db.update(area).set({ settings: sql`${area.settings} || ${patch}::jsonb` })
  }
  const booked = async () => (await shop.booked()).map(({ infno }) => infno)

  test('to the counter: F9 settles in the visit that it was priced in, and what is priced anew at the counter', async () => {
    shop = await openVisits('clerk', centre)
    const [first, second] = [await shop.preSettle(), await shop.preSettle({ lines: otc('2.00') })]
    await switchTo([])
    expect((await shop.settle(first)).result).toMatchObject({ status: '2' })
    await shop.clerk.ok(settlement.cancel, { orderId: first.id, reason: '顾客退货' })
    const again = await shop.preSettle({ orderId: second.id, lines: otc('2.00') })
    expect((await shop.settle(again)).result).toMatchObject({ status: '2', total: '2.00' })
    expect(await booked()).toEqual(['2207', '2208', '2102'])
    expect(await shop.endAll()).toBe(2)
    expect([...(await shop.states(first.id)), ...(await shop.states(second.id))]).toEqual(['closed', 'closed'])
  })

  test('to visits: F9 settles by 2102 what was priced so, and is taken back by 2103', async () => {
    shop = await openVisits('clerk', centre)
    await switchTo([])
    const one = await shop.preSettle()
    await switchTo(['11', '14'])
    expect((await shop.settle(one)).result).toMatchObject({ status: '2' })
    await shop.clerk.ok(settlement.cancel, { orderId: one.id, reason: '顾客退货' })
    expect([await booked(), await shop.visits(one.id)]).toEqual([['2102', '2103'], []])
  })
})
