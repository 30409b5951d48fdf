import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Deps } from '../../call/context.ts'
import { databases, startTestServer } from '../../test/kit.ts'
import { sell } from '../report/defined/test/books.ts'
import { claim } from '../report/schedule/claim.ts'
import { beginDue } from '../report/schedule/due.ts'
import { reportDelivery, reportRun } from '../report/schedule/tables.ts'
import { type Desk, openDesk, rare, readers } from '../report/schedule/test/desk.ts'
import { carryOut, carryOutDue } from './carry-out.ts'

// What ends a node or a run in its middle, and several nodes at one plan: whatever happens, each has it once.

// Makes the snapshot and the cluster where this file runs first.
beforeAll(async () => {
  for (const database of databases) await (await startTestServer({ database })).close()
})

const fail = (fault: unknown) => {
  throw fault
}
const evening = { rhythm: 'day', clock: '21:00' } as const

describe.each(databases)('runs that are broken off, on %s', (database) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(database)
  })
  afterAll(() => desk.server.close())

  /** The product with something that happens behind each transaction of its work. */
  const through = (behind: (done: number) => unknown, ahead: (next: number) => unknown = () => undefined): Deps => {
    const { deps } = desk.server
    let count = 0
    const transaction = async (work: never) => {
      const mine = ++count
      await ahead(mine)
      const result = await deps.db.transaction(work)
      await behind(mine)
      return result
    }
    return { ...deps, db: Object.create(deps.db, { transaction: { value: transaction } }) }
  }
  /** A node that is gone at its n-th transaction: before it began, or after it was committed. */
  const dying = (nth: number, where: 'before' | 'after'): Deps => {
    const gone = (at: number) => (at >= nth ? new Promise(() => undefined) : undefined)
    return where === 'after' ? through(gone) : through(() => undefined, gone)
  }

  test('two nodes at once: one run, one sheet, one notice', async () => {
    const id = await desk.publish('N1')
    await desk.plan(id, { when: { rhythm: 'day', clock: '07:00' }, users: [readers.ou.id, readers.ye.id] })
    await desk.at('2026-10-02T07:00:10')
    const before = (await desk.exportsOf(readers.ou.id)).length
    await Promise.all([desk.round(), desk.round(), desk.round()])
    expect((await desk.runsOf(id)).length).toBe(1)
    expect((await desk.exportsOf(readers.ou.id)).length - before).toBe(1)
    expect((await desk.noticesOf(readers.ou.id)).filter(({ key }) => key?.includes(id)).length).toBe(1)
    expect((await desk.runsOf(id))[0]).toMatchObject({ state: 'done', claimedUntil: null })
    await desk.who.area1.ok(calls.stop, { id })
  })

  test.each([
    [
      'whose time another one let pass, as the report was stopped then',
      async (id: string) => {
        await desk.who.area1.ok(reportDefinition.stop, { id })
        await desk.round()
        await desk.who.area1.ok(reportDefinition.resume, { id })
      },
    ],
    ['that was stopped since', (id: string) => desk.who.area1.ok(calls.stop, { id })],
    ['that was saved for another time since', (id: string) => desk.plan(id, { revision: 1, when: evening })],
  ])('a node takes up no plan that it has read and %s', async (what, meanwhile) => {
    const id = await desk.publish(`N-${what.length}`)
    await desk.plan(id, { when: { rhythm: 'day', clock: '07:00' } })
    await desk.at(desk.tomorrow())
    const slow = through(
      () => undefined,
      (next) => (next === 1 ? meanwhile(id) : undefined),
    )
    await beginDue(slow, fail)
    await desk.round()
    expect(await desk.runsOf(id)).toEqual([])
    await desk.who.area1.send(calls.stop, { id })
  })

  test('what the database ended because it took too long is tried again, and nobody is told of a fault', async () => {
    const id = await desk.publish('N3')
    await desk.plan(id, { when: { rhythm: 'day', clock: '07:00' }, users: [readers.ou.id, readers.ye.id] })
    await desk.at(desk.tomorrow())
    await beginDue(desk.server.deps, fail)
    const [run] = await desk.runsOf(id)
    const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    const busy = through(
      () => undefined,
      (next) => {
        if (next === 1) throw cancelled
      },
    )
    await carryOut(busy, run!.id, fail)
    const outcomes = async () => (await desk.outcomes(id)).map(([, outcome, said]) => [outcome, said]).sort()
    expect(await outcomes()).toEqual([
      ['empty', 0],
      ['waiting', '统计超过 25 秒，已停止，没有结果，稍后重试'],
    ])
    desk.clock.advance(300_000)
    await desk.round()
    expect(await outcomes()).toEqual([
      ['empty', 0],
      ['empty', 0],
    ])
    expect((await desk.runsOf(id))[0]).toMatchObject({ state: 'done', note: '' })
    await desk.who.area1.ok(calls.stop, { id })
  })

  test('a report that takes too long for each recipient holds up none that is due beside it or comes due meanwhile', async () => {
    const codes = new Map<string, string>()
    const [slow, quick] = [await desk.publish('S1'), await desk.publish('S2')]
    codes.set(slow, 'slow').set(quick, 'quick')
    const users = [readers.ou.id, readers.ye.id, readers.long.id]
    await desk.plan(slow, { when: { rhythm: 'day', clock: '07:00' }, users })
    await desk.plan(quick, { when: { rhythm: 'day', clock: '07:01' } })
    await desk.at(desk.tomorrow())
    const later = await desk.publish('S3')
    codes.set(later, 'later')
    await desk.plan(later, { when: { rhythm: 'day', clock: '10:00' } })
    await beginDue(desk.server.deps, fail)
    let now = 1000
    const steady = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    const { db } = desk.server.deps
    const order: string[] = []
    const busy = through(
      () => undefined,
      async () => {
        const mine = and(eq(reportRun.state, 'open'), isNotNull(reportRun.claimedUntil))
        const [at] = await db.select({ id: reportRun.definitionId }).from(reportRun).where(mine)
        if (!at) return
        order.push(codes.get(at.id)!)
        if (at.id !== slow) return
        if (order.length === 1) desk.clock.advance(3_600_000)
        now += 25_000
        throw cancelled
      },
    )
    await carryOutDue(busy, fail)
    steady.mockRestore()
    // Who got it has a transaction that reads, one that writes, and the end of the run.
    const turns = order.filter((code, at) => code === 'slow' || code !== order[at - 1])
    expect(turns).toEqual(['slow', 'quick', 'slow', 'later', 'slow'])
    expect(await desk.outcomes(slow)).toMatchObject(users.map(() => [expect.anything(), 'waiting', expect.anything()]))
    desk.clock.advance(300_000)
    await desk.round()
    expect((await desk.outcomes(slow)).map(([, outcome]) => outcome)).toEqual(['empty', 'empty', 'empty'])
    for (const id of codes.keys()) await desk.who.area1.ok(calls.stop, { id })
  })

  // Of each recipient: the first reads and writes nothing, the second writes everything.
  test.each([
    [2, 'before', 0],
    [2, 'after', 1],
    [3, 'after', 1],
  ] as const)('killed %s at transaction %s: after the lease each has it exactly once', async (nth, where, had) => {
    const id = await desk.publish(`K${nth}${where}`)
    await desk.plan(id, {
      when: { rhythm: 'day', clock: '08:00' },
      users: [readers.ou.id, readers.ye.id, readers.long.id],
    })
    await desk.at(desk.tomorrow())
    await beginDue(desk.server.deps, fail)
    const [run] = await desk.runsOf(id)
    void carryOut(dying(nth, where), run!.id, fail)
    const lines = () => desk.server.deps.db.select().from(reportDelivery).where(eq(reportDelivery.runId, run!.id))
    const told = async () => (await lines()).filter(({ outcome }) => outcome !== 'waiting').length
    const begun = async () => (await lines()).filter(({ attempts }) => attempts > 0).length
    await expect.poll(told).toBe(had)
    await expect.poll(begun).toBe(nth === 3 ? 2 : 1)
    await desk.round()
    expect([await told(), (await desk.runsOf(id))[0]!.state]).toEqual([had, 'open'])
    desk.clock.advance(151_000)
    await desk.round()
    expect([await told(), (await desk.runsOf(id))[0]!.state]).toEqual([3, 'done'])
    for (const { id: userId } of [readers.ou, readers.ye, readers.long]) {
      const mine = (await desk.noticesOf(userId)).filter(({ key }) => key?.startsWith(`report:${id}:`))
      expect(mine.length).toBe(1)
      const sheet = new URLSearchParams(mine[0]!.link!.path.split('?')[1]).get('sheet')
      const kept = await desk.exportsOf(userId)
      const ofIt = kept.filter(({ question }) => desk.server.deps.services.vault.open(question).includes(id))
      // What has no rows is told and has no sheet.
      expect(ofIt.map((one) => one.id)).toEqual(sheet ? [sheet] : [])
    }
    await desk.who.area1.ok(calls.stop, { id })
  })

  test.each<[string, string, string]>([
    ['F1', 'the notice and the sheet', 'trigger broken before insert on export_job'],
    ['F2', 'the sheet and the outcome', 'trigger broken before update of outcome on report_delivery'],
    ['F3', 'the outcome and the commit', 'constraint trigger broken after insert on export_job initially deferred'],
  ])('%s: a fault between %s leaves none of them; the next try has all, once', async (code, _, broken) => {
    const { db } = desk.server.deps
    const id = await desk.publish(code)
    await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id, readers.ye.id] })
    await sell(desk.server, `${formatDay(desk.clock())}T10:00:00`)
    await desk.at(desk.tomorrow())
    await db.execute(sql`create function broken() returns trigger language plpgsql as $$
      begin if new.user_id = ${sql.raw(`'${readers.ou.id}'`)} then raise exception 'gone'; end if; return new; end $$`)
    await db.execute(sql`create ${sql.raw(broken)} for each row execute function broken()`)
    const sheets = (await desk.exportsOf(readers.ou.id)).length
    const told = async () => (await desk.noticesOf(readers.ou.id)).filter(({ key }) => key?.includes(id)).length
    const faults: unknown[] = []
    await desk.round(undefined, faults)
    expect([faults.length, await told(), (await desk.exportsOf(readers.ou.id)).length - sheets]).toEqual([1, 0, 0])
    expect(await desk.outcomes(id)).toEqual([
      [rare.ou, 'waiting', '系统暂时不能统计，稍后重试'],
      [rare.ye, 'empty', 0],
    ])
    await db.execute(sql`drop function broken cascade`)
    await desk.round()
    expect((await desk.outcomes(id))[0]![1], 'not before its pause is over').toBe('waiting')
    desk.clock.advance(300_000)
    await desk.round()
    expect((await desk.outcomes(id))[0]).toEqual([rare.ou, 'sent', 1])
    expect([await told(), (await desk.exportsOf(readers.ou.id)).length - sheets]).toEqual([1, 1])
    await desk.who.area1.ok(calls.stop, { id })
  })

  test('a node that leaves in the middle begins nobody more, and another one goes on at once', async () => {
    const id = await desk.publish('O2')
    await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id, readers.ye.id] })
    await desk.at(desk.tomorrow())
    const node = { leaving: false }
    const leaves = through((done) => {
      node.leaving = done >= 2
    })
    await beginDue(desk.server.deps, fail)
    const [run] = await desk.runsOf(id)
    await carryOut({ ...leaves, services: { ...leaves.services, node: node as never } }, run!.id, fail)
    expect((await desk.outcomes(id)).map(([, outcome]) => outcome).sort()).toEqual(['empty', 'waiting'])
    await desk.round()
    expect((await desk.outcomes(id)).map(([, outcome]) => outcome)).toEqual(['empty', 'empty'])
    await desk.who.area1.ok(calls.stop, { id })
  })

  test('a node whose claim is over writes nothing; the one that has it sends all', async () => {
    const id = await desk.publish('O1')
    await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id, readers.ye.id] })
    await desk.at(desk.tomorrow())
    const { deps } = desk.server
    await beginDue(deps, fail)
    const [run] = await desk.runsOf(id)
    const taken = async (done: number) => {
      if (done > 1) return
      desk.clock.advance(151_000)
      expect(await claim(deps, run!.id)).toBeDefined()
    }
    await carryOut(through(taken), run!.id, fail)
    expect((await desk.outcomes(id)).map(([, outcome]) => outcome)).toEqual(['waiting', 'waiting'])
    const lines = await deps.db.select().from(reportDelivery).where(eq(reportDelivery.runId, run!.id))
    expect(lines.map(({ attempts }) => attempts).sort(), 'nor is a try of his counted').toEqual([0, 1])
    desk.clock.advance(151_000)
    await desk.round()
    expect((await desk.outcomes(id)).map(([, outcome]) => outcome)).toEqual(['empty', 'empty'])
    await desk.who.area1.ok(calls.stop, { id })
  })

  test.each([
    ['report', 1, ['skipped', 'skipped'], '报表已停用，没有发送'],
    ['report', 2, ['empty', 'skipped'], '报表已停用，没有发送'],
    ['plan', 1, ['skipped', 'skipped'], '定时已取消，没有发送'],
    ['plan', 2, ['empty', 'skipped'], '定时已取消，没有发送'],
  ] as const)(
    'the %s stopped behind transaction %s of a run: nobody has it after that',
    async (what, nth, said, why) => {
      const id = await desk.publish(`B-${what}${nth}`)
      await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id, readers.ye.id] })
      await desk.at(desk.tomorrow())
      await beginDue(desk.server.deps, fail)
      const [run] = await desk.runsOf(id)
      const stop = () => desk.who.area1.ok(what === 'report' ? reportDefinition.stop : (calls.stop as never), { id })
      await carryOut(
        through((done) => (done === nth ? stop() : undefined)),
        run!.id,
        fail,
      )
      const outcomes = await desk.outcomes(id)
      expect(outcomes.map(([, outcome]) => outcome).sort()).toEqual(said)
      expect(outcomes.at(-1)!.at(-1)).toBe(why)
      expect((await desk.runsOf(id))[0]).toMatchObject({ state: 'refused', note: why })
    },
  )
})
