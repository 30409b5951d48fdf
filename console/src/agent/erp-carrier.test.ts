import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAgent } from './store.ts'

// A PC with both: a box that puts sendFrameMessage into the page, and an agent with its post box.
const there = { agent: true }
let posted: string[] = []
vi.mock('./reach.ts', () => ({ reach: async () => there.agent, usable: () => there.agent }))
vi.mock('./run.ts', () => ({
  runVerb: async (_verb: string, { id }: { id: string }) => {
    posted.push(id)
    return { acked: false }
  },
}))
const { sendFrame } = await import('./erp.ts')

const result = { id: 'o1-settled-1', type: 'result', billNo: 'B1', revision: 1, body: {} } as never
let boxed: string[] = []
const box = (answer: () => unknown) =>
  vi.stubGlobal('sendFrameMessage', (json: string) => {
    boxed.push(JSON.parse(json).id)
    return answer()
  })
const gone = () => {
  throw new TypeError("Cannot read properties of undefined (reading 'post')")
}
beforeEach(() => {
  there.agent = true
  boxed = []
  posted = []
  const page: { parent?: object } = {}
  page.parent = page
  vi.stubGlobal('window', page)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a result goes to the box alone, whatever its function answers', async () => {
  for (const answer of [undefined, true, false, Promise.resolve(null)]) {
    box(() => answer)
    expect(await sendFrame(result)).toBe('host')
  }
  expect([boxed.length, posted]).toEqual([4, []])
})

test('a box that throws loses no result: the agent keeps the very same frame, once, and the box is tried first again', async () => {
  box(gone)
  expect(await sendFrame(result)).toBe('agent')
  expect(await sendFrame(result, true)).toBe('agent')
  expect([boxed, posted]).toEqual([['o1-settled-1', 'o1-settled-1'], ['o1-settled-1']])
  box(() => undefined)
  expect(await sendFrame(result, true)).toBe('host')
  expect(posted).toHaveLength(1)
})

test('a box that comes late takes what the agent has kept meanwhile', async () => {
  expect(await sendFrame(result)).toBe('agent')
  box(() => undefined)
  expect(await sendFrame(result, true)).toBe('host')
  expect([boxed, posted]).toEqual([['o1-settled-1'], ['o1-settled-1']])
})

test.each(['stopped', 'notInstalled'] as const)(
  'a box that throws beside an agent that is %s: the clerk reads whose fault it is, and not in English',
  async (state) => {
    there.agent = false
    useAgent.setState({ state: state as never })
    box(gone)
    await expect(sendFrame(result)).rejects.toMatchObject({
      code: 'erp.refused',
      message: 'ERP 程序出错，没有收下消息',
    })
  },
)
