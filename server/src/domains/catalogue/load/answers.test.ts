import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { layoutOf } from '../../../centre/catalogue.ts'
import type { HttpAnswer } from '../../../centre/outcome.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { testClock } from '../../../test/kit.ts'
import { storeOf } from '../../organisation/store.ts'
import { catalogueEntry, catalogueSource, catalogueTerm } from '../entry-tables.ts'
import { heldByCentre } from '../held.ts'
import { openShelf } from '../test/shelf.ts'

// What the tables leave open in the answers of the catalogue calls, and a centre may fill in its own way.

const area = '320500'
const shelf = opened(() => openShelf(2500, { clock: testClock() }))

afterEach(() => vi.restoreAllMocks())

/** Has the centre answer a transaction otherwise. */
const answering = (change: (infno: string, answer: HttpAnswer) => Buffer | undefined) => {
  const client = shelf.server.deps.services.centre.of(area)
  vi.spyOn(client, 'exchange').mockImplementation(async (...args) => {
    const answer = await Object.getPrototypeOf(client).exchange.call(client, ...args)
    const body = change(args[1], answer)
    const contentType = args[1] === '9102' ? 'application/octet-stream' : answer.contentType
    return body ? { ...answer, status: 200, contentType, body } : answer
  })
}
const forget = async (kind: string) => {
  const { db } = shelf.server.deps
  for (const table of [catalogueEntry, catalogueSource])
    await db.delete(table).where(and(eq(table.areaCode, area), eq(table.kind, kind)))
}
const held = async (kind: string) => {
  const versions = [
    ...(await shelf.area.ok(disease.getMaxVersionInfo)),
    ...(await shelf.area.ok(catalogueMenu.getMaxVersionInfo)),
  ]
  const { rows, version, pending } = versions.find((one) => one.kind === kind)!
  return { rows, version, pending }
}
const told = async (progressId: string) => (await shelf.ended(progressId)).results[0]!.text

test.each(['absent', 'empty', 'null'])('a file whose rows the centre did not count (%s) is taken in', async (how) => {
  const ask = async () => told((await shelf.area.ok(disease.downloadDisease, { kind: '1308' })).progressId)
  await forget('1308')
  const text = await ask()
  const whole = await held('1308')
  expect(whole.rows).toBeGreaterThan(100)
  await forget('1308')
  const instead = { absent: '', empty: ',"data_cnt":""', null: ',"data_cnt":null' }[how]!
  answering((infno, { body }) =>
    infno === '1308' ? Buffer.from(body.toString().replace(/,"data_cnt":"?\d+"?/, instead)) : undefined,
  )
  expect(await ask()).toBe(text)
  expect(await held('1308')).toEqual(whole)
  expect(await ask()).toBe('没有更新')
})

test('nor does a download by size take part of such a file for all of it', async () => {
  const ask = async (size: number) =>
    told((await shelf.area.ok(catalogueMenu.downloadCatalogueBySize, { kind: '1305', size })).progressId)
  await forget('1305')
  answering((infno, { body }) =>
    infno === '1305' ? Buffer.from(body.toString().replace(/,"data_cnt":"?\d+"?/, '')) : undefined,
  )
  await ask(100)
  const first = await held('1305')
  expect(first).toMatchObject({ rows: 100, version: '0' })
  expect(first.pending).toBeGreaterThan(0)
  await ask(1_000_000)
  const { rows, version, pending } = await held('1305')
  expect([rows, version, pending]).toEqual([100 + first.pending, 'F001_20260901_A', 0])
})

test.each(['1301', '1303'] as const)(
  '%s: a line is called by what it has; what is no row is told and not counted',
  async (kind) => {
    const ask = async () =>
      told((await shelf.area.ok(catalogueMenu.downloadCatalogueBySize, { kind, size: 1000 })).progressId)
    await forget(kind)
    const line = (cells: Record<string, string>) => {
      const all = layoutOf(kind).map((column) => cells[column] ?? 'null')
      return all.join('\t')
    }
    const row = { ver: 'F001_20260901_A', vali_flag: '1' }
    const names = { reg_name: '注册', drug_genname: '通用', drug_prodname: '商品' }
    const lines = [
      line({ ...row, ...names, med_list_codg: 'X1' }),
      line({ ...row, ...names, med_list_codg: 'X2', reg_name: 'null' }),
      line({ ...row, med_list_codg: 'X3', drug_prodname: '商品' }),
      line({ ...row, med_list_codg: 'X4' }),
      line({ ...row, ...names }),
      line({ ...names, med_list_codg: 'X6' }),
    ]
    let asked = 0
    answering((infno) => {
      const file = { filename: 'f', dld_end_time: '2026-12-31' }
      const output = asked
        ? { ...file, file_qury_no: '', data_cnt: '0' }
        : { ...file, file_qury_no: 'F', data_cnt: '6' }
      if (infno === kind) asked += 1
      if (infno === kind) return Buffer.from(JSON.stringify({ infcode: 0, inf_refmsgid: '1', output }))
      return infno === '9102' ? Buffer.from(lines.join('\n')) : undefined
    })
    expect(await ask()).toMatch(/^4 行，另有 2 行没有编码或版本/)
    const { db } = shelf.server.deps
    const rows = await db
      .select({ code: catalogueEntry.code, name: catalogueEntry.name, initials: catalogueEntry.initials })
      .from(catalogueEntry)
      .where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, kind)))
      .orderBy(catalogueEntry.code)
    expect(rows).toEqual([
      { code: 'X1', name: '注册', initials: 'ZC' },
      { code: 'X2', name: kind === '1301' ? '通用' : '商品', initials: kind === '1301' ? 'TY' : 'SP' },
      { code: 'X3', name: '商品', initials: 'SP' },
      { code: 'X4', name: 'X4', initials: expect.stringMatching(/x4/i) },
    ])
  },
)

test('of 1309 the rows of other areas are left where they are', async () => {
  await forget('1309')
  const lines = ['320500', '320000', '320100', '100000', 'null', '440100'].map((admdvs, i) =>
    layoutOf('1309')
      .map((column) => {
        const cells: Record<string, string> = { admdvs, ver: `F00${i}`, vali_flag: '1' }
        return cells[column] ?? (column === '门慢门特病种目录代码' ? `M${i}` : '高血压')
      })
      .join('\t'),
  )
  let asked = 0
  answering((infno) => {
    const output = { filename: 'f', file_qury_no: asked ? '' : 'F' }
    if (infno === '1309') asked += 1
    if (infno === '1309') return Buffer.from(JSON.stringify({ infcode: 0, inf_refmsgid: '1', output }))
    return infno === '9102' ? Buffer.from(lines.join('\n')) : undefined
  })
  await told((await shelf.area.ok(disease.downloadDisease, { kind: '1309' })).progressId)
  const rows = await shelf.server.deps.db
    .select({ code: catalogueEntry.code })
    .from(catalogueEntry)
    .where(and(eq(catalogueEntry.areaCode, area), eq(catalogueEntry.kind, '1309')))
    .orderBy(catalogueEntry.code)
  expect(rows.map(({ code }) => code)).toEqual(['M0', 'M1', 'M3', 'M4'])
  expect((await held('1309')).version, 'is not asked for them again').toBe('F005')
})

/** Has the centre answer every page of a paged query in its own wrapper. */
const wrapped = (infno: string, wrap: (rows: unknown[]) => unknown) =>
  answering((asked, { body }) => {
    if (asked !== infno) return undefined
    const { output, ...envelope } = JSON.parse(body.toString())
    const rows = Object.values(output as object).find(Array.isArray) ?? output
    return Buffer.from(JSON.stringify({ ...envelope, output: wrap(rows) }))
  })

test('a page is read in whatever wrapper it comes; of one without rows that can be read nothing moves on', async () => {
  const terms = and(eq(catalogueTerm.areaCode, area), eq(catalogueTerm.infno, '1312'))
  const { db } = shelf.server.deps
  const ask = async () => {
    await db.delete(catalogueTerm).where(terms)
    await forget('1312')
    const { progressId } = await shelf.area.ok(catalogueMenu.downloadEcRxCatalogueBySize, { size: 1000 })
    const result = (await shelf.ended(progressId)).results.find(({ target }) => target === '医保目录信息')!
    const rows = await db.select({ rid: catalogueTerm.rid }).from(catalogueTerm).where(terms)
    return { ok: result.ok, rids: rows.map(({ rid }) => rid).sort(), version: (await held('1312')).version }
  }
  const plain = await ask()
  expect(plain.rids.length).toBeGreaterThan(100)
  wrapped('1312', (rows) => ({ data: { pageNum: 1, pages: 9, data: rows } }))
  expect(await ask()).toEqual(plain)
  wrapped('1312', (rows) => ({ page: { pageNum: 1 }, data: rows }))
  expect(await ask()).toEqual(plain)
  wrapped('1312', () => ({ data: { pageNum: 1, pages: 9, rows: [{ name: '药' }] } }))
  expect(await ask()).toEqual({ ok: false, rids: [], version: '0' })
})

test('a mapping that stands in a wrapper is held, and of an answer that cannot be read nobody knows', async () => {
  const { deps } = shelf.server
  const shop = await storeOf(deps, storeIdOf('P32050100001'))
  const pair = { ownCode: 'W1', nationalCode: 'XA1' }
  const row = { medins_list_codg: 'W1', med_list_codg: 'XA1', vali_flag: '1' }
  const heldIn = (output: unknown) => {
    wrapped('1317', () => output)
    return heldByCentre(deps, shop, pair)
  }
  expect(await heldIn({ data: { pageNum: 1, pages: 1, data: [row] } })).toBe(true)
  expect(await heldIn({ page: { pageNum: 1 }, data: [row] })).toBe(true)
  expect(await heldIn({ data: { pageNum: 1, data: [] } })).toBe(false)
  expect(await heldIn({ data: { pageNum: 1, data: [{ own: 'W1' }] } })).toBeUndefined()
})

test('the comparison of versions tells of a file that was not counted', async () => {
  await forget('1308')
  const client = shelf.server.deps.services.centre.of(area)
  vi.spyOn(client, 'run').mockImplementation(async () => {
    const value = { fileQuryNo: 'F', filename: 'plc', count: undefined }
    return { kind: 'booked', value, answerFaults: [], refMsgid: '', ms: 1 } as never
  })
  const compared = await shelf.area.ok(disease.compareVersion)
  expect(compared.find(({ kind }) => kind === '1308')).toEqual({
    ...{ kind: '1308', title: '手术操作', version: '0', error: '' },
  })
})
