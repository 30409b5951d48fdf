import { expect, test } from 'vitest'
import { Refusal } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { Told } from './told.ts'
import { type Resting, takeTurns } from './turns.ts'

const deps = { clock: () => new Date(1000), services: { node: { leaving: false } } } as unknown as Deps
const rows = (areaCode: string, stores: number) =>
  Array.from({ length: stores }, (_, i) =>
    [1, 2].map((n) => ({ id: `${areaCode}-${i}-${n}`, storeId: `${areaCode}-${i}`, areaCode })),
  )
const round = async (due: ReturnType<typeof rows>, kindOf: (id: string) => Told['kind']) => {
  const told: string[] = []
  const resting: Resting = new Map()
  const tell = async (id: string): Promise<Told> => {
    told.push(id)
    return { kind: kindOf(id), text: '' }
  }
  const tried = await takeTurns(deps, due.flat(), tell, () => undefined, resting)
  expect(tried).toBe(told.length)
  return { told, resting: [...resting.keys()], until: (key: string) => resting.get(key) }
}

test('a centre that answers none of several stores is left alone, and other areas’ stores do not wait behind them', async () => {
  const silent = (id: string) => (id.startsWith('A') ? 'unknown' : 'done')
  const { told, resting } = await round([...rows('A', 300), ...rows('B', 3)], silent)
  // Four speak at the same time: a second silence ends the area's round.
  expect(told.filter((id) => id.startsWith('A')).length).toBeLessThanOrEqual(5)
  expect(told.filter((id) => id.startsWith('B'))).toHaveLength(6)
  expect(resting).toContain('A')
  expect(resting).not.toContain('B')
})

test('one store whose messages get no answer holds up no other one of its area, nor do stores that cannot speak', async () => {
  const one = await round(rows('A', 9), (id) => (id.startsWith('A-0') ? 'unknown' : 'done'))
  expect([one.told.length, one.resting]).toEqual([17, ['A-0']])
  const shut = await round(rows('A', 9), (id) => (id.startsWith('A-8') ? 'done' : 'down'))
  expect([shut.told.length, shut.resting.includes('A'), shut.resting.length]).toEqual([10, false, 8])
})

test('two bad stores among many, the first of all, hold the others up for a minute at most, and not again with them', async () => {
  const kindOf = (id: string) => (/^A-[01]-/.test(id) ? 'unknown' : 'done')
  const due = rows('A', 9)
  const { told, until } = await round(due, kindOf)
  const good = told.filter((id) => kindOf(id) === 'done')
  // Whether or not the others were reached in this round, they are due before those two are.
  if (until('A')) expect(until('A')).toBeLessThan(until('A-0')!)
  else expect(good).toHaveLength(14)
  expect([until('A-0'), until('A-1')]).toEqual([121_000, 121_000])
  const next = await round(due.slice(2), kindOf)
  expect([next.told.length, next.until('A')]).toEqual([14, undefined])
})

test('a centre that is silent at the sign-in, before any message, is silent all the same', async () => {
  const resting: Resting = new Map()
  const asked: string[] = []
  const tell = async (id: string): Promise<Told> => {
    asked.push(id)
    if (id.startsWith('A')) throw new Refusal('centre.down')
    if (id.startsWith('C')) throw new Refusal('centre.down', {}, { extend: { notSent: true } })
    return { kind: 'done', text: '' }
  }
  const due = [...rows('A', 100), ...rows('B', 3), ...rows('C', 3)]
  await takeTurns(deps, due.flat(), tell, () => undefined, resting)
  expect(asked.filter((id) => id.startsWith('A')).length).toBeLessThanOrEqual(5)
  expect(asked.filter((id) => id.startsWith('B'))).toHaveLength(6)
  // Nothing left there: that is no silence.
  expect([resting.has('A'), resting.has('B'), resting.has('C')]).toEqual([true, false, false])
})

test('a centre that takes its time has two of the turns while another area’s stores wait, and all of them then', async () => {
  let answers = () => {}
  const slow = new Promise<void>((resolve) => {
    answers = resolve
  })
  const told: string[] = []
  const tell = async (id: string): Promise<Told> => {
    told.push(id)
    if (id.startsWith('A')) await slow
    return { kind: 'done', text: '' }
  }
  const ended = takeTurns(deps, [...rows('A', 9), ...rows('B', 5)].flat(), tell, () => undefined, new Map())
  await expect.poll(() => told.filter((id) => id.startsWith('B'))).toHaveLength(10)
  await expect.poll(() => told.filter((id) => id.startsWith('A'))).toHaveLength(4)
  answers()
  expect(await ended).toBe(28)
})
