import type { Call } from '@yibao/shared/call.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { answerOf } from './answer.ts'

const line = z.object({ code: z.string(), price: z.optional(z.string()) })
const result = z.object({
  orderNo: z.string(),
  cash: z.string(),
  person: z.optional(z.object({ name: z.string(), tags: z.array(z.string()) })),
  lines: z.array(line),
  codes: z.record(z.string(), z.string()),
  slip: z.nullable(z.object({ no: z.string() })),
})
const call = { method: 'GET', path: '/x', title: 'x', input: z.object({}), result } as unknown as Call

const whole = {
  orderNo: 'A1',
  cash: '1.00',
  person: { name: '张*', tags: ['a'] },
  lines: [{ code: '1', price: '2.00' }],
  codes: { a: 'b' },
  slip: null,
}

/** What production sends of a result, and what it reports of it. */
const sent = (value: unknown) => {
  const misfits: string[] = []
  const answer = answerOf(call, 'Test/X', value, false, (misfit) => misfits.push(...misfit))
  expect(answer.success).toBe(true)
  return { result: answer.result, misfits }
}

test('in production the fields that fit are sent, and nothing that the schema does not know goes out with a misfit', () => {
  const value = {
    ...whole,
    cash: 100,
    certNo: 'secret',
    person: { name: '张*', tags: ['a', 7], certNo: 'secret' },
    lines: [{ code: '1', price: 2, cost: 'secret' }, 'no line', { code: 2 }],
    codes: { a: 'b', c: 3 },
    slip: { no: '1', token: 'secret' },
  }
  const { result: kept, misfits } = sent(value)
  expect(kept).toEqual({
    orderNo: 'A1',
    person: { name: '张*', tags: ['a'] },
    lines: [{ code: '1' }, {}],
    codes: { a: 'b' },
    slip: { no: '1' },
  })
  expect(misfits.map((one) => one.split(':')[0])).toContain('cash')
  expect(() => answerOf(call, 'Test/X', value, true, () => {})).toThrow('Test/X answers what its schema does not know')
})

test('a list that is none, and a result that is nothing of its schema, are left out', () => {
  expect(sent({ ...whole, lines: 'none', person: null }).result).toEqual({
    ...{ orderNo: 'A1', cash: '1.00', codes: { a: 'b' }, slip: null },
  })
  expect(sent('nothing').result).toBeNull()
})

test('what fits is sent as it is, without what the schema does not know', () => {
  expect(sent({ ...whole, certNo: 'secret' })).toEqual({ result: whole, misfits: [] })
})
