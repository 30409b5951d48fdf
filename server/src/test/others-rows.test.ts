import type { Call } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { eq, getTableColumns, is } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { opened } from '../../../tools/opened.ts'
import { menuRole } from '../domains/auth/tables.ts'
import { store } from '../domains/organisation/tables.ts'
import * as schema from '../schema.ts'
import { type Client, startTestServer } from './kit.ts'

// What belongs to another store is for everybody else as if it were not there: whoever tries its number learns nothing
// and changes nothing, whichever call it is. Of every table whose rows have a number, one row of that store has the same:
// one question tries them all.

const server = opened(() => startTestServer({ config: { strictAnswers: false } }))

const theirs = '990001'
const nobodys = '990002'
const away = '430100'

const samples = {
  string: 'x',
  number: 1,
  bigint: 1,
  boolean: false,
  date: new Date(),
  json: {},
  array: [],
  custom: 'x',
}

/** Whose a row is, by the names that columns have for it, and what some calls want it to be; what it is part of is theirs. */
const ownedBy = (storeId: string): Record<string, unknown> => ({
  ...{ storeId, storeIds: [storeId], stores: [storeId] },
  ...{ areaCode: away, areas: [away], applicantArea: away },
  ...{ parked: true, kind: 'disease' },
})

const isPart = (key: string, { dataType }: PgColumn) => dataType === 'string' && /^id$|Id$/.test(key)

beforeAll(async () => {
  const { db } = server.deps
  const [their] = await db.select({ id: store.id }).from(store).where(eq(store.areaCode, away))
  const owned = ownedBy(their!.id)
  const sampleOf = (key: string, column: PgColumn) => {
    if (key in owned) return owned[key]
    if (isPart(key, column)) return theirs
    return samples[column.dataType as keyof typeof samples]
  }
  for (const table of Object.values(schema).filter((one) => is(one, PgTable))) {
    const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
    if (!columns.some(([key, { dataType }]) => key === 'id' && dataType === 'string')) continue
    const said = columns.filter(
      ([key, column]) => key in owned || isPart(key, column) || (column.notNull && !column.hasDefault),
    )
    await db.insert(table).values(Object.fromEntries(said.map(([key, column]) => [key, sampleOf(key, column)])))
  }
  // Whoever tries may do everything at his own place.
  const calls = allCalls().map(([, { menu, button }]) => [[menu ?? []].flat(), [button ?? []].flat()] as const)
  const menus = [...new Set(calls.flatMap(([codes]) => codes))]
  const buttons = calls.flatMap(([codes, of]) =>
    codes.flatMap((menuCode) => of.map((buttonCode) => ({ menuCode, buttonCode }))),
  )
  await db.update(menuRole).set({ menus, buttons } as never)
})

interface Inner {
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
}
const innerOf = (one: Schema) => one._zod.def as unknown as Inner

const takesId = (one: Schema): boolean => {
  const { innerType, element, shape } = innerOf(one)
  if (metaOf(one)?.kind === 'id') return true
  return [innerType, element, ...Object.values(shape ?? {})].some((inner) => inner && takesId(inner))
}

const values = ['一个原因', 'x', '2026-11-28', '2026-11', '2026-11-28 12:00:00', '0.01', '1', 1, 10, false, {}, []]

/** Fits the contract with `id` wherever it takes one; what may be left out and takes none is. */
const filled = (one: Schema, id: string): unknown => {
  const { innerType, element, shape } = innerOf(one)
  const { optional, choices, kind } = metaOf(one) ?? {}
  if (kind === 'id') return id
  if (optional && !takesId(one)) return undefined
  if (innerType) return filled(innerType, id)
  if (element) return [filled(element, id)]
  if (shape) return Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, filled(inner, id)]))
  return (choices ? Object.keys(choices) : values).find((value) => z.safeParse(one, value).success)
}

/** Lists that need to be told nothing: with as many rows as a page holds. */
const lists = allCalls().filter(([, { method, scope, path, input }]) => {
  const asks = Object.values(input.shape).some((one) => !metaOf(one)?.optional)
  return method === 'GET' && scope && !path.includes(':') && !asks
})

/** Names of the lists that show somebody a row of that store. */
const showing = async (client: Client): Promise<string[]> => {
  const found: string[] = []
  for (const [name, call] of lists) {
    const { result } = await client.send(call, ('pageSize' in call.input.shape ? { pageSize: 100 } : {}) as never)
    if (JSON.stringify(result).includes(theirs)) found.push(name)
  }
  return found
}

test('no list shows a row of another area, whatever its handler asked of its scope', { timeout: 120_000 }, async () => {
  // Whoever asks its scope and then reads without it answers all the same (call/answer.ts): the rows themselves tell.
  const seen = await showing(await server.as('admin', { areaCode: away }))
  expect(seen.length, 'who may see them does, in most kinds of lists').toBeGreaterThan(30)
  expect(await showing(await server.as('clerk'))).toEqual([])
  expect(await showing(await server.as('area1', { areaCode: '320500' }))).toEqual([])
})

/** What a call says of `id`, but for the number itself. */
const said = async (client: Client, call: Call, id: string) => {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, id])
  const input = { ...Object.fromEntries(inPath), ...(filled(call.input, id) as object) }
  const { statusCode, resultExtendInfo, result } = await client.send(call, input as never)
  return { statusCode, key: resultExtendInfo?.key, result: JSON.stringify(result).replaceAll(id, 'id') }
}

test.each([
  ['clerk', undefined],
  ['area1', '320500'],
])('%s', { timeout: 120_000 }, async (who, areaCode) => {
  const client = await server.as(who, { areaCode })
  const told: unknown[] = []
  let judged = 0
  for (const [name, call] of allCalls().filter(([, { input, path }]) => takesId(input) || path.includes(':'))) {
    // What is done once and then done already differs the first time alone.
    await said(client, call, nobodys)
    const theirsSays = await said(client, call, theirs)
    const nobodysSays = await said(client, call, nobodys)
    if (theirsSays.statusCode === 404 || theirsSays.key === 'scope.denied') judged += 1
    // That it may not be touched says no more than that it is somebody's.
    if (theirsSays.statusCode === 403 && nobodysSays.statusCode >= 400) continue
    if (JSON.stringify(theirsSays) !== JSON.stringify(nobodysSays)) told.push([name, theirsSays, nobodysSays])
  }
  expect(told).toEqual([])
  expect(judged, 'most of it is for a handler to judge').toBeGreaterThan(200)
})
