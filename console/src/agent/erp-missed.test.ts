import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../api/error.ts'
import { onFrame } from './erp.ts'
import { deliver } from './news.ts'

// Bills that came while no page was there are read from the agent; that read may fail, or come too late.

const { runVerb } = vi.hoisted(() => ({ runVerb: vi.fn() }))
vi.mock('./run.ts', () => ({ runVerb }))
vi.mock('./reach.ts', () => ({ usable: () => true, reach: async () => true }))
vi.mock('./erp-host.ts', () => ({ onHostFrame: () => () => undefined, sendToHost: async () => false }))

const box = { frames: [{ id: 'f1', type: 'bill', billNo: 'XS-𠮷-1' }], seq: 1 }
const busy = () => Promise.reject(new CallError('本机助手正忙', { code: 'RATE_LIMITED' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  runVerb.mockReset()
  vi.useRealTimers()
})

test('a read that fails is repeated until it succeeds, once for all who asked meanwhile', async () => {
  runVerb.mockImplementationOnce(busy).mockImplementationOnce(busy).mockResolvedValue(box)
  const heard: string[] = []
  const end = onFrame(({ id }) => heard.push(id))
  await vi.advanceTimersByTimeAsync(1000)
  deliver({ seq: 1, event: 'reset', data: null })
  await vi.advanceTimersByTimeAsync(2999)
  expect([heard, runVerb.mock.calls.length]).toEqual([[], 2])
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toEqual(['f1'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runVerb).toHaveBeenCalledTimes(3)
  end()
})

test.each(['fails', 'answers'])(
  'a page that went to the back meanwhile takes nothing, and asks no more: the read %s',
  async (how) => {
    let answer = () => {}
    runVerb.mockReturnValue(
      new Promise((resolve, reject) => {
        answer = () =>
          how === 'answers' ? resolve(box) : reject(new CallError('本机助手没有应答', { code: 'agent.stopped' }))
      }),
    )
    const heard: string[] = []
    const end = onFrame(({ id }) => heard.push(id))
    end()
    answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([heard, runVerb.mock.calls.length]).toEqual([[], 1])
  },
)
