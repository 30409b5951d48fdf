import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { visit } from '../order/visit-tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { makeVisitReady } from '../visit/test/ready.ts'
import { endLeftVisits } from './visits.ts'

const centre = opened(startCentre)
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 } }, centre))

test('an area that settles in visits has them accepted too: registered, charged, settled, taken back, and cancelled', async () => {
  const { db } = counter.server.deps
  await makeVisitReady(db, ['11'])
  const area = await counter.server.as('area')
  const run = async (infnos?: string[]) => {
    const person = { storeId: storeIdOf('P32050100001'), medium: 'typed', certNo: persons[0]!.certno } as const
    const { id, progressId } = await area.ok(acceptance.oneKeyAcceptance, { ...person, infnos } as never)
    await untilEnded(area, progressId)
    return area.ok(acceptance.get, { id })
  }
  // Rounds of the job as fast as they go: they leave to the run what is the run's.
  let runs = true
  const rounds = async () => {
    while (runs) await endLeftVisits(counter.server.deps, (fault) => expect.fail(String(fault)))
  }
  const beside = rounds()
  const done = await run()
  runs = false
  await beside
  const inVisit = ['2201', '2203', '2204', '2206', '2207', '2208', '2205', '2202']
  expect(done.rows.map(({ infno, state, hasMessage, text }) => [infno, state, hasMessage || text])).toEqual(
    [
      ...['9001', '1101', '2001', '2101', '2102', '5203', '5204', '2103', ...inVisit, '2601'],
      ...['3201', '9101', '3202', '9102', '9002'],
    ].map((infno) => [infno, 'passed', true]),
  )
  expect(done).toMatchObject({ state: 'passed', passed: 22, failed: 0, steps: 22, note: '' })
  const book = (await centre.book('P32050100001', formatDay(new Date()))).filter(({ undone }) => !undone)
  expect(book.map(({ infno }) => infno)).toEqual(['2102', '2103', '2207', '2208'])
  expect(book.reduce((sum, row) => sum + Number(row.medfee_sumamt), 0)).toBe(0)

  await centre.fault({ fault: 'refuse', infno: '2208', text: '已超过撤销期限' })
  const kept = (await run()).rows.map(({ infno, state, text }) => [infno, state, text])
  expect(kept.slice(13, 16)).toEqual([
    ['2208', 'failed', '已超过撤销期限'],
    ['2205', 'skipped', '这次购药没有撤销，没有运行'],
    ['2202', 'skipped', '这次购药没有撤销，没有运行'],
  ])
  // Asked again before the run ends, it went back; the rounds end what the run could not.
  expect(await endLeftVisits(counter.server.deps, (fault) => expect.fail(String(fault)))).toBe(1)

  const named = await run(['2202'])
  expect(named.rows.map(({ infno }) => infno)).toEqual(['9001', '1101', '2201', '2202'])
  expect(await db.select().from(visit).where(ne(visit.state, 'closed'))).toEqual([])
})
