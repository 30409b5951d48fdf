import { expect, test } from 'vitest'
import { Interrupted, Works } from './works.ts'

const begun = () => {
  const works = new Works()
  let end = () => {}
  works.run('p1', () => new Promise<void>((resolve) => (end = resolve)))
  const seen: string[] = []
  return { works, end: () => end(), seen }
}

test('who waits for the end of a work hears of it then, and at once of one that is not under way here', async () => {
  const { works, end, seen } = begun()
  expect(works.underWay).toBe(1)
  await works.ended('another')
  const waiting = works.ended('p1').then(() => seen.push('ended'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual([])
  end()
  await waiting
  expect([seen, works.underWay]).toEqual([['ended'], 0])
})

test('a stop interrupts the works of this process at their next step, and waits for them', async () => {
  const { works, end, seen } = begun()
  works.check('p1')
  const stopped = works.stop().then(() => seen.push('stopped'))
  expect(() => works.check('p1')).toThrow(Interrupted)
  works.check('of another process')
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual([])
  end()
  await stopped
  expect(seen).toEqual(['stopped'])
})
