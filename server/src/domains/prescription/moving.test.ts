import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Context } from '../../call/context.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { moveRx } from './moving.ts'
import { prescription } from './tables.ts'
import { enter, register, zhangSan } from './test/paper.ts'

// Who says yes to a prescription has read the very one that is passed, and had it to himself.

const counter = opened(() => openCounter())
beforeAll(() => register(counter.server))

test.each([
  ['its lines were written anew', { revision: 9 }],
  ['somebody else has taken it', { takenBy: 'u-other' }],
  ['it was given back', { state: 'returned' as const }],
])('%s since it was read: nothing is passed', async (_, meanwhile) => {
  const { deps } = counter.server
  const { id } = await enter(counter.clerk, { readId: (await counter.read(zhangSan)).readId })
  const now = async () => (await deps.db.select().from(prescription).where(eq(prescription.id, id)))[0]!
  const read = await now()
  const c = { deps, db: deps.db, services: deps.services, now: deps.clock() } as unknown as Context
  const pass = async () =>
    moveRx(c, read, { from: ['waiting', 'returned'], set: { state: 'passed' }, move: '审核通过', by: '药师' })
  await deps.db.update(prescription).set(meanwhile).where(eq(prescription.id, id))
  await expect(pass()).rejects.toThrow()
  expect(await now()).toMatchObject({ ...read, ...meanwhile })
  await deps.db.update(prescription).set(read).where(eq(prescription.id, id))
  await pass()
  expect((await now()).state).toBe('passed')
})
