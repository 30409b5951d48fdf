import { rx } from '@yibao/shared/calls/prescription.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { settableClock } from '../../../test/clock.ts'
import { startCentre } from '../../settlement/test/centre.ts'
import { tellTime } from '../../settlement/test/counter.ts'
import { zhangSan } from '../test/paper.ts'
import { openCirculation } from './test/counter.ts'

// A prescription ends at the moment that its hospital names (vali_end_time), or sooner where the centre says so.

const { clock, steady, pass } = settableClock()
const centre = opened(startCentre)
const shop = opened(async () => {
  await tellTime(centre, clock())
  return openCirculation(centre, 'pglite', { clock, steady })
})
const at = async (ms: number) => {
  pass(ms)
  await tellTime(centre, clock())
}
afterEach(() => at(0))

const hour = 3_600_000
const until = `${formatDay(clock())} 13:30:00`
const errorOf = ({ resultNotice }: { resultNotice: { error?: string } | null }) => resultNotice?.error
const uses = async (use: 'unused' | 'expired', number: string) =>
  (await shop.clerk.ok(rx.paged, { use, number })).items.map((row) => row.use)

test('one that ends at half past one is over then, and not at midnight: priced, settled, reviewed, listed', async () => {
  const one = await shop.passed(zhangSan, { until })
  expect(one).toMatchObject({ validUntil: formatDay(clock()), validTime: '13:30:00', use: 'unused' })
  const waits = await shop.downloaded(zhangSan, { until })
  const pharmacist = await shop.server.as('pharmacist')
  const waiting = async () => (await pharmacist.ok(rx.waiting, {})).count
  const before = await waiting()
  await at(hour)
  const priced = (await shop.price(one, zhangSan)).result!
  expect(await uses('unused', one.number)).toEqual(['unused'])
  await at(2 * hour)
  const over = `处方 ${one.number} 已于 ${until} 过期，不能结算`
  expect(errorOf(await shop.counter.settle(priced)), 'priced in time').toBe(over)
  expect(errorOf(await shop.price(one, zhangSan))).toBe(over)
  expect([await uses('unused', one.number), await uses('expired', one.number)]).toEqual([[], ['expired']])
  expect(await shop.now(one.id)).toMatchObject({ use: 'expired', validTime: '13:30:00' })
  expect(await waiting(), 'nothing a pharmacist could say yes to').toBe(before - 1)
  const verdict = { id: waits.id, revision: waits.revision, passed: true, opinion: '' }
  expect(errorOf(await pharmacist.send(rx.review, verdict))).toContain(`已于 ${until} 过期`)
})

test('one that ends with its day is good all day, and so is a bare day of the centre', async () => {
  for (const time of ['23:59:59', '00:00:00']) {
    const one = await shop.downloaded(zhangSan, {
      until: `${formatDay(new Date(clock().getTime() + 24 * hour))} ${time}`,
    })
    expect(one.validTime, time).toBeUndefined()
  }
})

test('one that is over at the centre is not priced, whatever day it had when it was downloaded', async () => {
  const one = await shop.passed(zhangSan)
  await centre.prescribe({ hi_rxno: one.number, move: 'expire' })
  expect(errorOf(await shop.price(one, zhangSan))).toMatch(
    new RegExp(`^处方 ${one.number} 已于 \\d{4}-\\d\\d-\\d\\d 23:59:59 过期，不能结算$`),
  )
})
