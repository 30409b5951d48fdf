import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { databases, startTestServer, testClock } from '../test/kit.ts'
import { otherNode } from '../test/other-node.ts'
import { recordEnd } from './audit.ts'
import { claim, forget, type Slot } from './idempotency.ts'
import { idempotency } from './tables.ts'

// A key belongs to one person's one request: it is answered once, and as it was answered the first time.

const slotOf = (values: Partial<Slot> = {}): Slot => ({
  ...{ userId: 'u1', call: 'settlement.settle', key: `k${Math.random()}`, bodyHash: 'body' },
  ...values,
})
const busy = '上一次提交还在处理'
const other = '同一提交号的内容不一致'

test.each(databases)(
  'on %s: one request at a time has a key, and the answer is every later one’s',
  async (database) => {
    const clock = testClock()
    const server = await startTestServer({ handlers: {}, clock, database })
    const { deps } = server
    try {
      const slot = slotOf()
      expect(await claim(deps, slot), 'nothing was answered yet').toBeUndefined()
      await expect(claim(deps, slot)).rejects.toThrow(busy)
      await expect(claim(deps, { ...slot, bodyHash: 'another' })).rejects.toThrow(other)
      // Of another person, and of another call, the same word is another key.
      expect(await claim(deps, { ...slot, userId: 'u2' })).toBeUndefined()
      expect(await claim(deps, { ...slot, call: 'settlement.cancel' })).toBeUndefined()

      const answer = { success: true, result: { id: '1' } } as never
      await recordEnd(deps, { kept: { slot, answer } })
      expect(await claim(deps, slot)).toMatchObject({ result: { id: '1' } })
      await expect(claim(deps, { ...slot, bodyHash: 'another' })).rejects.toThrow(other)
      await expect(claim(deps, { ...slot, userId: 'u2' }), 'theirs still run').rejects.toThrow(busy)
      // However old: what was answered is never begun again, and nobody takes its answer away.
      clock.advance(7 * 86_400_000)
      await forget(deps, slot)
      expect(await claim(deps, slot)).toMatchObject({ result: { id: '1' } })
    } finally {
      await server.close()
    }
  },
)

const clock = testClock()
const server = opened(() => startTestServer({ handlers: {}, clock }))

test('a key whose server died is free again when nobody waits for it any more, for one of those who ask', async () => {
  const { deps } = server
  const slot = slotOf()
  await claim(deps, slot)
  clock.advance(309_000)
  await expect(claim(deps, slot), 'its caller may still wait').rejects.toThrow(busy)
  const ahead = await otherNode(server, 60_000)
  await expect(claim(ahead.deps, slot), 'on a node whose clock is ahead too').rejects.toThrow(busy)
  await ahead.close()
  clock.advance(2_000)
  await expect(claim(deps, { ...slot, bodyHash: 'another' })).rejects.toThrow(other)
  const asked = await Promise.allSettled([claim(deps, slot), claim(deps, slot)])
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  clock.advance(309_000)
  await expect(claim(deps, slot), 'it runs anew from then on').rejects.toThrow(busy)
})

test('what left nothing behind, and what is known to have ended, frees its key and no other', async () => {
  const { deps } = server
  const [one, two] = [slotOf(), slotOf()]
  for (const slot of [one, two]) await claim(deps, slot)
  await forget(deps, one)
  expect(await claim(deps, { ...one, bodyHash: 'corrected' })).toBeUndefined()
  await expect(claim(deps, two)).rejects.toThrow(busy)
  await forget(deps, two)
  expect(await claim(deps, two)).toBeUndefined()
  const left = await deps.db.select().from(idempotency).where(eq(idempotency.key, one.key))
  expect(left).toMatchObject([{ bodyHash: 'corrected' }])
})
