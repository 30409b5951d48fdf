import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Centre, startCentre } from '../settlement/test/counter.ts'
import { type OddCentre, oddCentre } from '../settlement/test/odd-centre.ts'
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
