import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { addDays } from '@yibao/shared/time.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Day, type Group, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// Which groups a day is asked about, which rows belong to one, and what the list shows of business that no run has seen.

const bench = useBench()
const person = (n: number) => `${stores.clerk.area}${String(n).padStart(14, '0')}`
/** Insured in another city: cleared apart. */
const elsewhere = person(9)
const cadre = person(5)
const other = storeIdOf('P32050100002')

const strange = (psn_no: string, msgid: string, fixmedins_code = stores.clerk.code as string) =>
  bench.centre.fault({ fault: 'centreOnlyRow', fixmedins_code, psn_no, msgid })
const boss = () => bench.counter.server.as('area', { areaCode: stores.clerk.area })
const listed = async (day: Day, date = day.date) =>
  (await day.client.ok(reconciliation.dayPaged, { from: date, to: date, pageSize: 100 })).items

test('a group that the store sold in within a month is asked about on a day without a sale of it: the centre has one', async () => {
  const first = await bench.day('clerk', '2026-02-01')
  await first.buy('3.00', { person: elsewhere })
  expect(await first.total()).toMatchObject({ equal: 3, unequal: 0 })
  const later = await bench.day('clerk', '2026-03-04')
  await strange(elsewhere, 'P3205010000120260304080000001')
  expect(await later.run()).toMatchObject([{ class: 'centreOnlyUnknown', maskedName: '吴**' }])
  const [unequal] = (await listed(later)).filter(({ state }) => state === '3')
  expect(unequal).toMatchObject({ local: { count: 0, total: '0.00' }, differences: 1 })
  expect(unequal!.clrOptins).not.toBe(stores.clerk.area)
  // Nobody has sold there for longer than that: it is asked about no more, but that day's group stays on record.
  const afterwards = await bench.day('clerk', '2026-03-05')
  expect((await afterwards.total()).groups).toHaveLength(2)
})

test('a group that a correction has emptied is asked about once more, and its day is over', async () => {
  const day = await bench.day('clerk', '2026-04-02')
  await day.buy('1.00')
  const { id } = await day.buy('2.00')
  await day.patch(id, { clrType: '11' })
  const { groups } = await day.total()
  await day.detail(groups.find(({ clrType }) => clrType === '11')!)
  expect(await day.order(id)).toMatchObject({ clrType: '41' })
  const after = await day.total()
  expect(after.groups.find(({ clrType }) => clrType === '11')).toMatchObject({ state: '2', local: { count: 0 } })
  expect(after.equal).toBe(after.groups.length)
})

test.each([
  ['2026-04-10', '320599', '清算机构本地 320599 / 中心 320500'],
  ['2026-04-11', '320500', '清算机构和类别 本地 320599 41 / 中心 320500 41'],
] as const)(
  '%s: a settlement under another organisation than the centre’s is put there, from whichever of both groups (%s)',
  async (date, asked, words) => {
    const day = await bench.day('clerk', date)
    await day.buy('1.00')
    const { id } = await day.buy('2.00')
    await day.patch(id, { clrOptins: '320599' })
    const { groups } = await day.total()
    const unequal = groups.filter(({ state }) => state === '3')
    expect(unequal.map(({ clrOptins }) => clrOptins).sort()).toEqual(['320500', '320599'])
    const found = await day.detail(unequal.find(({ clrOptins }) => clrOptins === asked)!)
    expect(found.automatic).toBe(1)
    const [difference] = (await Promise.all(found.groups.map((group) => day.differences(group)))).flat()
    expect(difference).toMatchObject({ class: 'group', orderId: id, handledBy: '系统', handledAction: 'correctGroup' })
    expect(difference!.evidence).toContain(words)
    expect(await day.order(id)).toMatchObject({ clrOptins: '320500', clrType: '41', insutype: '310' })
    const after = await day.total()
    expect(after.equal).toBe(after.groups.length)
    expect(await day.book()).toHaveLength(2)
  },
)

test.each([
  ['2026-04-13', { clrOptins: '320599' }],
  ['2026-04-15', { clrType: '11' }],
])('%s: a reversal that our book has under %o is put where the centre has it', async (date, wrong) => {
  const first = await bench.day('clerk', date)
  const { id } = await first.buy('2.00')
  await first.patch(id, wrong)
  expect(await first.total()).toMatchObject({ unequal: 2 })
  const day = await bench.day('clerk', addDays(date, 1))
  await day.cancel(id)
  const { groups } = await day.total()
  const asked = ({ state, clrOptins, clrType }: Group) => state === '3' && clrOptins === '320500' && clrType === '41'
  const found = await day.detail(groups.find(asked)!)
  const differences = (await Promise.all(found.groups.map((group) => day.differences(group)))).flat()
  expect(differences).toMatchObject([{ class: 'group', orderId: id, handledAction: 'correctGroup' }])
  expect(await day.order(id)).toMatchObject({ clrOptins: '320500', clrType: '41', state: 'reversed' })
  const outdated = (await listed(day, date)).filter(({ state }) => state !== '2')
  expect(outdated.map(({ state, centreText }) => [state, centreText])).toEqual(
    Array(2).fill(['0', '账目有变动，请重新对总账']),
  )
  for (const each of [date, day.date]) {
    const after = await day.client.ok(reconciliation.total, { day: each })
    expect(after.equal).toBe(after.groups.length)
  }
})

test('a reversal that the centre lists apart from its settlement is left to a person: nothing of ours can be put there', async () => {
  const { id } = await (await bench.day('clerk', '2026-04-20')).buy('2.00')
  const day = await bench.day('clerk', '2026-04-21')
  await day.cancel(id)
  await day.patch(id, { clrType: '11' })
  const client = day.deps.services.centre.of(stores.clerk.area)
  const run = client.run.bind(client)
  const asOurs = vi.spyOn(client, 'run').mockImplementation(async (...args: Parameters<typeof run>) => {
    const answer = await run(...args)
    return answer.kind === 'booked' ? { ...answer, value: Object.assign({}, answer.value, { clrType: '11' }) } : answer
  })
  onTestFinished(() => asOurs.mockRestore())
  const { groups } = await day.total()
  const found = await day.detail(groups.find(({ state, clrType }) => state === '3' && clrType === '41')!)
  expect(found.automatic).toBe(0)
  const [difference] = (await Promise.all(found.groups.map((group) => day.differences(group)))).flat()
  expect(difference).toMatchObject({ class: 'group', orderId: id, proposal: 'correctGroup' })
  expect(difference!.handledBy).toBeUndefined()
  const same = '医保中心查询到的险种和清算类别与本地一致，没有更正，请联系医保中心核实'
  expect(difference!.evidence).toContain(`系统处理未完成：${same}`)
  expect((await day.handle(difference!, 'correctGroup')).resultNotice?.error).toContain(same)
  expect(await day.order(id)).toMatchObject({ clrType: '11', state: 'reversed' })
  expect((await listed(day)).filter(({ clrType }) => clrType === '41').map(({ state }) => state)).toContain('3')
  expect((await day.handle(difference!, 'mark', { note: '已请医保中心核对' })).success).toBe(true)
})

test('what the centre has days before our book is moved there by a person alone', async () => {
  const day = await bench.day('clerk', '2026-04-17')
  const { id } = await day.buy('2.00')
  const ours = new Date('2026-04-20T10:00:00+08:00')
  await day.patch(id, { settledAt: ours })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'crossDay', proposal: 'moveDay' })
  expect(difference!.handledBy).toBeUndefined()
  expect((await day.order(id)).settledAt).toEqual(ours)
  expect((await day.handle(difference!, 'moveDay')).success).toBe(true)
  const after = await day.total()
  expect(after.equal).toBe(after.groups.length)
})

test('the file of a group holds its own rows alone: what another organisation clears is no difference in it', async () => {
  const day = await bench.day('clerk', '2026-04-03')
  await day.buy('3.00', { person: elsewhere })
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  await day.buy('2.00')
  expect(await day.run()).toMatchObject([{ class: 'amounts', local: { account: '2.00' } }])
})

test('what is sold after a run in a group that it has not written is shown as 未对账, whatever has been run beside it', async () => {
  const day = await bench.day('clerk', '2026-06-20')
  await (await boss()).ok(reconciliation.total, { day: day.date, storeId: other })
  await day.total()
  await day.buy('1.00', { person: cadre })
  await day.buy('2.00', { person: elsewhere })
  await day.patch((await day.buy('3.00')).id, { clrType: '11' })
  const shown = (await listed(day)).map(
    ({ clrOptins, insutype, clrType, state, local }) =>
      `${clrOptins === stores.clerk.area ? 'here' : 'there'} ${insutype} ${clrType} ${state} ${local.count} ${local.total}`,
  )
  expect(shown.sort()).toEqual([
    ...['here 310 11 0 1 3.00', 'here 310 41 2 0 0.00', 'here 340 41 0 1 1.00', 'here 390 41 2 0 0.00'],
    'there 310 41 0 1 2.00',
  ])
  const period = { from: day.date, to: day.date }
  const beyond = await day.client.ok(reconciliation.dayPaged, { ...period, page: 9, pageSize: 10 })
  expect(beyond).toMatchObject({ items: [], total: 5 })
  expect((await day.client.ok(reconciliation.dayPaged, { ...period, state: '2' })).total).toBe(2)
  expect((await day.client.ok(reconciliation.dayPaged, { ...period, state: '0' })).total).toBe(3)
})

test('a stranger’s row is named by what his own store sold to him; another store’s customers are nobody’s business here', async () => {
  const day = await bench.day('clerk', '2026-04-06')
  await day.buy('1.00', { person: person(2) })
  await strange(person(2), 'P3205010000220260406080000001', 'P32050100002')
  const client = await boss()
  const { groups } = await client.ok(reconciliation.total, { day: day.date, storeId: other })
  const unequal = groups.find(({ state }) => state === '3')!
  await client.ok(reconciliation.detail, { groupId: unequal.id })
  const there = (await client.ok(reconciliation.diffPaged, { groupId: unequal.id })).items
  expect(there).toMatchObject([{ class: 'centreOnlyUnknown', maskedName: '--' }])
  await strange(person(2), 'P3205010000120260406080000001')
  expect(await day.run()).toMatchObject([{ class: 'centreOnlyUnknown', maskedName: '李**' }])
})
