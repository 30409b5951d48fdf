import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { order } from '../order/tables.ts'
import type { Day } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// 查询中心明细 (ux 3): whose a settlement is that only the centre has. Each asserts the centre's book, ours, and what is read.

const bench = useBench()

const strange = async (day: Day, msgid: string) => {
  await day.centreOnly(msgid)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyUnknown', centre: { setlId: '' } })
  const ask = () => day.client.send(reconciliation.askCentre, { diffId: difference!.id })
  const shown = async () => (await day.differences({ id: difference!.groupId }))[0]!
  const ours = () => day.deps.db.select().from(order).where(eq(order.msgid, msgid))
  return { difference: difference!, ask, shown, ours }
}

test('the centre says whose it is and what for: nothing is booked, and who approves a repair reads the name', async () => {
  const day = await bench.day('clerk', '2026-10-11')
  const { difference, ask, shown, ours } = await strange(day, 'P3205010000120261011080000001')
  const before = await day.book()
  const { result } = await ask()
  const [row] = before
  expect(result).toMatchObject({
    ...{ setlId: row!.setl_id, mdtrtId: row!.mdtrt_id, maskedName: '张*', insutype: '310', medicalType: '41' },
    ...{ total: row!.medfee_sumamt, account: row!.acct_pay, refunded: false },
    lines: [{ quantity: '1.0000', amount: row!.medfee_sumamt }],
  })
  expect(result?.lines?.[0]?.itemName).not.toBe('')
  expect([await day.book(), await ours()]).toEqual([before, []])
  expect(await shown()).toMatchObject({
    ...{ id: difference.id, maskedName: '张*', actions: ['backfill', 'undo', 'reverse', 'mark'] },
    centre: { setlId: row!.setl_id, total: row!.medfee_sumamt, cash: result!.cash },
  })
  expect(await shown()).not.toHaveProperty('handledBy')

  const authorizationId = await day.approve(`reverse:${difference.id}`)
  expect((await day.handle(difference, 'reverse', { authorizationId })).success).toBe(true)
  expect(await day.book()).toHaveLength(2)
  expect(await ours()).toMatchObject([{ state: 'reversed', flags: [] }])
})

test('what the centre does not answer is not kept, and asked again it is', async () => {
  const day = await bench.day('clerk', '2026-10-12')
  const { ask, shown, ours } = await strange(day, 'P3205010000120261012080000001')
  await bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停' })
  expect((await ask()).resultNotice?.error).toBe('医保中心没有查到这笔结算的明细，未处理')
  expect(await shown()).toMatchObject({ centre: { setlId: '' } })
  expect((await ask()).result).toMatchObject({ maskedName: '张*' })
  expect([await day.book(), await ours()]).toMatchObject([[{}], []])
})

test('a strange settlement whose 2103 is refused is still one that only the centre has', async () => {
  const day = await bench.day('clerk', '2026-10-13')
  const { difference, ours, shown } = await strange(day, 'P3205010000120261013080000001')
  const reverse = async () =>
    day.handle(difference, 'reverse', { authorizationId: await day.approve(`reverse:${difference.id}`) })
  await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '暂不能撤销' })
  expect((await reverse()).resultNotice?.error).toBe('医保中心：“暂不能撤销”')
  expect([await day.book(), await ours()]).toMatchObject([[{}], []])
  expect(await shown()).not.toHaveProperty('handledBy')
  expect((await reverse()).success).toBe(true)
  expect(await day.book()).toHaveLength(2)
  expect(await ours()).toMatchObject([{ state: 'reversed' }])
})

test('where no centre can be asked by person he reads where to look, and nothing is sent', async () => {
  const day = await bench.day('clerk3', '2026-10-14')
  const { difference, ask, ours } = await strange(day, 'P4301020000120261014080000001')
  expect(difference.actions).toEqual(['undo', 'mark'])
  const refused = await ask()
  expect(refused.resultNotice?.error).toBe('本地区的医保中心不能按参保人查询结算，请在医保中心网站核对后再处理')
  expect([await day.book(), await ours()]).toMatchObject([[{}], []])
})

test('one of our own, or a refund, is not asked for this way', async () => {
  const day = await bench.day('clerk', '2026-10-15')
  const { id } = await day.buy('2.00')
  await day.undoAtCentre(id)
  const [difference] = await day.run()
  const answer = await day.client.send(reconciliation.askCentre, { diffId: difference!.id })
  expect(answer.resultNotice?.error).toBe('只有中心多出的结算可以查询明细')
})
