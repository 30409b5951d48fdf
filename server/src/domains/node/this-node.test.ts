import { expect, test } from 'vitest'
import type { Config } from '../../process/config.ts'
import { Load } from './load.ts'
import { type Measured, together } from './measured.ts'
import { ThisNode } from './this-node.ts'

// A node by itself: what it waits for, and which wish counts.

const config = { node: '1-a', nodeName: 'a:1', settleWait: 1000 } as Config
const aNode = (works = { now: 0 }) =>
  new ThisNode(config, new Date(), new Load(undefined, () => 0), { works: () => works.now })

/** Something that goes on until it is let go. */
const held = () => {
  let end = () => {}
  const work = new Promise<void>((resolve) => (end = resolve))
  return { end, work }
}

test('it is not empty while a round of a job is under way, nor while a long work is', async () => {
  const works = { now: 1 }
  const node = aNode(works)
  const { end, work } = held()
  const round = node.round('sales', () => work)()
  const drained = node.want('drained')
  works.now = 0
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(node.state).toBe('draining')
  works.now = 1
  end()
  await round
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(node.state).toBe('draining')
  works.now = 0
  await drained
  expect(node.state).toBe('drained')
})

test('a wish that is over comes to nothing: resumed meanwhile it serves', async () => {
  const node = aNode()
  const { end, work } = held()
  const request = node.during(() => work)
  const drained = node.want('drained')
  await node.want('serving')
  end()
  await Promise.all([request, drained])
  expect(node.state).toBe('serving')
})

test('an order is obeyed once, and never one that is older than what it obeyed', async () => {
  const node = aNode()
  const drain = { wanted: 'drained' as const, wantedAt: new Date(1000) }
  await node.obey(drain)
  expect(node.state).toBe('drained')
  await node.obey({ wanted: 'serving', wantedAt: new Date(2000) })
  await node.obey(drain)
  await node.obey({ wanted: 'drained', wantedAt: new Date(2000) })
  await node.obey(undefined)
  expect(node.state).toBe('serving')
})

test('resumed after it refused everybody it takes requests again', async () => {
  const node = aNode()
  node.restart = () => undefined
  await node.want('restart')
  expect(node.refusing).toBe(true)
  await node.want('serving')
  expect([node.refusing, node.leaving]).toEqual([false, false])
})

test('told to end it waits for requests alone, for nothing where there are none, and nobody brings it back', async () => {
  const node = aNode({ now: 1 })
  const { end, work } = held()
  const request = node.during(() => work)
  let ended = false
  const ending = node.end().then(() => (ended = true))
  await node.want('serving')
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect([node.leaving, node.refusing, ended]).toEqual([true, true, false])
  end()
  await Promise.all([request, ending])
  const idle = aNode({ now: 1 })
  // Before any timer: nothing has to be waited for.
  const tick = new Promise((resolve) => setImmediate(resolve, 'waits'))
  expect(await Promise.race([idle.end().then(() => 'ended'), tick])).toBe('ended')
})

test('requests that wait for news are none, the most of a time is kept, what goes on counts for the next one', () => {
  const held = { now: 0 }
  const load = new Load(undefined, () => held.now)
  for (let n = 0; n < 3; n++) load.begin()
  held.now = 2
  expect([load.active, load.take().active]).toEqual([1, 1])
  held.now = 0
  for (let n = 0; n < 3; n++) load.end()
  expect([load.take().active, load.take().active, load.take().requests]).toEqual([3, 0, 0])
})

test('the calls of two times add up by their class', () => {
  const one = { waits: [[40, 1]] } as unknown as Measured
  const other = {
    waits: [
      [40, 2],
      [80, 1],
    ],
  } as unknown as Measured
  expect(together(one, other).waits).toEqual([
    [40, 3],
    [80, 1],
  ])
})

test('what it says of itself is said one after the other, so that the last word stands, whatever became of the one before', async () => {
  const node = aNode()
  const { end, work } = held()
  const row: string[] = []
  const slow = node.say(async () => {
    await work
    row.push('draining')
  })
  const lost = node.say(async () => {
    throw new Error('the database was away')
  })
  const last = node.say(async () => row.push('serving'))
  end()
  await expect(lost).rejects.toThrow('away')
  await Promise.all([slow, last])
  expect(row).toEqual(['draining', 'serving'])
})
