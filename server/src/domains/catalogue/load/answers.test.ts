import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import type { HttpAnswer } from '../../../centre/outcome.ts'
import { testClock } from '../../../test/kit.ts'
import { catalogueEntry, catalogueSource } from '../entry-tables.ts'
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
    return body ? { ...answer, body } : answer
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
