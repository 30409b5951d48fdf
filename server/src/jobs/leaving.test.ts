import { afterEach, expect, test, vi } from 'vitest'
import type { Config } from '../config.ts'
import type { Deps } from '../context.ts'
import { Load } from '../domains/node/load.ts'
import { ThisNode } from '../domains/node/this-node.ts'
import { centreCalls } from './centre-calls.ts'
import { serviceHits } from './service-hits.ts'

afterEach(() => void vi.useRealTimers())

test.each([centreCalls, serviceHits])(
  '$name: a node that leaves begins no round of it, and writes the rest at its end',
  async (job) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const config = { node: '1-a', nodeName: 'a:1', settleWait: 1000 } as Config
    const node = new ThisNode(config, new Date(), new Load(undefined, () => 0), { works: () => 0 })
    const flush = vi.fn(async () => undefined)
    const stop = job.start({ services: { node, hits: { flush }, meter: { flush } } } as unknown as Deps)
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
