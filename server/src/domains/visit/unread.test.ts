import { signIn as signInCalls } from '@yibao/shared/calls/sign-in.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn } from '../attendance/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { type Centre, startCentre } from '../settlement/test/centre.ts'
import { type OddCentre, oddCentre } from '../settlement/test/odd-centre.ts'
import { sortVisits } from './abandoned.ts'
import { openVisits, type Visits } from './test/visit-bench.ts'

// A centre whose answers to the steps of a visit reach us otherwise than it gave them.

let whole: Centre
let centre: OddCentre
let shop: Visits
beforeAll(async () => {
  whole = await startCentre()
  centre = await oddCentre(whole)
})
afterEach(async () => {
  centre.asGiven()
  await shop.close()
})
afterAll(async () => {
  await centre.close()
  await whole.close()
})

test('a 2207 that cannot be read is unknown, and whoever looks after it reads of a 2207', async () => {
  shop = await openVisits('clerk', centre)
  centre.change('2207', ({ setlinfo }) => {
    Object.assign(setlinfo as object, { setl_id: '' })
  })
  const priced = await shop.preSettle()
  expect((await shop.settle(priced)).result).toMatchObject({ status: '4' })
  const [sent] = await shop.intents(priced.id)
  expect(sent!.lastError).toBe('医保中心的答复无法读取（2207 infcode 0 without keys）')
  await shop.recover()
  expect(await shop.order(priced.id)).toMatchObject({ state: 'settled' })
})

test('a centre that answers a 2207 with another mdtrt_id: the visit it was settled in is not ended under it', async () => {
  shop = await openVisits('clerk', centre)
  centre.change('2207', ({ setlinfo }) => {
    Object.assign(setlinfo as object, { mdtrt_id: '320500M9999999999' })
  })
  const priced = await shop.preSettle()
  expect((await shop.settle(priced)).result).toMatchObject({ status: '2' })
  await shop.deps.db.update(visit).set({ createdAt: new Date(Date.now() - 2 * 86_400_000) })
  await sortVisits(shop.deps)
  expect(await shop.states(priced.id)).toEqual(['used'])
  await shop.deps.db.update(visit).set({ state: 'left', nextAt: new Date(0) })
  await shop.endAll()
  expect(await shop.states(priced.id)).toEqual(['open'])
  expect(centre.asked('2205').length + centre.asked('2202').length).toBe(0)
})

test('a clerk whose sign-in ends between two steps: what had not left is not taken for sent, and the visit goes on', async () => {
  shop = await openVisits('clerk', centre)
  const { id } = await shop.preSettle()
  const { db } = shop.deps
  const refused = await whole.during(
    '2205',
    () => shop.askPrice({ orderId: id }),
    () => db.update(signIn).set({ signedOutAt: new Date() }),
  )
  expect(refused.resultNotice?.error).toContain('签到')
  expect(await shop.visits(id)).toMatchObject([{ state: 'open', pending: '', batch: '' }])
  await shop.clerk.ok(signInCalls.do, {})
  const priced = await shop.preSettle({ orderId: id })
  expect(await shop.states(id)).toEqual(['open'])
  expect((await shop.settle(priced)).result).toMatchObject({ status: '2' })
})
