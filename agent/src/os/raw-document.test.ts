import { expect, test, vi } from 'vitest'
import { handOver, NotTaken } from './raw-document.ts'

// What is said of a receipt whose spooler does not take it: printed anew it must not come out twice.

const kinds = (thrown: unknown) => (thrown instanceof NotTaken ? 'nothing' : thrown ? 'unsure' : 'taken')

test.each([
  ['taken whole', {}, 'taken', 'start write end close'],
  ['no document is begun', { start: false }, 'nothing', 'start close'],
  ['cut short, and thrown away', { write: false }, 'nothing', 'start write abort close'],
  ['cut short, and what came stays', { write: false, abort: false }, 'unsure', 'start write abort close'],
  ['not ended, and thrown away', { end: false }, 'nothing', 'start write end abort close'],
  ['not ended, and what came stays', { end: false, abort: false }, 'unsure', 'start write end abort close'],
] as const)('%s', async (_, refused, said, steps) => {
  const done: string[] = []
  const step = (name: 'start' | 'write' | 'end' | 'abort') => async () => {
    done.push(name)
    return (refused as Partial<Record<typeof name, boolean>>)[name] ?? true
  }
  const [start, write, end, abort] = (['start', 'write', 'end', 'abort'] as const).map(step)
  const close = () => void done.push('close')
  const thrown = await handOver({ start: start!, write: write!, end: end!, abort: abort!, close }).catch(
    (fault) => fault,
  )
  expect([kinds(thrown), done.join(' ')]).toEqual([said, steps])
})

test('a spooler that dies in the middle says nothing of what it took, and its printer is let go', async () => {
  const close = vi.fn()
  const done = async () => true
  const write = async () => {
    throw new Error('RPC server is unavailable')
  }
  const thrown = await handOver({ start: done, write, end: done, abort: done, close }).catch((fault) => fault)
  expect([kinds(thrown), close.mock.calls.length]).toEqual(['unsure', 1])
})
