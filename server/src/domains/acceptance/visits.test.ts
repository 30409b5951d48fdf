import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../database/seed/organisation.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { visit } from '../order/visit-tables.ts'
import { openCounter, startCentre } from '../settlement/test/counter.ts'
import { makeVisitReady } from '../visit/test/ready.ts'

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
  const done = await run()
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

  const named = await run(['2202'])
  expect(named.rows.map(({ infno }) => infno)).toEqual(['9001', '1101', '2201', '2202'])
  expect(await db.select().from(visit).where(ne(visit.state, 'closed'))).toEqual([])
})
