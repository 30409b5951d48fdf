import { expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { idempotency } from '../../call/tables.ts'
import type { Database } from '../../database/open.ts'
import { startTestServer } from '../../test/kit.ts'
import { inTurn } from './turn.ts'

const server = opened(startTestServer)

/** A process over the same database: how often it tried to take a turn, and what ends it. */
const process = (moved = () => 0) => {
  let tries = 0
  let dead = false
  const { db: shared, clock } = server.deps
  const db = new Proxy(shared, {
    get: (target, name) => {
      if (dead) throw new Error('this process is gone')
      if (name === 'insert') tries++
      const found = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  }) as Database
  const die = () => {
    dead = true
  }
  return { deps: { db, clock, moved }, tries: () => tries, die }
}

/** A promise that the test keeps. */
const kept = <T = void>() => {
  let resolve = (_: T) => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const none = async () => undefined
const left = () => server.deps.db.select().from(idempotency)

test('one at a time: who comes meanwhile gets what was done, and what came to nothing he does himself', async () => {
  const what = { call: 'test', key: 'one' }
  const [first, second] = [process(), process()]
  let found: string | undefined
  const work = kept<string>()
  const begun = kept()
  const one = inTurn(first.deps, what, none, () => {
    begun.resolve()
    return work.promise
  })
  await begun.promise
  const two = inTurn(
    second.deps,
    what,
    async () => found,
    async () => 'the second’s own',
  )
  expect(await inTurn(process().deps, { call: 'test', key: 'another' }, none, async () => 'not kept'), 'by name').toBe(
    'not kept',
  )
  await vi.waitFor(() => expect(second.tries()).toBeGreaterThan(1), { timeout: 10_000 })
  found = 'done'
  work.resolve('done')
  expect(await Promise.all([one, two])).toEqual(['done', 'done'])
  found = undefined
  const refused = inTurn(first.deps, what, none, () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  expect(await inTurn(second.deps, what, none, async () => 'the second’s own')).toBe('the second’s own')
  expect(await left()).toEqual([])
})

test('whoever was killed in his turn keeps the others for some seconds, and takes nothing from whoever came after', async () => {
  const what = { call: 'test', key: 'killed' }
  const killed = process()
  const work = kept<string>()
  const begun = kept()
  const one = inTurn(killed.deps, what, none, () => {
    begun.resolve()
    return work.promise
  })
  await begun.promise
  killed.die()
  let moved = 0
  const next = process(() => moved)
  const entered = kept()
  const end = kept<string>()
  const two = inTurn(next.deps, what, none, () => {
    entered.resolve()
    return end.promise
  })
  await vi.waitFor(() => expect(next.tries()).toBeGreaterThan(1), { timeout: 10_000 })
  moved = 10_500
  await entered.promise
  work.resolve('too late')
  // It was not killed but stood still: its end is not the other one's.
  await expect(one).rejects.toThrow('this process is gone')
  expect(await left()).toHaveLength(1)
  end.resolve('done')
  expect(await two).toBe('done')
  expect(await left()).toEqual([])
})
