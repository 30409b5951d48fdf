import { parseTime } from '@yibao/shared/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import type { Deps } from '../../../call/context.ts'
import type { ResultRow } from '../../../centre/files.ts'
import { bookRows } from '../../book/rows.ts'
import { startCentre } from '../../settlement/test/centre.ts'
import { type Day, openBench, stores } from '../test/bench.ts'
import { ask, personOf } from './ask.ts'
import { classify } from './classify.ts'
import type { Books } from './finding.ts'
import { classifyLocal } from './local.ts'

// Hunan's file says only unequal: what 5203 shows decides. Its answer is changed on the way, field by field.

const centre = opened(startCentre)
const bench = opened(() => openBench(centre))
let day: Day
beforeAll(async () => {
  day = await bench.day('clerk3', '2026-05-10')
  await day.buy('2.00')
})

/** The real centre's answers with some fields of a settlement replaced. */
const changed = (deps: Deps, values: Record<string, unknown>): Deps => {
  const real = deps.services.centre.of(stores.clerk3.area)
  const client = new Proxy(real, {
    get: (target, name) => {
      if (name !== 'run') return Reflect.get(target, name, target)
      return async (...args: Parameters<typeof real.run>) => {
        const answer = await target.run(...args)
        return answer.kind === 'booked' ? { ...answer, value: { ...(answer.value as object), ...values } } : answer
      }
    },
  })
  const gateway = Object.assign(Object.create(deps.services.centre), { of: () => client })
  return { ...deps, services: { ...deps.services, centre: gateway } }
}

const classified = async (
  values: Record<string, unknown>,
  { on = day, refunded = false, diff = 'unclear' }: { on?: Day; refunded?: boolean; diff?: ResultRow['diff'] } = {},
) => {
  const storeRow = await day.store()
  const rows = await bookRows(day.deps.db, storeRow.id, on.date)
  const deps = changed(day.deps, values)
  const books: Books = { deps, storeRow, day: on.date, clrOptins: '430100', clrType: '41', rows }
  const mine = rows.find((row) => row.refunded === refunded)!
  const { psnNo } = personOf(day.deps, mine.order)
  const listed: ResultRow = {
    psnNo,
    mdtrtId: mine.mdtrtId,
    setlId: mine.setlId,
    msgid: mine.order.msgid!,
    code: '1',
    diff,
    refunded,
  }
  return classifyLocal(books, listed, mine)
}

test.each([
  [{ account: 150 }, 'amounts', ['个人账户 2.00 / 中心 1.50，其余一致'], 'takeCentre', undefined],
  [{ fundTotal: 50 }, 'amounts', ['基金 0.00 / 中心 0.50，其余一致'], 'takeCentre', undefined],
  [{ total: 250 }, 'amounts', ['总额 2.00 / 中心 2.50，其余一致'], 'takeCentre', undefined],
  [{ clrOptins: '430199' }, 'group', ['清算机构本地 430100 / 中心 430199'], 'correctGroup', 'correctGroup'],
  [{ clrType: '11' }, 'group', ['清算类别本地 41 / 中心 11'], 'correctGroup', 'correctGroup'],
  // What the centre does not tell is no difference.
  [
    { clrOptins: '', clrType: '', insurance: '', setlTime: '' },
    'amounts',
    ['医保中心查询结果与本地一致，对账文件却不一致'],
    null,
    undefined,
  ],
  [{ insurance: '390' }, 'group', ['险种本地 310 / 中心 390'], 'correctGroup', 'correctGroup'],
  [
    { setlTime: '2026-05-09 23:59:58' },
    'crossDay',
    ['中心记在 2026-05-09 23:59:58，本地记在 2026-05-10 10:00:00'],
    'moveDay',
    'moveDay',
  ],
  [{ setlTime: '2026-05-11 00:00:01' }, 'crossDay', [expect.any(String)], 'moveDay', 'moveDay'],
  [{ setlTime: '2026-05-01 10:00:00' }, 'crossDay', [expect.any(String)], 'moveDay', undefined],
  [{ setlTime: '2026-05-12 00:00:00' }, 'crossDay', [expect.any(String)], 'moveDay', undefined],
  [{}, 'amounts', ['医保中心查询结果与本地一致，对账文件却不一致'], null, undefined],
] as const)('%o is %s', async (values, name, evidence, proposal, automatic) => {
  const finding = await classified(values)
  expect(finding.evidence.map((text) => text.replace(/10:00:0\d$/, '10:00:00'))).toEqual(evidence)
  expect(finding).toMatchObject({ class: name, proposal })
  expect(finding.automatic).toBe(automatic)
})

test('a file that says the centre lacks it, where the query shows it as ours is: so it is named, and nothing is proposed', async () => {
  expect(await classified({}, { diff: 'localOnly' })).toMatchObject({ class: 'localOnly', proposal: null })
})

test('one that the centre has taken back by itself is proposed as that, whatever its file says', async () => {
  for (const diff of ['localOnly', 'unclear'] as const)
    expect(await classified({ refunded: true }, { diff })).toMatchObject({
      ...{ class: 'oneSideReversed', proposal: 'confirmReversal', evidence: ['医保中心已退费，本地仍是已结算'] },
    })
})

test('a file that says the centre lacks it is word enough where the query gets no answer', async () => {
  await centre.fault({ fault: 'dropBeforeBooking', infno: '5203' })
  const finding = await classified({}, { diff: 'localOnly' })
  expect(finding).toMatchObject({ class: 'localOnly', proposal: 'markReversed' })
  expect(finding.automatic).toBeUndefined()
  expect(finding.evidence.at(-1)).toBe('对账文件：医药机构多')
})

// A refund of ours that the file calls unequal: what the centre shows of it, or else of its settlement.
test.each([
  ['2026-05-20', 'its own number', { setlTime: '2026-05-19 23:59:59' }, 'crossDay', 'moveDay', 'moveDay'],
  ['2026-05-21', 'its own number', { account: 0 }, 'amounts', null, undefined],
  ['2026-05-22', 'a settlement that was refunded', { refunded: true }, 'crossDay', null, undefined],
  ['2026-05-23', 'a settlement that stands', { refunded: false }, 'oneSideReversed', 'confirmReversal', undefined],
  [
    '2026-05-26',
    'its settlement’s number',
    { setlTime: '2026-05-25 23:59:59', refunded: true },
    'crossDay',
    null,
    undefined,
  ],
  [
    '2026-05-27',
    'its settlement’s number',
    { setlTime: '2026-05-26 23:59:59', refunded: false },
    'oneSideReversed',
    'confirmReversal',
    undefined,
  ],
] as const)('%s: the centre shows %s: %o is %s', async (date, what, values, name, proposal, automatic) => {
  const on = await bench.day('clerk3', date)
  const { id } = await on.buy('3.00')
  await on.cancel(id)
  if (what !== 'its own number')
    await on.patch(id, { reversalSetlId: what.startsWith('its') ? (await on.order(id)).setlId : null })
  const finding = await classified(values, { on, refunded: true })
  expect(finding).toMatchObject({ class: name, proposal })
  expect(finding.automatic).toBe(automatic)
})

test('what the centre counts under another insurance is told once: no refund of it, nor what its file has listed', async () => {
  const on = await bench.day('clerk3', '2026-05-25')
  const [first, second] = [await on.buy('2.00'), await on.buy('3.00')]
  await on.cancel(second.id)
  // Both in one second.
  const ids = [first.id, second.id].sort()
  const storeRow = await day.store()
  const rows = await bookRows(day.deps.db, storeRow.id, on.date)
  const deps = changed(day.deps, { insurance: '390' })
  const books: Books = { deps, storeRow, day: on.date, clrOptins: '430100', clrType: '41', rows }
  const found = async (unequal: string[], listed: ResultRow[] = []) =>
    (await classify(books, listed, new Set(unequal))).map((one) => [one.class, one.order?.id])
  const both = ids.map((id) => ['group', id])
  expect(await found(['310', '390'])).toEqual(both)
  const { setlId, mdtrtId, order } = rows[0]!
  const { psnNo } = personOf(day.deps, order)
  const row = { psnNo, mdtrtId, setlId, msgid: order.msgid!, code: '1', diff: 'unclear' as const, refunded: false }
  expect(await found(['310', '390'], [row])).toEqual(both)
  expect(await found(['390', '391']), 'its own insurance agrees').toEqual([])
})

test('a refund that 5203 shows with positive amounts is ours all the same: nothing of it differs', async () => {
  const on = await bench.day('clerk3', '2026-05-24')
  const { id } = await on.buy('3.00')
  await on.cancel(id)
  const finding = await classified({ total: 300, account: 300 }, { on, refunded: true })
  expect(finding).toMatchObject({ centre: { total: -300, fund: 0, account: -300 }, proposal: null })
  expect(finding.evidence).toEqual(['医保中心查询结果与本地一致，对账文件却不一致'])
})

test('5203 tells a refusal from silence', async () => {
  const storeRow = await day.store()
  const [mine] = await bookRows(day.deps.db, storeRow.id, day.date)
  const person = personOf(day.deps, mine!.order)
  const found = await ask(day.deps, storeRow, person, mine!)
  expect(found.kind === 'found' && parseTime(found.settlement.setlTime)).toEqual(mine!.at)
  expect(await ask(day.deps, storeRow, person, { setlId: 'X', mdtrtId: 'X' })).toEqual({
    kind: 'none',
    text: '未查询到结算信息',
  })
  await centre.fault({ fault: 'dropBeforeBooking', infno: '5203' })
  expect(await ask(day.deps, storeRow, person, mine!)).toEqual({ kind: 'silent' })
})
