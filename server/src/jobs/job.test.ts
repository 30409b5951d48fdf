import { afterEach, expect, test, vi } from 'vitest'
import type { Deps } from '../call/context.ts'
import { Load } from '../domains/node/load.ts'
import { ThisNode } from '../domains/node/this-node.ts'
import type { Config } from '../process/config.ts'
import { jobNamed } from '../test/job.ts'
import { job } from './job.ts'

afterEach(() => void vi.useRealTimers())

const nodeOf = () => {
  const config = { node: '1-a', nodeName: 'a:1', settleWait: 1000 } as Config
  return new ThisNode(config, new Date(), new Load(undefined, () => 0), { works: () => 0 })
}

test.each(['centreCalls', 'serviceHits'])(
  '%s: a node that leaves begins no round of it, and writes the rest at its end',
  async (name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const node = nodeOf()
    const flush = vi.fn(async () => undefined)
    const stop = jobNamed(name).start({
      services: { node, hits: { flush }, meter: { flush }, watch: { flush: async () => undefined } },
    } as unknown as Deps)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(flush).toHaveBeenCalledTimes(1)
    await node.want('drained')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(flush).toHaveBeenCalledTimes(1)
    await node.want('serving')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(flush).toHaveBeenCalledTimes(2)
    await node.want('drained')
    await stop()
    expect(flush).toHaveBeenCalledTimes(3)
  },
)

test('what a leaving node still needs goes on; a fault is reported and holds up neither the next round nor the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const node = nodeOf()
  const done: string[] = []
  const round = (name: string) => async () => {
    done.push(name)
    throw new Error(name)
  }
  const stop = job('probe', () => ({
    begin: round('begin'),
    rounds: [
      { every: 1000, work: round('here') },
      { every: 1000, leaving: true, last: true, work: round('always') },
    ],
    end: round('end'),
  })).start({ services: { node } } as unknown as Deps)
  await vi.advanceTimersByTimeAsync(1500)
  expect(done).toEqual(['begin', 'here', 'always'])
  await node.want('drained')
  await vi.advanceTimersByTimeAsync(2000)
  await stop()
  expect(done.slice(3)).toEqual(['always', 'always', 'always', 'end'])
  expect(told.mock.calls.filter(([line]) => String(line).includes('"where":"probe"'))).toHaveLength(done.length)
  told.mockRestore()
})

test('of a round’s parts one that cannot be done holds up none behind it; the round counts as none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const done: string[] = []
  const part = (name: string, fails: boolean) => async () => {
    done.push(name)
    if (fails) throw new Error(name)
  }
  const figures = { round: (name: string) => void done.push(`${name} counted`) }
  const start = (broken: boolean) =>
    job('probe', () => ({ every: 1000, last: true, work: [part('first', broken), part('second', false)] })).start({
      services: { node: nodeOf(), figures },
    } as unknown as Deps)
  const stop = start(true)
  await vi.advanceTimersByTimeAsync(1500)
  expect(done).toEqual(['first', 'second'])
  await stop()
  expect(done).toEqual(['first', 'second', 'first', 'second'])
  expect(told.mock.calls.filter(([line]) => String(line).includes('"where":"probe"'))).toHaveLength(2)
  done.length = 0
  const other = start(false)
  await vi.advanceTimersByTimeAsync(1500)
  expect(done).toEqual(['first', 'second', 'probe counted'])
  await other()
  told.mockRestore()
})
