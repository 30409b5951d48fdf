import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../base/ids.ts'
import { order } from '../../order/tables.ts'
import { personOf } from '../classify/ask.ts'
import type { Action } from '../repair/repair.ts'
import { reconDifference, type Side } from '../tables.ts'
import type { Day } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'
import { markReversed } from './mark-reversed.ts'
import { moveDay } from './move-day.ts'
import { takeCentre } from './take-centre.ts'

// A repair of one order by itself: it writes what the centre has told, and nothing where it has told nothing.

const bench = useBench()

/** A repair of a day's order, with what the statement says of it. */
const repaired = async (
  day: Day,
  id: string,
  action: Action,
  { centre, local }: { centre?: Side; local?: Side } = {},
) => {
  const { deps } = day
  const row = await day.order(id)
  const psn = deps.services.vault.seal(personOf(deps, row).psnNo)
  const storeRow = await day.store()
  const found = { day: day.date, msgid: row.msgid ?? '', psn, centre: centre ?? null, local: local ?? null }
  const place = { id: newId(deps.clock()), groupId: 'alone', storeId: storeRow.id, class: 'amounts' }
  const [difference] = await deps.db
    .insert(reconDifference)
    .values({ ...place, ...found })
    .returning()
  try {
    return await action({ deps, by: '王会计', difference: difference!, storeRow, order: row })
  } finally {
    await deps.db.delete(reconDifference).where(eq(reconDifference.id, place.id))
  }
}
const side = (
  row: { setlId: string | null; total: number; fundTotal: number; account: number },
  more: object = {},
) => ({
  ...{ setlId: row.setlId ?? '', mdtrtId: '', total: row.total, fund: row.fundTotal, account: row.account },
  ...{ reversed: false, ...more },
})

test('amounts of the query are taken only where they are all those of the statement: each of the three is what 3201 counts', async () => {
  const day = await bench.day('clerk', '2026-12-01')
  const { id } = await day.buy('2.00')
  const before = await day.order(id)
  const { cash, account, fundTotal, total, split } = before
  const again = () => day.patch(id, { cash, account, fundTotal, total, split })
  const stated = (more: object) => ({ centre: side(before, more) })
  await repaired(day, id, takeCentre, stated({ total: total + 50 }))
  expect(await day.order(id)).toMatchObject({ total: total + 50, cash: cash + 50, account, fundTotal })
  await again()
  await repaired(day, id, takeCentre, stated({ fund: fundTotal + 30 }))
  expect(await day.order(id)).toMatchObject({ total, fundTotal: fundTotal + 30, cash: cash - 30, account })
  await again()
  await repaired(day, id, takeCentre, stated({ account: account - 20 }))
  expect(await day.order(id)).toMatchObject({ total, fundTotal, account: account - 20, cash: cash + 20 })
  // What the organisation bears is not the person's, whoever else's sums change.
  await again()
  await day.patch(id, { split: split && { ...split, hospitalPart: 30 } })
  await repaired(day, id, takeCentre, stated({ fund: fundTotal + 10 }))
  const kept = { hospitalPart: 30, personPart: total - (fundTotal + 10) - 30 }
  expect((await day.order(id)).split).toMatchObject(kept)
})

test('amounts are taken over and nothing else: neither who clears them nor when they were booked', async () => {
  const day = await bench.day('clerk', '2026-12-02')
  const { id } = await day.buy('2.00')
  const { account } = await day.order(id)
  const here = { clrOptins: '329900', clrType: '11', settledAt: new Date('2026-12-02T09:59:37+08:00') }
  await day.patch(id, { ...here, account: 0, cash: 200 })
  await repaired(day, id, takeCentre)
  expect(await day.order(id)).toMatchObject({ ...here, account, cash: 0 })
})

test('a day that the centre has not told moves nothing', async () => {
  const day = await bench.day('clerk', '2026-12-03')
  const { id } = await day.buy('2.00')
  const before = await day.order(id)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '5203' })
  await expect(repaired(day, id, moveDay)).rejects.toThrow('医保中心没有答复记账日，没有移动')
  await expect(repaired(day, id, moveDay), 'nor one that is ours').rejects.toThrow('没有移动')
  await expect(repaired(day, id, moveDay, { local: side(before, { reversed: true }) })).rejects.toThrow(
    '没有这一笔的记账时间',
  )
  expect(await day.order(id)).toEqual(before)
})

test('one that was reversed here and of which the centre holds nothing was never booked: neither row of it is left', async () => {
  const day = await bench.day('clerk', '2026-12-04')
  const { id } = await day.buy('2.00')
  await day.undoAtCentre(id)
  await day.patch(id, { state: 'reversed', reversedBy: '2103', reversedAt: bench.clock() })
  const { before } = await repaired(day, id, markReversed)
  expect(await day.order(id)).toMatchObject({ state: 'reversed', reversedBy: '2601' })
  expect(before).toMatchObject({ was: { reversedBy: '2103' } })
  expect(await day.book()).toEqual([])
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
})

test('a settlement that this system never sent is taken in with its goods and on its day, or not at all', async () => {
  const day = await bench.day('clerk', '2026-12-05')
  const msgid = 'P3205010000120261205000000009999'
  await day.centreOnly(msgid)
  const next = await bench.day('clerk', '2026-12-06')
  const { readId } = await next.counter.read('32050000000000000001', next.client)
  const { visits } = await next.client.ok(outpatient.queryCentre, { readId, from: day.date, to: day.date })
  const wanted = { readId, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, reason: '顾客说扣了钱' }
  // Once as what else its visit holds is asked for, once as its lines are.
  await bench.centre.fault({ fault: 'refuse', infno: '5204', text: '查询暂停', times: 2 })
  const refused = await next.client.send(outpatient.backfill, wanted)
  expect(refused.resultNotice?.error).toContain('医保中心没有答复费用明细，没有补录')
  const mine = () => day.deps.db.select().from(order).where(eq(order.msgid, msgid))
  expect(await mine()).toEqual([])

  await next.client.ok(outpatient.backfill, wanted)
  const [made] = await mine()
  const [theirs] = await day.book()
  const total = Math.round(Number(theirs!.medfee_sumamt) * 100)
  expect(made).toMatchObject({
    state: 'settled',
    setlId: theirs!.setl_id,
    total,
    insutype: '310',
    operatorName: '李店员',
  })
  expect(made!.lines).toMatchObject([{ no: 1, quantity: '1.0000', amount: total, mapped: true }])
  expect(formatDay(made!.settledAt!)).toBe(day.date)
  const { groups, equal } = await next.client.ok(reconciliation.total, { day: day.date })
  expect(equal).toBe(groups.length)
})
