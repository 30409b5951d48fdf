import { receipt } from '@yibao/shared/agent/receipt.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { store } from '../organisation/tables.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'
import { hasPdftotext, pdfText } from './document/test/pdf-text.ts'

const counter = opened(() => openCounter('clerk', { database: 'pglite', config: { settleWait: 5_000 } }))

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

test.skipIf(!hasPdftotext)(
  'A5 names the insured person’s number and employer, the shop as the centre has it, and the lot of what was sold',
  async () => {
    const registered = '示例医药连锁有限公司观前店'
    const here = eq(store.id, storeIdOf('P32050100001'))
    await counter.server.deps.db.update(store).set({ fixmedinsName: registered }).where(here)
    const lines = otc('1.00').map((line) => ({ ...line, lot: '26110042' }))
    const priced = await counter.preSettle(await counter.read('32050000000000000001'), { lines })
    const { slipId } = await counter.clerk.ok(slip.make, { orderId: priced.id, kind: 'presettlement', layout: 'a5' })
    const { bytes } = await counter.clerk.send(slip.get, { slipId })
    const written = pdfText(Buffer.from(bytes), 'raw').replace(/\s/g, '')
    for (const part of [`机构名称${registered}`, '个人编号32050000000000000001', '单位', '26110042'])
      expect(written).toContain(part)
  },
)
