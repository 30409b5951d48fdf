import { receipt } from '@yibao/shared/agent/receipt.ts'
import { slip } from '@yibao/shared/calls/store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Centre, type Counter, openCounter, otc, startCentre } from '../settlement/test/counter.ts'

let centre: Centre
let counter: Counter
beforeAll(async () => {
  centre = await startCentre()
  counter = await openCounter('clerk', { database: 'pglite', config: { settleWait: 5_000 } }, centre)
})
afterAll(async () => {
  await counter.close()
  await centre.close()
})

test('the receipt of a slip is the same document: its time is that of its making, however often it is asked for', async () => {
  const person = await counter.read('32050000000000000001')
  const priced = await counter.preSettle(person, { lines: otc('1.00') })
  const document = { orderId: priced.id, kind: 'presettlement' } as const
  const first = await counter.clerk.ok(slip.make, { ...document, layout: '58' })
  const of = async (slipId: string) =>
    receipt.parse(JSON.parse((await counter.clerk.ok(slip.receipt, { slipId })).blocks))
  const blocks = await of(first.slipId)
  expect(blocks).toContainEqual(expect.objectContaining({ text: '预结算单(非收款凭证)' }))
  const later = await counter.clerk.ok(slip.make, { ...document, layout: '80' })
  expect(await of(later.slipId)).toContainEqual(expect.objectContaining({ text: '预结算单(非收款凭证)' }))
  expect(await of(first.slipId)).toEqual(blocks)
  const stranger = await counter.clerk.send(slip.receipt, { slipId: '0190a000-0000-7000-8000-000000000000' })
  expect(stranger.success).toBe(false)
})
