import { receipt } from '@yibao/shared/agent/receipt.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { order } from '../order/tables.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'
import { hasPdftotext, pdfText } from './document/test/pdf-text.ts'

// The copies of a slip are a place's option (ux 6), and each says whose it is.

const counter = opened(() =>
  openCounter('clerk', {
    database: 'pglite',
    config: { settleWait: 5_000 },
    settings: { slipCopies: ['store', 'insured'] },
  }),
)

test('a settlement prints the copies that its place has chosen, each named, in their order; what is no receipt prints once', async () => {
  const priced = await counter.preSettle(await counter.read('32050000000000000001'), { lines: otc('1.00') })
  const make = (kind: 'settlement' | 'presettlement', layout: 'a5' | '80') =>
    counter.clerk.ok(slip.make, { orderId: priced.id, kind, layout })
  const marksOf = async (slipId: string) => {
    const blocks = receipt.parse(JSON.parse((await counter.clerk.ok(slip.receipt, { slipId })).blocks))
    return blocks.flatMap((one) => (one.kind === 'text' && one.text.endsWith('联') ? one.text : []))
  }
  expect(await marksOf((await make('presettlement', '80')).slipId)).toEqual([])
  expect((await counter.settle(priced)).success).toBe(true)
  const made = await make('settlement', '80')
  expect(await marksOf(made.slipId)).toEqual(['参保人联', '药店联'])
  expect(made.pages).toBe(2)
})

test.skipIf(!hasPdftotext)('the form of a visit says whether the insured is a civil servant', async () => {
  const lines = [{ ownCode: '100001', quantity: '1', price: '20.00' }]
  const chronic = { medicalType: '14', diseaseCode: 'M01600', diseaseName: '糖尿病', lines }
  const person = await counter.read('32050000000000000003')
  const priced = await counter.preSettle(person, chronic as never)
  const made = await counter.clerk.ok(slip.make, { orderId: priced.id, kind: 'presettlement', layout: 'a4' })
  const { bytes } = await counter.clerk.send(slip.get, { slipId: made.slipId })
  expect(pdfText(Buffer.from(bytes), 'raw').replace(/\s/g, '')).toContain('公务员否')
})

test('who is a civil servant in the insurance he buys on is one on his order', async () => {
  const flagOf = async (psnNo: string) => {
    const { id } = await counter.preSettle(await counter.read(psnNo), { lines: otc('1.00') })
    const [row] = await counter.server.deps.db.select().from(order).where(eq(order.id, id))
    return row!.person.civilServant
  }
  expect([await flagOf('32050000000000000020'), await flagOf('32050000000000000002')]).toEqual([true, false])
})
