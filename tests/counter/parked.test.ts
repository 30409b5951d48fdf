import { randomUUID } from 'node:crypto'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { openRealCounter } from './real-counter.ts'

// T15: a basket that was put aside is its person's, and of many people the counter shows the same masked name.

const at = opened(openRealCounter)
type Window = ReturnType<typeof at.serve>

/** 张三 of 苏州 and 张安 of 南京: 张* both. */
const [zhangSan, zhangAn] = ['32050000000000000001', '32010000000000000001'] as const
const differs = '凭证与挂单的参保人不一致。挂单属于 张*，刚读取的是 另一位 张*。请选择'

/** What this window has, put aside and taken back by one that knows nothing of it; an e-voucher counts once. */
const takenBack = async (window: Window) => {
  await window.run({ type: 'park' })
  expect(window.said().join('\n')).toContain('M37 已挂单：张*')
  const next = at.serve()
  await next.run({ type: 'park' })
  const { dialog } = next.player.state
  const rows = (dialog?.kind === 'parked' && dialog.rows) || []
  const { parkedId } = rows.at(-1)!
  await next.run({ type: 'unpark', parkedId, key: randomUUID() })
  expect(next.reads()).toContain('请重新读取凭证后结算')
  return next
}

const bought = async (psnNo: string) => {
  const window = at.serve()
  await window.scan(psnNo)
  await window.run({ type: 'addItem', item: window.item })
  return window
}

test.each(['nobody priced it', 'it was priced'])('%s: another 张* does not get it by scanning', async (how) => {
  const first = await bought(zhangSan)
  if (how === 'it was priced') await first.run({ type: 'presettle' })
  const window = await takenBack(first)
  await window.scan(zhangAn)
  expect(window.reads()).toBe(differs)
  await window.run({ type: 'presettle' })
  expect([window.player.state.person, window.player.state.priced]).toEqual([undefined, undefined])

  // At the clerk's word it is the other one's, and stays so where it is put aside again before anybody has priced it.
  await window.scan(zhangAn)
  await window.run({ type: 'button', id: 'asNewPerson' })
  expect(window.player.state.person?.name).toBe('张安')
  const again = await takenBack(window)
  await again.scan(zhangSan)
  expect(again.reads()).toBe(differs)
  await again.run({ type: 'button', id: 'dropRead' })
  await again.scan(zhangAn)
  expect(again.player.state.person?.name).toBe('张安')
})

test('he himself has it back by scanning once more', async () => {
  const window = await takenBack(await bought(zhangSan))
  await window.scan(zhangSan)
  expect(window.player.state.person?.name).toBe('张三')
  await window.run({ type: 'presettle' })
  expect(window.reads()).toContain('预结算完成')
})

test('an F4 whose answer is lost leaves no second basket that a colleague could settle once more', async () => {
  const { clerk, centre } = at.counter
  const book = async () => (await centre.book('P32050100001', formatDay(new Date()))).length
  const before = await book()
  const lying = async () => (await clerk.ok(settlement.parkedList)).map(({ parkedId }) => parkedId)
  const known = await lying()
  const window = at.serve({ cut: settlement.park })
  await window.scan(zhangSan)
  await window.run({ type: 'addItem', item: window.item })
  await window.run({ type: 'park' })
  expect(window.reads()).toContain('不知道是否已挂上')
  const [aside, ...more] = (await lying()).filter((one) => !known.includes(one))
  expect([aside, more]).toEqual([expect.any(String), []])
  // The customer stands there still.
  await window.run({ type: 'presettle' })
  expect(window.reads()).toContain('预结算完成')
  expect([await lying(), window.player.state.priced?.order.id]).toEqual([known, aside])
  window.player.wait(1000)
  await window.run({ type: 'settle' })
  expect([window.player.state.phase, (await book()) - before]).toEqual(['settled', 1])
  expect((await clerk.send(settlement.unpark, { parkedId: aside! })).resultNotice?.error).toBe('挂单已被取回或已作废')
})
