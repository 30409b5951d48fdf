import { beforeEach, expect, test, vi } from 'vitest'

// A page that printed and was closed before the end; the next one of this counter looks at what the queue knows.

let jobs: object[] = []
/** Slips of which the server never heard the end. */
let unheard: string[] = []
const told: unknown[] = []
const asked: unknown[] = []

vi.mock('./run.ts', () => ({ runVerb: async () => jobs }))
vi.mock('../api/index.ts', () => ({
  callServer: async ({ path }: { path: string }, input: { ended: { slipId: string }[] }) => {
    if (path === '/api/Slip/Printed') return told.push(input)
    asked.push(input)
    return { slipIds: input.ended.map(({ slipId }) => slipId).filter((id) => unheard.includes(id)) }
  },
}))

const { tellUntold } = await import('./untold.ts')

beforeEach(() => {
  jobs = []
  unheard = []
  told.length = 0
  asked.length = 0
})

test('the ends of the queue that the server never heard are told, with printer and reason; the others are not', async () => {
  jobs = [
    { id: 's1', state: 'done', printer: 'XP-58', reason: null },
    { id: 's2', state: 'done', printer: 'XP-58', reason: 'jam' },
    { id: 's3', state: 'cancelled' },
    { id: 's4', state: 'queued', code: 'PRINTER_PAPER' },
    { id: 's5', state: 'done', reason: 'of another build' },
    { id: 's6', state: 'unsure' },
    // Nothing of these left this printer: one waits for a person, of one he said so.
    { id: 's7', state: 'unsure', code: 'SLIP_OUT' },
    { id: 's8', state: 'cancelled', code: 'SLIP_REVERSED' },
  ]
  unheard = ['s2', 's3', 's4', 's5', 's6', 's7', 's8']
  await tellUntold()
  expect(told).toEqual([
    { slipId: 's2', state: 'done', printer: 'XP-58', reprintReason: 'jam' },
    { slipId: 's3', state: 'failed' },
    { slipId: 's5', state: 'done' },
    { slipId: 's6', state: 'unsure' },
    { slipId: 's8', state: 'failed' },
  ])
})

test('a queue without an end asks the server nothing', async () => {
  jobs = [{ id: 's1', state: 'printing' }]
  await tellUntold()
  expect([asked, told]).toEqual([[], []])
})

test('more ends than one question takes are asked about in several, and none is left out', async () => {
  jobs = Array.from({ length: 201 }, (_, n) => ({ id: `s${n}`, state: 'failed' }))
  unheard = ['s0', 's150', 's200']
  await tellUntold()
  expect(asked.map((input) => (input as { ended: unknown[] }).ended.length)).toEqual([100, 100, 1])
  expect(told).toEqual(unheard.map((slipId) => ({ slipId, state: 'failed' })))
})
