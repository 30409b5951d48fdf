import { expect, test, vi } from 'vitest'
import { gathered } from './gathered.ts'

/** A look-up that ends when it is told to. */
const held = () => {
  const asked: string[][] = []
  const ends: (() => void)[] = []
  const lookUp = (some: string[]) => {
    asked.push(some)
    return new Promise<string[]>((resolve) => ends.push(() => resolve(some.map((one) => `${one}!`))))
  }
  return { asked, end: (i: number) => ends[i]?.(), lookUp }
}

test('the first ones go at once, the others together when one of them is back', async () => {
  const { asked, end, lookUp } = held()
  const answers = ['a', 'b', 'c', 'd', 'c'].map(gathered(lookUp))
  expect(asked).toEqual([['a'], ['b']])
  end(1)
  expect(await answers[1]).toBe('b!')
  await vi.waitFor(() => expect(asked).toEqual([['a'], ['b'], ['c', 'd', 'c']]))
  end(2)
  end(0)
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'c!'])
})

test('no answer is older than its question, and no statement takes more than so many', async () => {
  const { asked, end, lookUp } = held()
  const answers = ['a', 'a', 'b', 'c'].map(gathered(lookUp, { lanes: 1, most: 2 }))
  expect(asked).toEqual([['a']])
  end(0)
  await answers[0]
  await vi.waitFor(() => expect(asked).toEqual([['a'], ['a', 'b']]))
  end(1)
  await answers[2]
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['c']))
  end(2)
  expect(await answers[3]).toBe('c!')
})

test('nobody pays for the fault of another one that was asked with him', async () => {
  const asked: string[][] = []
  const get = gathered(
    async (some: string[]) => {
      asked.push(some)
      if (some.includes('bad')) throw new Error('bad')
      return some
    },
    { lanes: 1 },
  )
  const answers = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(get))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(asked).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
  expect(await get('d')).toBe('d')
})

test('what is not there is undefined', async () => {
  expect(await gathered(async () => [])('a')).toBeUndefined()
})
