import { expect, test } from 'vitest'
import { askedInTurn } from './asked-in-turn.ts'

/** Questions that a test answers itself, in the order they were begun. */
const setUp = () => {
  const begun: { about: string; answer: (with_: number) => void; fail: () => void }[] = []
  const ask = askedInTurn(
    (about) =>
      new Promise<number>((answer, reject) => begun.push({ about, answer, fail: () => reject(new Error('off')) })),
  )
  return { begun, ask }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('however many ask about a printer that is silent, one question is under way, and one answers all who came after it', async () => {
  const { begun, ask } = setUp()
  const first = ask('A')
  const later = Array.from({ length: 9 }, () => ask('A'))
  await settled()
  expect(begun).toHaveLength(1)
  begun[0]!.answer(1)
  expect(await first).toBe(1)
  await settled()
  // What was begun before they asked does not tell of what they handed over since.
  expect(begun).toHaveLength(2)
  begun[1]!.answer(2)
  expect(await Promise.all(later)).toEqual(Array(9).fill(2))
  void ask('A')
  expect(begun).toHaveLength(3)
})

test('another printer waits for nobody, and a fault is of those who asked then', async () => {
  const { begun, ask } = setUp()
  const first = ask('A')
  const behind = ask('A')
  const beside = ask('B')
  expect(begun.map(({ about }) => about)).toEqual(['A', 'B'])
  begun[1]!.answer(7)
  expect(await beside).toBe(7)
  begun[0]!.fail()
  await expect(first).rejects.toThrow('off')
  await settled()
  begun[2]!.answer(8)
  expect(await behind).toBe(8)
})
