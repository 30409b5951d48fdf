import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { openOddCentre } from '../../settlement/test/odd-centre.ts'
import { reconGroup } from '../tables.ts'
import { type Day, openBench } from '../test/bench.ts'

// The centre's sum of a group is another than ours, and its rows are ours one by one: nothing of the day is wrong but the sum.

const centre = opened(openOddCentre)
const bench = opened(() => openBench(centre))
afterEach(() => centre.asGiven())

const said = (sum: string) => `医疗费总额：中心 ${sum}，机构 3.00`
/** From now on the centre's sum of every group is another. */
const sumIs = (sum: string) =>
  centre.change('3201', ({ stmtinfo }) => ({
    stmtinfo: { ...(stmtinfo as object), stmt_rslt: '3', stmt_rslt_dscr: said(sum) },
  }))
const groupOf = async ({ client, date }: Day, insutype = '310') => {
  const { items } = await client.ok(reconciliation.dayPaged, { from: date, to: date, insutype })
  return items.find(({ clrType }) => clrType === '41')!
}
/** 对总账, then 对明细 of what is unequal, as the bench does at 「G 对总账」. */
const compare = async (day: Day) => {
  await day.total({ force: true })
  const group = await groupOf(day)
  if (group.state === '3') await day.detail(group)
  return { group: await groupOf(day), found: await day.differences(group) }
}
const note = '中心经办核实为其汇总有误'

const unequal = async (date: string) => {
  const day = await bench.day('clerk', date)
  await day.buy('1.00')
  await day.buy('2.00')
  sumIs('4.00')
  return { day, ...(await compare(day)) }
}

test('the clerk reads both sums and that every settlement agrees; compared anew it is equal, and nothing is left', async () => {
  const { day, group, found } = await unequal('2026-11-02')
  expect(await day.book(), 'the centre’s book').toHaveLength(2)
  expect(group).toMatchObject({
    state: '3',
    detailed: true,
    differences: 1,
    open: 1,
    local: { count: 2, total: '3.00' },
  })
  expect(found).toMatchObject([
    {
      class: 'totals',
      local: { total: '3.00', fund: '0.00', account: '3.00', cash: '0.00' },
      actions: ['mark'],
      risk: 'local',
      evidence: [
        '本地 2 笔：总额 3.00，基金 0.00，账户 3.00，现金 0.00',
        `医保中心答复「数据不一致」：“${said('4.00')}”`,
        '对明细没有差异：每一笔结算两边一致，不一致的是中心的合计',
      ],
    },
  ])
  expect(found[0]!.centre).toBeUndefined()
  centre.asGiven()
  expect(await compare(day)).toMatchObject({ group: { state: '2', differences: 0, open: 0 }, found: [] })
})

test('what stays unequal is marked with a reason, is 已处理 as long as the sums stay, and can be taken back', async () => {
  const { day, found } = await unequal('2026-11-03')
  const books = await day.book()
  expect((await day.handle(found[0]!, 'takeCentre')).success, 'nothing of ours is changed').toBe(false)
  expect((await day.handle(found[0]!, 'mark', { note: '短' })).success).toBe(false)
  const marked = await day.handle(found[0]!, 'mark', { note })
  expect(marked.result).toMatchObject({ handledAction: 'mark', handledNote: note, handledBy: '李店员', undoable: true })
  expect(await groupOf(day)).toMatchObject({ state: '4', open: 0 })
  const again = await compare(day)
  expect(again, 'the same sums are not raised again').toMatchObject({ group: { state: '4', open: 0 } })
  expect(again.found).toMatchObject([{ id: found[0]!.id, handledNote: note }])

  await day.client.ok(reconciliation.undo, { diffId: found[0]!.id })
  expect(await groupOf(day)).toMatchObject({ state: '3', open: 1 })
  expect((await day.handle(found[0]!, 'mark', { note })).success).toBe(true)
  sumIs('5.00')
  const moved = await compare(day)
  expect(moved.group, 'another sum of the centre is another difference').toMatchObject({ state: '3', open: 1 })
  expect(moved.found.map(({ handledNote, evidence }) => [handledNote, evidence[1]])).toEqual([
    [undefined, expect.stringContaining('5.00')],
    [note, expect.stringContaining('4.00')],
  ])
  expect(await day.book()).toEqual(books)

  const admin = await bench.counter.server.as('admin')
  const { items } = await admin.ok(operationLog.paged, { module: 'reconciliation', pageSize: 100 })
  expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['处理差异', '撤回差异处理']))
})

test('found equal since, a mark is not taken back: the group would be unequal without a reason', async () => {
  const { day, found } = await unequal('2026-11-04')
  expect((await day.handle(found[0]!, 'mark', { note })).success).toBe(true)
  centre.asGiven()
  expect((await compare(day)).group).toMatchObject({ state: '2' })
  const answer = await day.client.send(reconciliation.undo, { diffId: found[0]!.id })
  expect(answer.resultNotice?.error).toContain('这一组后来已对平，不用撤回')
  expect(await groupOf(day)).toMatchObject({ state: '2', open: 0 })
})

test('where a settlement differs too, that comes first; marked, it stands for its group, and the others have their sums', async () => {
  const day = await bench.day('clerk', '2026-11-05')
  await day.buy('1.00')
  await day.centreOnly('P3205010000120261105090000000001')
  sumIs('9.00')
  const { found } = await compare(day)
  expect(found.map((one) => one.class)).toEqual(['centreOnlyUnknown'])
  const other = await groupOf(day, '390')
  expect(other).toMatchObject({ state: '3', differences: 0 })
  expect((await day.handle(found[0]!, 'mark', { note })).success).toBe(true)
  const after = await compare(day)
  expect(after).toMatchObject({ group: { state: '4' }, found: [{ class: 'centreOnlyUnknown', handledNote: note }] })
  expect(await day.differences(other)).toMatchObject([{ class: 'totals', local: { total: '0.00' } }])
})

test('a group whose book has moved since 3201 was asked has no verdict, and nothing is said for the centre', async () => {
  const { day, group } = await unequal('2026-11-09')
  await bench.counter.server.deps.db
    .update(reconGroup)
    .set({ centreResult: null, centreText: '账目有变动，请重新对总账' })
  await day.detail(group)
  expect(await day.differences(group)).toEqual([])
  expect((await compare(day)).found).toMatchObject([{ class: 'totals' }])
})
