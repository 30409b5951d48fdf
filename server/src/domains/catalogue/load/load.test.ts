import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { catalogueLines, layoutOf } from '../../../centre/catalogue.ts'
import { seedId } from '../../../seed/organisation.ts'
import { leaseAt } from '../../../test/clock.ts'
import { databases, testClock } from '../../../test/kit.ts'
import { otherNode } from '../../../test/other-node.ts'
import { tellTime } from '../../settlement/test/counter.ts'
import { progressOf, startProgress } from '../../system/progress.ts'
import { catalogueEntry, catalogueSource, catalogueTerm } from '../entry-tables.ts'
import { openShelf } from '../test/shelf.ts'
import { note } from './claim.ts'
import { takeIn } from './file.ts'
import { resumeDownloads } from './run.ts'

const area = '320500'

describe.each(databases)('on %s', (database) => {
  const clock = testClock(new Date('2026-11-21T09:00:00+08:00'))
  const shelf = opened(() => openShelf(5000, { clock, database }))

  const count = async (kind: string): Promise<number> => {
    const here = and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, kind))
    const [row] = await shelf.server.deps.db.select({ n: sql<number>`count(*)::int` }).from(catalogueEntry).where(here)
    return row!.n
  }
  const versions = async () =>
    Object.fromEntries((await shelf.area.ok(catalogueMenu.getMaxVersionInfo)).map((one) => [one.kind, one]))

  test('a whole download brings every row of every file, once', async () => {
    const { progressId } = await shelf.area.ok(catalogueMenu.downloadCatalogue)
    const done = await shelf.ended(progressId)
    expect(done.error).toBeUndefined()
    expect(done.results.length).toBe(11)
    const now = await versions()
    expect(now['1301']).toMatchObject({ version: 'F001_20260901_A', state: 'idle', pending: 0 })
    // Rows of a later publication are not there yet.
    expect(now['1301']!.rows).toBeGreaterThan(2300)
    expect(now['1301']!.rows).toBeLessThanOrEqual(2390)
    expect(now['1304']!.rows).toBe(5)
    expect(now['1318']!.rows).toBeGreaterThan(10)
    const [row] = (await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { keyword: 'XA00AAA000A001010100001' }))
      .items
    expect(row).toMatchObject({
      name: '阿莫西林胶囊',
      kind: '1301',
      level: '1',
      selfPayRatio: '0',
      valid: true,
      listType: '101',
    })
    expect(row!.mapped).toContain('100001')
  })

  test('asked again it brings what is newer and nothing else: changed rows are changed, none is doubled', async () => {
    const before = await versions()
    const again = await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
    expect(again.results.find(({ target }) => target === '西药中成药')).toMatchObject({ ok: true, text: '没有更新' })
    clock.set(new Date('2026-12-02T09:00:00+08:00'))
    await tellTime(shelf.centre, clock())
    const late = await shelf.server.as('area', { areaCode: area })
    const later = await shelf.ended((await late.ok(catalogueMenu.downloadCatalogue)).progressId, late)
    const text = later.results.find(({ target }) => target === '西药中成药')!.text
    expect(text).toMatch(/^\d+ 行$/)
    expect(Number.parseInt(text, 10)).toBeLessThan(100)
    const after = await shelf.server.deps.db
      .select()
      .from(catalogueEntry)
      .where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.version, 'F001_20261201_A')))
    expect(after.some(({ valid }) => !valid)).toBe(true)
    expect(
      after.some(({ pack, unit, limitText, line }) => `${pack}${unit}${limitText}${line}`.includes('（调整）')),
    ).toBe(true)
    const news = after.filter(({ kind }) => kind === '1301').length
    expect(news).toBe(Number.parseInt(text, 10))
    expect((await count('1301')) - before['1301']!.rows).toBeLessThan(news)
    clock.set(new Date('2026-11-21T09:00:00+08:00'))
    await tellTime(shelf.centre, clock())
  })

  test('by size: so many rows and no more, the next ones go on behind them', async () => {
    const ask = async (size: number) => {
      const { progressId } = await shelf.area.ok(catalogueMenu.downloadCatalogueBySize, { kind: '1305', size })
      return shelf.ended(progressId)
    }
    const { db } = shelf.server.deps
    await db.delete(catalogueEntry).where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, '1305')))
    await db.delete(catalogueSource).where(and(eq(catalogueSource.areaCode, area), eq(catalogueSource.kind, '1305')))
    await ask(100)
    expect(await count('1305')).toBe(100)
    expect((await versions())['1305']).toMatchObject({ version: '0', state: 'idle' })
    expect((await versions())['1305']!.pending).toBeGreaterThan(100)
    await ask(100)
    expect(await count('1305')).toBe(200)
    await ask(1000)
    expect((await versions())['1305']).toMatchObject({ pending: 0, version: 'F001_20260901_A' })
  })

  test('the directory of electronic prescriptions by size: its two queries, so many rows of each, then the next ones', async () => {
    const { db } = shelf.server.deps
    const codes = async (infno: string) =>
      (await db.select({ rid: catalogueTerm.rid }).from(catalogueTerm).where(eq(catalogueTerm.infno, infno))).map(
        ({ rid }) => rid,
      )
    const whole = [await codes('1312'), await codes('1316'), await codes('1318')]
    expect(whole[0]!.length).toBeGreaterThan(200)
    await db.delete(catalogueTerm).where(inArray(catalogueTerm.infno, ['1312', '1316', '1318']))
    await db.delete(catalogueSource).where(inArray(catalogueSource.kind, ['1312', '1316', '1318']))
    const ask = async (size: number) => {
      const { progressId } = await shelf.area.ok(catalogueMenu.downloadEcRxCatalogueBySize, { size })
      expect((await shelf.ended(progressId)).results.map(({ target }) => target)).toEqual(['医保目录信息', '目录匹配'])
      return Promise.all(['1312', '1316', '1318'].map(async (infno) => (await codes(infno)).length))
    }
    expect(await ask(100)).toEqual([100, 100, 0])
    expect(await ask(100)).toEqual([200, 200, 0])
    await ask(1000)
    expect([(await codes('1312')).sort(), (await codes('1316')).sort()]).toEqual([whole[0]!.sort(), whole[1]!.sort()])
    expect((await versions())['1312']).toMatchObject({ state: 'idle', pending: 0 })
    await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
    await shelf.centre.fault({ fault: 'refuse', text: '目录维护中', infno: '1316', times: 1 })
    const { progressId } = await shelf.area.ok(catalogueMenu.downloadEcRxCatalogueBySize, { size: 100 })
    const failed = await shelf.ended(progressId)
    expect(failed.error).toContain('1 类目录没有下载完')
    expect(failed.results.map(({ ok, text }) => [ok, text])).toEqual([
      [true, expect.any(String)],
      [false, expect.stringContaining('目录维护中')],
    ])
  })

  test('a download whose process ended is gone on with where it stood; a process that lost it writes nothing', async () => {
    const { deps } = shelf.server
    const here = and(eq(catalogueSource.areaCode, area), eq(catalogueSource.kind, '1307'))
    const size = { kind: '1307' } as const
    await shelf.ended((await shelf.area.ok(disease.downloadDisease, size)).progressId)
    const all = await count('1307')
    await deps.db.delete(catalogueEntry).where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, '1307')))
    const [old] = await deps.db.select().from(catalogueSource).where(here)
    // As a kill leaves it: half of a file is in, its lease has run out.
    await deps.db
      .update(catalogueSource)
      .set({ state: 'running', runner: 'gone', version: '0', nextVersion: '0', leaseUntil: leaseAt(0) })
      .where(here)
    expect(await resumeDownloads(deps)).toBe(1)
    expect(await count('1307')).toBe(all)
    await expect(note(deps, { ...old!, kind: '1307' }, { fileDone: 7 })).rejects.toThrow()
    expect(await resumeDownloads(deps)).toBe(0)
  })

  test('of downloads whose process ended one that cannot be gone on with ends, and holds up no other', async () => {
    const { deps } = shelf.server
    const me = { userId: seedId(2, 2) }
    const progressIds: string[] = []
    for (const areaCode of [area, '430100']) {
      const { id: progressId } = await startProgress(deps, me, '目录')
      progressIds.push(progressId)
      const left = { state: 'running' as const, runner: 'gone', progressId, userId: me.userId, leaseUntil: leaseAt(0) }
      await deps.db
        .insert(catalogueSource)
        .values({ areaCode, kind: '1309', ...left })
        .onConflictDoUpdate({ target: [catalogueSource.areaCode, catalogueSource.kind], set: left })
    }
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(deps.services.centre, 'of').mockImplementationOnce(() => {
      throw new Error('no such centre')
    })
    expect(await resumeDownloads(deps)).toBe(2)
    vi.restoreAllMocks()
    expect(told).toHaveBeenCalled()
    const ends = await Promise.all(progressIds.map((id) => progressOf(deps, me, id)))
    expect(ends.map(({ finished }) => finished)).toEqual([true, true])
    expect(ends.filter(({ error }) => error?.includes('请再次下载继续'))).toHaveLength(1)
    await deps.db.delete(catalogueSource).where(eq(catalogueSource.kind, '1309'))
  })

  test('a code that stands twice in one file is one row, as its later version says', async () => {
    const { deps } = shelf.server
    await deps.db.delete(catalogueEntry).where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, '1310')))
    const line = (code: string, name: string, version: string) => {
      const cells = Object.assign(Array<string>(layoutOf('1310').length).fill('null'), {
        1: code,
        2: name,
        5: '1',
        9: version,
      })
      return cells.join('\t')
    }
    const lines = [
      line('B1', '新', 'F001_20260901_A'),
      line('B2', '另一种', 'F001_20240101_A'),
      line('B1', '旧', 'F001_20240101_A'),
      'no row at all',
    ]
    const [source] = await deps.db
      .insert(catalogueSource)
      .values({ areaCode: area, kind: '1310', state: 'running', runner: deps.config.node, fileRows: 4 })
      .onConflictDoUpdate({
        target: [catalogueSource.areaCode, catalogueSource.kind],
        set: { state: 'running', runner: deps.config.node, fileDone: 0, nextVersion: '0' },
      })
      .returning()
    const done = await takeIn(deps, { ...source!, kind: '1310' }, Buffer.from(lines.join('\n')), async () => {})
    expect(done).toMatchObject({ source: { fileDone: 4, nextVersion: 'F001_20260901_A' }, leftOut: 1 })
    const rows = await deps.db
      .select({ code: catalogueEntry.code, name: catalogueEntry.name })
      .from(catalogueEntry)
      .where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, '1310')))
      .orderBy(catalogueEntry.code)
    expect(rows).toEqual([
      { code: 'B1', name: '新' },
      { code: 'B2', name: '另一种' },
    ])
    await deps.db
      .delete(catalogueSource)
      .where(and(eq(catalogueSource.areaCode, area), eq(catalogueSource.kind, '1310')))
  })

  test('a file of fewer lines than its centre has said is asked for once more before its version counts', async () => {
    const { deps } = shelf.server
    const client = deps.services.centre.of(area)
    const kind = '1308'
    const asked = vi.spyOn(client, 'exchange')
    /** What a download of everything brings, the first files cut behind ten lines, or each at a place of its own. */
    const brought = async (cut: number, places: readonly number[] = []) => {
      for (const table of [catalogueEntry, catalogueSource])
        await deps.db.delete(table).where(and(eq(table.areaCode, area), eq(table.kind, kind)))
      let left = cut
      asked.mockImplementation(async (...args) => {
        const answer = await Object.getPrototypeOf(client).exchange.call(client, ...args)
        if (args[1] !== '9102' || left-- <= 0) return answer
        const lines = [...catalogueLines(answer.body)].slice(0, places[left] ?? 10)
        return { ...answer, contentType: 'application/octet-stream', body: Buffer.from(lines.join('\n')) }
      })
      const done = await shelf.ended((await shelf.area.ok(disease.downloadDisease, { kind })).progressId)
      const [source] = await deps.db
        .select({ version: catalogueSource.version })
        .from(catalogueSource)
        .where(and(eq(catalogueSource.areaCode, area), eq(catalogueSource.kind, kind)))
      return { error: done.error, text: done.results[0]?.text, rows: await count(kind), version: source!.version }
    }
    const whole = await brought(0)
    expect(whole.rows).toBeGreaterThan(10)
    expect(await brought(1)).toEqual(whole)
    expect(await brought(2), 'as many again: its centre counts otherwise').toMatchObject({ error: undefined })
    expect(await brought(0)).toEqual(whole)
    expect(await brought(3, [10, 9, 8]), 'three times at another place').toEqual(whole)
    const never = await brought(6, [10, 9, 8, 7, 6, 5])
    expect(never).toMatchObject({ error: expect.stringContaining('1 类'), version: '0', rows: 8 })
    expect(never.text).toContain('目录文件多次下载都不完整（应有')
    expect(await brought(0)).toEqual(whole)
    asked.mockRestore()
  })

  test('a paged catalogue moves on to a day with changes, whatever later day its centre writes, and never back', async () => {
    const { deps } = shelf.server
    const client = deps.services.centre.of(area)
    const here = and(eq(catalogueSource.areaCode, area), inArray(catalogueSource.kind, ['1312', '1316']))
    await deps.db.delete(catalogueSource).where(here)
    let changed: string[] = []
    const since: string[] = []
    const run = vi.spyOn(client, 'run').mockImplementation(async (operation, args, ...more) => {
      const real = Object.getPrototypeOf(client).run
      if (operation.infno !== '1312' && operation.infno !== '1316') return real.call(client, operation, args, ...more)
      const { since: asked, page } = args as { since: string; page: number }
      if (operation.infno === '1312' && page === 1) since.push(asked)
      const rows = changed
        .filter((day) => day > asked)
        .map((day, i) => ({
          ...{ rid: `moved ${i}`, updt_time: day },
          ...{ hilist_code: 'X', med_list_codg: 'X' },
        }))
      return { kind: 'booked', value: page === 1 ? rows : [], answerFaults: [], refMsgid: '', ms: 1 } as never
    })
    const days = async (...updated: string[]) => {
      changed = updated
      const { progressId } = await shelf.area.ok(catalogueMenu.downloadEcRxCatalogueBySize, { size: 1000 })
      expect((await shelf.ended(progressId)).error).toBeUndefined()
      return (await versions())['1312']!.version
    }
    expect(await days('2026-11-03', '2026-11-10')).toBe('2026-11-10')
    expect(await days('2026-11-12', '2026-11-21'), 'more of today may be to come').toBe('2026-11-20')
    expect(await days('2026-11-21', '2099-01-01'), 'dated wrong').toBe('2026-11-20')
    expect(await days()).toBe('2026-11-20')
    clock.set(new Date('2026-11-20T09:00:00+08:00'))
    await tellTime(shelf.centre, clock())
    expect(await days('2026-11-21'), 'a clock that was set back').toBe('2026-11-20')
    expect(since).toEqual(['2000-01-01', '2026-11-10', '2026-11-20', '2026-11-20', '2026-11-20'])
    run.mockRestore()
    clock.set(new Date('2026-11-21T09:00:00+08:00'))
    await tellTime(shelf.centre, clock())
    await deps.db.delete(catalogueTerm).where(sql`${catalogueTerm.rid} like 'moved%'`)
    await deps.db.delete(catalogueSource).where(here)
  })

  test('what is under way is not begun twice; a centre that is down ends it with words and keeps what is in', async () => {
    await shelf.centre.fault({ fault: 'delay', when: 'before', ms: 300, infno: '1314' })
    const first = await shelf.area.ok(disease.downloadDisease, { kind: '1314' })
    const ahead = await otherNode(shelf.server, 60_000)
    expect(await resumeDownloads(ahead.deps), 'nor by a node whose clock is ahead').toBe(0)
    await ahead.close()
    const second = await shelf.area.send(disease.downloadDisease, { kind: '1314' })
    expect(second.statusCode).toBe(409)
    expect((await shelf.ended(first.progressId)).error).toBeUndefined()
    await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '1315', times: 1 })
    const failed = await shelf.ended((await shelf.area.ok(disease.downloadDisease)).progressId)
    expect(failed.error).toContain('1 类目录没有下载完')
    expect(failed.results.filter(({ ok }) => !ok).map(({ target }) => target)).toEqual(['中医证候'])
    const states = await shelf.area.ok(disease.getMaxVersionInfo)
    expect(states.find(({ kind }) => kind === '1315')).toMatchObject({ state: 'failed', rows: 0 })
    expect(states.find(({ kind }) => kind === '1314')).toMatchObject({ state: 'idle' })
    const repaired = await shelf.ended((await shelf.area.ok(disease.downloadDisease)).progressId)
    expect(repaired.error).toBeUndefined()
  })

  test('a centre that gives at most 300 rows in a page is read whole', async () => {
    const changsha = await shelf.server.as('admin', { areaCode: '430100' })
    const { progressId } = await changsha.ok(catalogueMenu.downloadCatalogue)
    expect((await shelf.ended(progressId, changsha)).error).toBeUndefined()
    const countIn = async (areaCode: string) => {
      const here = and(eq(catalogueTerm.areaCode, areaCode), eq(catalogueTerm.infno, '1319'))
      return shelf.server.deps.db.$count(catalogueTerm, here)
    }
    expect(await countIn('430100')).toBeGreaterThan(300)
    expect(await countIn('430100')).toBe(await countIn('320500'))
  })
})
