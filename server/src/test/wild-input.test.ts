import { createHash } from 'node:crypto'
import type { Call } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { opened } from '../../../tools/opened.ts'
import { user } from '../domains/auth/tables.ts'
import { company, store } from '../domains/organisation/tables.ts'
import { startTestServer } from './kit.ts'

// What fits the contract and is far from what anybody sends, to the real handlers of every call: an envelope with words of
// ours, and never a fault.

const server = opened(() => startTestServer({ config: { strictAnswers: false } }))

const long = (n: number) => '长'.repeat(n)
const texts = [
  "');--%_\\",
  '䶮𠮷'.repeat(10),
  '１２．５',
  ' 空 格 ',
  '%',
  '__proto__',
  'constructor',
  '2026-02-30',
  '-1',
  long(200),
]
const codes = ['%', '..', '__proto__', 'constructor', 'toString', '0', '320500', '999999', '䶮𠮷', '-1', 'x'.repeat(60)]
const days = ['1000-01-01', '2024-02-29', '2026-06-30', '9999-12-31']
const wild: Record<string, unknown[]> = {
  code: codes,
  id: ['x', '0', '00000000-0000-7000-8000-000000000000', 'constructor', '-'.repeat(40)],
  money: ['-999999999999.99', '999999999999.99', '-0.00', '0.00', '0.01'],
  price: ['9999999999.999999', '0', '0.000001'],
  quantity: ['99999999.9999', '0', '0.0001', '1'],
  ratio: ['1.9999', '0', '1'],
  integer: [Number.MAX_SAFE_INTEGER, 2_147_483_648, 100_000, 1000, 100, 10, 1, 0, -1],
  dict: ['__proto__', 'constructor', '0', '310', 'x'.repeat(30)],
  flag: [true, false],
  day: days,
  month: ['1000-01', '9999-12', '2026-02'],
  time: days.map((day, i) => `${day} ${i % 2 ? '23:59:59' : '00:00:00'}`),
  data: [{}, [], 'x', { constructor: { a: [null] } }, [1, null, 'x'], -1],
}
beforeAll(async () => {
  const { db } = server.deps
  for (const table of [store, company, user])
    wild.id!.push(...(await db.select({ id: table.id }).from(table).orderBy(table.id).limit(3)).map(({ id }) => id))
})

const who = [['admin', '320500'], ['clerk']] as const
/** Names that each object seems to have; sent for whatever takes them, every field of a call filled in. */
const everyObjects = ['__proto__', 'constructor']
const rounds = [...who, ...everyObjects.map(() => who[0])]

/** A number that follows from a place and a round: what was sent once is sent again. */
const turnOf = (place: string, round: number): number =>
  createHash('sha256').update(`${place} ${round}`).digest().readUInt32BE()

interface Inner {
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
}

const wildOf = (schema: Schema, place: string, round: number): unknown => {
  const { innerType, element, shape } = schema._zod.def as unknown as Inner
  const { optional, choices, kind = 'text' } = metaOf(schema) ?? {}
  const turn = turnOf(place, round)
  const name = everyObjects[round - who.length]
  if (optional && !name && turn % 3 === 0) return undefined
  if (innerType) return wildOf(innerType, place, round)
  if (element) {
    const items = Array.from({ length: [0, 1, 2, 40][turn % 4]! }, (_, i) =>
      wildOf(element, `${place}.${i % 3}`, round),
    )
    return z.safeParse(schema, items).success ? items : items.slice(0, 1)
  }
  if (shape)
    return Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, wildOf(one, `${place}.${key}`, round)]))
  const candidates =
    name && !choices ? [name, 1, ...(wild[kind] ?? [])] : choices ? Object.keys(choices) : (wild[kind] ?? texts)
  const fits = (one: unknown) => z.safeParse(schema, one).success
  const fitting = candidates.filter(fits)
  const some = fitting.length ? fitting : [...texts, ...codes].filter(fits)
  return some[name ? 0 : turn % some.length]
}

const requestOf = (call: Call, values: Record<string, unknown>) => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 'x')))
  const rest = Object.entries(values).filter(([name, value]) => value !== undefined && !call.path.includes(`:${name}`))
  if (call.method === 'POST') return { url: `/prod-api${path}`, payload: Object.fromEntries(rest) }
  const query = rest.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))
  return { url: `/prod-api${path}?${new URLSearchParams(query)}` }
}

test('no call falls over what fits its contract', { timeout: 300_000 }, async () => {
  const faults: unknown[] = []
  let reached = 0
  for (const [name, call] of allCalls())
    for (const [round, [userName, areaCode]] of rounds.entries()) {
      const request = requestOf(call, wildOf(call.input, name, round) as Record<string, unknown>)
      const { token } = await server.as(userName, { areaCode })
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `${name} ${round}` }
      const response = await server.app.inject({ ...request, method: call.method, headers })
      if (!String(response.headers['content-type']).includes('json')) continue
      const { success, statusCode, resultNotice } = response.json()
      if (statusCode !== 400 && statusCode !== 403) reached += 1
      // A question to the console has a name and no words.
      const words = success || statusCode === 202 || /[一-鿿]/.test(resultNotice?.error ?? '')
      if (statusCode === 500 || !words) faults.push([name, resultNotice?.error, request])
    }
  expect(reached, 'most of it is for a handler to judge').toBeGreaterThan(allCalls().length)
  expect(faults).toEqual([])
})
