import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { intent, order } from '../order/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { area } from '../organisation/tables.ts'
import { startCentreProcess } from '../settlement/test/centre.ts'
import { otc } from '../settlement/test/counter.ts'
import { department, doctor } from '../staff/tables.ts'
import { openVisits, type Visits } from './test/visit-bench.ts'

// Every fault names the step it breaks and asserts three things: the centre's book, our book, what the clerk reads.

const centre = opened(startCentreProcess)
let shop: Visits
afterEach(async () => {
  await centre.clearFaults()
  await shop.close()
})

/** The one settlement that the centre has of this counter, beside ours. */
const atCentre = async () => {
  const { readId } = await shop.counter()
  const { visits } = await shop.clerk.ok(outpatient.queryCentre, { readId, from: shop.today(), to: shop.today() })
  const [booked] = await shop.booked()
  return { readId, one: visits.find(({ setlId }) => setlId === booked!.setl_id) }
}

describe('a basket that changes', () => {
  test('goes into the same visit, and what was settled is the last one', async () => {
    shop = await openVisits('clerk', centre)
    const first = await shop.preSettle()
    const second = await shop.preSettle({ orderId: first.id, lines: otc('0.01', '3') })
    expect(second.id).toBe(first.id)
    expect((await shop.settle(first)).resultNotice?.error, 'the first split is not this basket’s').toBeTruthy()
    expect(await shop.booked()).toEqual([])
    expect((await shop.settle(second)).result).toMatchObject({ status: '2', total: '0.03' })
    expect(await shop.visits(first.id)).toMatchObject([{ state: 'open', batches: 2 }])
    expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: '0.03' }])
  })

  test('for another insurance or kind, it is another visit or none; the one before is ended', async () => {
    shop = await openVisits('clerk', centre)
    const first = await shop.preSettle()
    await shop.preSettle({ orderId: first.id, medicalType: '41' })
    expect(await shop.order(first.id)).toMatchObject({ visitId: null, mdtrtId: null })
    const third = await shop.preSettle({ orderId: first.id })
    expect(await shop.states(first.id)).toEqual(['left', 'open'])
    expect(await shop.endAll()).toBe(1)
    expect(await shop.states(first.id)).toEqual(['closed', 'open'])
    expect((await shop.settle(third)).result).toMatchObject({ status: '2' })
    expect(await shop.booked()).toMatchObject([{ infno: '2207' }])
  })

  test('for another disease, it is another visit: of the one before the centre holds another diagnosis', async () => {
    shop = await openVisits('clerk', centre)
    const first = await shop.preSettle()
    const again = await shop.preSettle({ orderId: first.id, diseaseCode: 'M03900', diseaseName: '高血压' })
    expect(await shop.states(first.id)).toEqual(['left', 'open'])
    const same = { orderId: first.id, diseaseCode: 'M03900', diseaseName: '高血压', lines: otc('2.00') }
    const last = await shop.preSettle(same)
    expect(await shop.states(first.id), 'the same one is told once').toEqual(['left', 'open'])
    expect((await shop.settle(again)).resultNotice?.error).toBeTruthy()
    expect((await shop.settle(last)).result).toMatchObject({ status: '2', total: '2.00' })
    const at = (await shop.order(first.id)).mdtrtId
    const [booked] = (await centre.visits(shop.shop.fixmedinsCode)).filter(({ mdtrt_id }) => mdtrt_id === at)
    // A disease is a code of 1309, a diagnosis one of 1307: neither stands in the other's place.
    expect(booked!.diagnoses).toMatchObject([{ diag_code: 'Z76.000', diag_name: '领取处方药' }])
    expect(booked!.info).toMatchObject({ dise_codg: 'M03900', dise_name: '高血压' })
    expect(await shop.endAll()).toBe(1)
  })

  test('on another day, it is another visit', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.deps.db.update(visit).set({ createdAt: new Date(Date.now() - 86_400_000) })
    const again = await shop.preSettle({ orderId: id })
    expect(await shop.states(id)).toEqual(['left', 'open'])
    expect((await shop.settle(again)).result).toMatchObject({ status: '2' })
    expect(await shop.booked()).toMatchObject([{ infno: '2207' }])
  })

  test('that is given up ends its visit', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.clerk.ok(orderCalls.void, { id, reason: '顾客不买了' })
    expect(await shop.states(id)).toEqual(['left'])
    expect(await shop.endAll()).toBe(1)
    expect(await shop.states(id)).toEqual(['closed'])
    expect(await shop.endAll()).toBe(0)
  })
})

test('two tabs that price one order at once charge it once, and one of them is told to look again', async () => {
  shop = await openVisits('clerk', centre)
  const first = await shop.preSettle()
  const both = await Promise.all([
    shop.askPrice({ orderId: first.id, lines: otc('2.00') }),
    shop.askPrice({ orderId: first.id, lines: otc('3.00') }),
  ])
  const priced = both.flatMap(({ result }) => result ?? [])
  for (const { resultNotice, result } of both) if (!result) expect(resultNotice?.error).toBeTruthy()
  const row = await shop.order(first.id)
  const current = priced.find(({ settleKey }) => settleKey === row.settleKey)
  if (current) {
    expect((await shop.settle(current)).result).toMatchObject({ status: '2', total: current.total })
    expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: current.total }])
  } else {
    const again = await shop.preSettle({ orderId: first.id, lines: otc('2.00') })
    expect((await shop.settle(again)).result).toMatchObject({ status: '2', total: '2.00' })
    expect(await shop.booked()).toHaveLength(1)
  }
})

describe.each(['2201', '2203', '2204', '2205', '2206'])('%s before anything is booked', (infno) => {
  test.each([
    ['is refused', { fault: 'refuse', text: '待遇封锁' }],
    ['does not arrive', { fault: 'dropBeforeBooking' }],
    ['is done, and its answer is lost', { fault: 'dropAfterBooking' }],
  ])('%s: no money moves, the clerk is told, and the next press goes through', async (_what, fault) => {
    shop = await openVisits('clerk', centre)
    const first = infno === '2205' ? await shop.preSettle() : undefined
    await centre.fault({ ...fault, infno })
    const answer = await shop.askPrice({ orderId: first?.id })
    // What cannot be taken out is left with its visit; the basket goes into another one at once.
    if (infno === '2205') expect(answer.result).toBeDefined()
    else if (fault.fault === 'refuse') {
      expect(answer.resultNotice?.error).toContain('待遇封锁')
      // By which the hint library knows its rows.
      expect(answer.resultExtendInfo).toMatchObject({ centreText: '待遇封锁', infno })
    } else expect(answer.resultNotice?.error).toContain('医保中心')
    expect(await shop.booked()).toEqual([])

    const [row] = await shop.deps.db.select().from(order)
    const id = row!.id
    expect(await shop.read(id)).toMatchObject({ status: infno === '2205' ? '1' : '0' })
    const priced = await shop.preSettle({ orderId: id })
    expect((await shop.settle(priced)).result).toMatchObject({ status: '2', total: '1.00' })
    expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: '1.00' }])
    await shop.endAll()
    // Of a registration whose answer was lost nobody knows the number: it stays empty at the centre.
    const lost = infno === '2201' && fault.fault !== 'refuse'
    expect((await shop.states(id)).filter((state) => state !== 'closed')).toEqual(
      lost ? ['registering', 'open'] : ['open'],
    )
  })
})

test.each(['2207', '2208'])('%s that is refused is told with the centre’s words and its own number', async (infno) => {
  shop = await openVisits('clerk', centre)
  const priced = await shop.preSettle()
  if (infno === '2208') await shop.settle(priced)
  await centre.fault({ fault: 'refuse', infno, text: '待遇封锁' })
  const cancel = () => shop.clerk.send(settlement.cancel, { orderId: priced.id, reason: '顾客退货' })
  const answer = infno === '2207' ? await shop.settle(priced) : await cancel()
  expect(answer.resultExtendInfo).toMatchObject({ centreText: '待遇封锁', infno })
  expect((await shop.booked()).length).toBe(infno === '2207' ? 0 : 1)
})

// 苏州 can be asked for a settlement and does not answer a repeat; 长沙 answers a repeated message with its first answer.
describe.each(['clerk', 'clerk3'] as const)('2207, %s', (who) => {
  test.each([
    ['does not arrive', { fault: 'dropBeforeBooking' }, who === 'clerk' ? 'presettled' : 'settled'],
    ['is booked, and its answer is lost', { fault: 'dropAfterBooking' }, 'settled'],
    ['is booked by a centre that dies then', { fault: 'exit', when: 'after' }, 'settled'],
    [
      'meets a centre that dies before it books',
      { fault: 'exit', when: 'before' },
      who === 'clerk' ? 'presettled' : 'settled',
    ],
  ])('%s: unknown to the clerk, and definite after recovery', async (_what, fault, state) => {
    shop = await openVisits(who, centre)
    const priced = await shop.preSettle()
    await centre.fault({ ...fault, infno: '2207' })
    expect((await shop.settle(priced)).result, 'M27').toMatchObject({ status: '4' })
    if (fault.fault === 'exit') await centre.restart()
    await shop.recover()
    const row = await shop.order(priced.id)
    const [sent] = await shop.intents(priced.id)
    expect([row.state, sent!.infno]).toEqual([state, '2207'])
    expect(await shop.read(priced.id)).toMatchObject({ status: state === 'settled' ? '2' : '1' })
    if (state === 'settled') {
      expect(await shop.booked()).toMatchObject([{ infno: '2207', setl_id: row.setlId, msgid: row.msgid }])
      return
    }
    expect([sent!.outcome, await shop.booked()]).toEqual(['undone', []])
    const again = await shop.preSettle({ orderId: priced.id })
    expect((await shop.settle(again)).result).toMatchObject({ status: '2' })
    expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: '1.00' }])
  })
})

test('2207 where the area can only undo: 2601 names it, and nothing stays booked', async () => {
  shop = await openVisits('clerk2', centre)
  const priced = await shop.preSettle()
  await centre.fault({ fault: 'dropAfterBooking', infno: '2207' })
  expect((await shop.settle(priced)).result).toMatchObject({ status: '4' })
  expect(await shop.booked()).toMatchObject([{ infno: '2207' }])
  await shop.recover()
  expect((await shop.intents(priced.id))[0]).toMatchObject({ outcome: 'undone', undoneBy: 'booked' })
  expect([await shop.booked(), (await shop.order(priced.id)).state]).toEqual([[], 'presettled'])
  expect(await shop.read(priced.id)).toMatchObject({ status: '1' })
})

test('2207 that is booked after 2601 was told of none is found in the comparison, and undone as what it was', async () => {
  shop = await openVisits('clerk', centre)
  const priced = await shop.preSettle()
  await centre.fault({ fault: 'bookAfterNotFound', infno: '2207' })
  expect((await shop.settle(priced)).result).toMatchObject({ status: '4' })
  await shop.recover()
  expect(await shop.order(priced.id)).toMatchObject({ state: 'presettled', settleKey: null })
  expect(await shop.booked()).toMatchObject([{ infno: '2207' }])
  const { readId, one: late } = await atCentre()
  expect(late).toMatchObject({ verdict: 'centreOnly', orderId: priced.id, canReverse: true })
  const wanted = { readId, setlId: late!.setlId!, mdtrtId: late!.mdtrtId!, reason: '药品没有给顾客' }
  expect((await shop.clerk.ok(outpatient.reverse, wanted)).text).toBe('冲正成功')
  expect(await shop.booked()).toEqual([])
  expect(await shop.order(priced.id)).toMatchObject({ state: 'presettled', flags: [] })
})

test('a settlement in a visit that this store never sent is undone, whichever transaction it was', async () => {
  shop = await openVisits('clerk', centre)
  const priced = await shop.preSettle()
  await shop.settle(priced)
  // As if another program of the store had sold it.
  await shop.deps.db.delete(intent)
  await shop.deps.db.delete(order)
  const { readId, one: stranger } = await atCentre()
  expect(stranger).toMatchObject({ verdict: 'centreOnly', canReverse: true })
  const wanted = { readId, setlId: stranger!.setlId!, mdtrtId: stranger!.mdtrtId!, reason: '重复' }
  expect((await shop.clerk.ok(outpatient.reverse, wanted)).text).toBe('冲正成功')
  expect(await shop.booked()).toEqual([])
})

test('2208 whose answer is lost is made definite, and its visit is ended', async () => {
  shop = await openVisits('clerk', centre)
  const priced = await shop.preSettle()
  await shop.settle(priced)
  await centre.fault({ fault: 'dropAfterBooking', infno: '2208' })
  const answer = await shop.clerk.ok(settlement.cancel, { orderId: priced.id, reason: '顾客退货' })
  expect(answer).toMatchObject({ status: '4' })
  await shop.recover()
  expect((await shop.booked()).map(({ infno }) => infno)).toEqual(['2207', '2208'])
  const row = await shop.order(priced.id)
  expect(row).toMatchObject({ state: 'reversed', reversedBy: '2103' })
  expect(await shop.read(priced.id)).toMatchObject({ status: '3' })
  await shop.endAll()
  expect(await shop.states(priced.id)).toEqual(['closed'])
})

test('a visit that cannot be ended is tried again later and says why', async () => {
  shop = await openVisits('clerk', centre)
  const { id } = await shop.preSettle()
  await shop.clerk.ok(orderCalls.void, { id, reason: '顾客不买了' })
  await centre.fault({ fault: 'refuse', infno: '2202', text: '系统维护中' })
  await shop.endAll()
  const [row] = await shop.visits(id)
  expect(row).toMatchObject({ state: 'left', batch: '', message: '系统维护中', attempts: 1 })
  expect(row!.nextAt!.getTime() - Date.now()).toBeGreaterThan(500_000)
  expect(await shop.endAll(), 'not before its time').toBe(0)

  const listed = async () => (await shop.clerk.ok(outpatient.paged, { step: 'registered' })).items
  expect(await listed()).toMatchObject([
    { id, step: 'registered', visitLeft: true, status: '7', infno: '2202', error: '系统维护中' },
  ])
  await centre.fault({ fault: 'refuse', infno: '2202', text: '系统维护中' })
  const refused = await shop.clerk.send(outpatient.cancelVisit, { id })
  expect(refused.resultNotice?.error).toContain('系统维护中')
  await centre.fault({ fault: 'dropAfterBooking', infno: '2202' })
  const unanswered = await shop.clerk.send(outpatient.cancelVisit, { id })
  expect(unanswered.resultNotice).toMatchObject({ error: expect.stringContaining('撤销挂号没有得到答复') })
  // It was cancelled there: what the centre says of that now is the end of it too.
  expect(await shop.clerk.ok(outpatient.cancelVisit, { id })).toEqual({ text: '挂号已撤销' })
  expect([await shop.states(id), await listed()]).toEqual([['closed'], []])
  expect((await shop.clerk.send(outpatient.cancelVisit, { id })).resultNotice?.error).toContain('没有要撤销的挂号')
})

describe('what a visit needs is asked for before anything leaves', () => {
  const refusal = async (input = {}) => {
    const answer = await shop.askPrice(input)
    expect(await shop.deps.db.select().from(order), 'no order is left behind').toEqual([])
    return answer.resultNotice
  }

  test('a department that the centre holds', async () => {
    shop = await openVisits('clerk', centre)
    await shop.deps.db.update(department).set({ known: false, state: 'draft' })
    expect(await refusal()).toMatchObject({ error: '本店没有已上报的科室，不能办理门诊挂号' })
  })

  test('a pharmacist with a national code', async () => {
    shop = await openVisits('clerk', centre)
    await shop.deps.db.update(doctor).set({ stopped: 'person' })
    expect(await refusal()).toMatchObject({ error: '本店没有可以署名的药师，不能办理门诊挂号' })
  })

  test('a diagnosis: what the area says, never the disease that was chosen', async () => {
    shop = await openVisits('clerk', centre)
    await shop.deps.db.update(area).set({ settings: sql`${area.settings} || '{"outpatientDiagnosisCode":""}'` })
    expect(await refusal()).toMatchObject({ error: '门诊挂号需要诊断' })
    await shop.deps.db.delete(order)
    const disease = { medicalType: '14', diseaseCode: 'M03900', diseaseName: '高血压' }
    expect(await refusal(disease)).toMatchObject({ error: '门诊挂号需要诊断' })
    await shop.deps.db.update(area).set({ settings: sql`${area.settings} || '{"outpatientDiagnosisCode":"Z76.000"}'` })
    const answer = await shop.askPrice(disease)
    expect(answer.resultNotice?.error ?? '').not.toContain('诊断')
  })
})
