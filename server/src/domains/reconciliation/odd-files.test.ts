import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reverse } from '../../centre/operations/reversal.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { systemHeader } from '../attendance/sign.ts'
import { type Centre, startCentre } from '../settlement/test/centre.ts'
import { type OddCentre, oddCentre } from '../settlement/test/odd-centre.ts'
import { type Bench, openBench, stores } from './test/bench.ts'

// A result file laid out otherwise (domain.md 5.3): a difference is shown or the clerk is told, never neither.

let whole: Centre
let centre: OddCentre
let bench: Bench
beforeAll(async () => {
  whole = await startCentre()
  centre = await oddCentre(whole)
  bench = await openBench(centre)
})
afterEach(() => centre.asGiven())
afterAll(async () => {
  await bench.close()
  await centre.close()
  await whole.close()
})

const contentOf = (zip: Uint8Array): Uint8Array => Object.values(unzipSync(zip))[0]!

/** A day with one settlement that the centre has undone. */
const undoneDay = async (date: string) => {
  const day = await bench.day('clerk', date)
  const { id } = await day.buy('2.00')
  await day.undoAtCentre(id)
  return day
}

describe('the differences are found', () => {
  test.each([
    [
      '2026-09-01',
      'in a folder',
      (zip: Uint8Array) => zipSync({ 'P32/': new Uint8Array(), 'P32/1.txt': contentOf(zip) }),
    ],
    [
      '2026-09-02',
      'behind an empty file',
      (zip: Uint8Array) => zipSync({ '0': new Uint8Array(), '1': contentOf(zip) }),
    ],
    ['2026-09-03', 'unzipped', contentOf],
  ])('%s: a file %s', async (date, _, change) => {
    const day = await undoneDay(date)
    centre.changeFile(change)
    expect(await day.run()).toMatchObject([{ class: 'localOnly', local: { total: '2.00' } }])
  })
})

test.each([
  ['2026-09-04', 'nothing at all', () => new Uint8Array()],
  ['2026-09-05', 'a ZIP of nothing', () => zipSync({})],
])('%s: the clerk reads that the file was %s', async (date, _, change) => {
  const day = await undoneDay(date)
  centre.changeFile(change)
  await expect(day.run()).rejects.toThrow('结果文件是空的或不完整，原文件已保存，请稍后重新对明细')
  const { items } = await day.client.ok(reconciliation.dayPaged, { from: date, to: date })
  const unequal = items.find(({ state }) => state === '3')!
  // Not what the bench says of rows that were compared and agree.
  expect(unequal).toMatchObject({ detailed: false, differences: 0, resultExpires: expect.any(String) })
  const kept = await day.client.send(reconciliation.resultFile, { groupId: unequal.id })
  expect(kept.bytes, 'as it came').toEqual(Buffer.from(change()))
  centre.asGiven()
  expect(await day.run()).toMatchObject([{ class: 'localOnly' }])
})

const lines = (change: (cells: string[]) => string[]) => (zip: Uint8Array) => {
  const rows = Buffer.from(contentOf(zip)).toString('utf8').split('\n').filter(Boolean)
  return zipSync({ '1.txt': Buffer.from(rows.map((row) => `${change(row.split('\t')).join('\t')}\n`).join('')) })
}

test.each([
  [
    '2026-09-10',
    'a line that is no row',
    (cells: string[]) => cells.slice(0, 3),
    '结果文件第 1 行无法识别，原文件已保存',
  ],
  [
    '2026-09-11',
    'a number that we did not send',
    (cells: string[]) => cells.with(2, 'S-UNKNOWN'),
    '结果文件中的结算号 S-UNKNOWN 不在上传的明细里',
  ],
] as const)('%s: %s: the clerk reads so, and what was found before stands', async (date, _, change, words) => {
  const day = await undoneDay(date)
  const [before] = await day.run()
  centre.changeFile(lines(change))
  await expect(day.run()).rejects.toThrow(words)
  expect(await day.differences({ id: before!.groupId })).toMatchObject([{ id: before!.id, class: 'localOnly' }])
})

// Hunan's table knows only equal and not; a client of some areas has codes that no edition has.
test.each([
  ['2026-09-13', 'JX', '1'],
  ['2026-09-14', 'JX', '101'],
  ['2026-09-15', 'HN', '1'],
] as const)(
  '%s: a row that only the centre has is found whatever number it brings (%s, %s)',
  async (date, stmtRslt, code) => {
    const gateway = bench.counter.server.deps.services.centre
    gateway.configure('320500', { baseUrl: centre.url, stmtRslt })
    const day = await bench.day('clerk', date)
    await day.centreOnly(`P32050100001${date.replaceAll('-', '')}1000009913`)
    centre.changeFile(lines((cells) => cells.with(1, 'M-OWN').with(2, 'S-OWN').with(4, code)))
    expect(await day.run()).toMatchObject([{ class: 'centreOnlyUnknown', centre: { setlId: 'S-OWN' } }])
    gateway.configure('320500', { baseUrl: centre.url })
  },
)

test('a row of ours under the other sign is nobody else’s', async () => {
  const day = await bench.day('clerk', '2026-09-16')
  const { id } = await day.buy('2.00')
  await day.undoAtCentre(id)
  const { setlId } = await day.order(id)
  centre.changeFile(lines((cells) => cells.with(4, '101').with(5, '1')))
  await expect(day.run()).rejects.toThrow(`结果文件中的结算号 ${setlId} 不在上传的明细里`)
})

test('where its code does not say whose a row is, a refund under the number of our settlement is the centre’s', async () => {
  const day = await bench.day('clerk3', '2026-09-17')
  await day.buy('2.00')
  const { id } = await day.buy('3.00')
  const { setlId, mdtrtId } = await day.order(id)
  const { area, person } = stores.clerk3
  // On the centre's own site; and it gives a refund no number of its own.
  const header = await systemHeader(day.deps, await day.store(), area)
  const args = { setlId: setlId!, mdtrtId: mdtrtId!, psnNo: person }
  const { kind } = await day.deps.services.centre.of(area).run(reverse, args, header, { timeoutMs: 5_000 })
  expect(kind).toBe('booked')
  centre.changeFile(lines((cells) => (cells[5] === '1' ? cells.with(1, mdtrtId!).with(2, setlId!) : cells)))
  const [difference, ...more] = await day.run()
  expect(more).toEqual([])
  expect(difference).toMatchObject({
    ...{ class: 'oneSideReversed', orderId: id, proposal: 'confirmReversal', local: { total: '3.00' } },
    evidence: [expect.stringContaining('在医保中心已退费'), '本店系统没有发出过这笔撤销'],
  })
  expect((await day.book()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['2.00', '3.00', '-3.00'])
  expect((await day.order(id)).state, 'a person confirms it').toBe('settled')
})

test('rows that the file lists as equal are equal', async () => {
  const day = await undoneDay('2026-09-12')
  centre.changeFile(lines((cells) => cells.with(4, '0')))
  const { groups } = await day.total()
  const unequal = groups.find(({ state }) => state === '3')!
  await day.detail(unequal)
  expect(
    (await day.differences(unequal)).map((one) => one.class),
    'nothing but the sums',
  ).toEqual(['totals'])
})

test.each(['base64', 'bytes', 'signedBytes'] as const)(
  'our file goes out as %s where the area takes it so',
  async (uploadMode) => {
    const days = { base64: '2026-09-20', bytes: '2026-09-21', signedBytes: '2026-09-22' }
    const gateway = bench.counter.server.deps.services.centre
    gateway.configure('320500', { baseUrl: centre.url, uploadMode })
    const day = await undoneDay(days[uploadMode])
    expect(await day.run()).toMatchObject([{ class: 'localOnly', local: { total: '2.00' } }])
    expect(Array.isArray(centre.asked('9101').at(-1)!.fsUploadIn!.in)).toBe(uploadMode !== 'base64')
    gateway.configure('320500', { baseUrl: centre.url })
  },
)

test('a file that lists nothing leaves the group unequal, and it is known that its details were compared', async () => {
  const day = await undoneDay('2026-09-06')
  centre.changeFile(() => zipSync({ '1.txt': new Uint8Array() }))
  const { groups } = await day.total()
  const unequal = groups.find(({ state }) => state === '3')!
  expect(unequal.detailed).toBe(false)
  const after = (await day.detail(unequal)).groups.find(({ id }) => id === unequal.id)
  expect(after).toMatchObject({ state: '3', differences: 1, detailed: true })
  expect(
    (await day.differences(unequal)).map((one) => one.class),
    'nothing but the sums',
  ).toEqual(['totals'])
})

test('a file that cannot be read holds up no other day of its month', async () => {
  const month = '2026-10'
  await undoneDay(`${month}-08`)
  await undoneDay(`${month}-09`)
  const { client } = await bench.day('clerk', `${month}-20`)
  let files = 0
  centre.changeFile((zip) => (files++ ? zip : new Uint8Array()))
  const check = async () => untilEnded(client, (await client.ok(monthBooks.monthCheck, { month })).progressId)
  const [{ text = '' } = {}] = (await check()).results
  const why = '2026-10-08 没有对出明细：医保中心给的结果文件是空的或不完整'
  expect(text).toContain(`差异已列出，在列表点这家门店的那一行，按日查看并处理；${why}`)
  const { items } = await client.ok(reconciliation.dayPaged, { from: `${month}-08`, to: `${month}-09`, state: '3' })
  const found = items.map(({ day, detailed, differences }) => [day, detailed, differences]).sort()
  expect(found).toEqual([
    [`${month}-08`, false, 0],
    [`${month}-09`, true, 1],
  ])
})
