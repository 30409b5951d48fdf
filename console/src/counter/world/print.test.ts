import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeUi } from '../../../test/support/fake-http.ts'
import { CallError } from '../../api/error.ts'
import { setUi, ui } from '../../api/ui.ts'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts, PortJob } from '../ports.ts'
import { printer } from './print.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A counter whose agent answers `looks` one after the other, the last one for ever; what it told the flow and the server. */
const counter = (...looks: (Partial<PortJob> | Error)[]) => serverOf([], ...looks)

/** The same, with faults that the server answers first when it is asked for the slip. */
const serverOf = (faults: Error[], ...looks: (Partial<PortJob> | Error)[]) => slipOf([], faults, ...looks)

/** The same, of a slip with characters in it that no font draws. */
const slipOf = (missingCharacters: string[], faults: Error[], ...looks: (Partial<PortJob> | Error)[]) => {
  const events: CounterEvent[] = []
  const server: unknown[] = []
  let asked = 0
  const look = async (): Promise<PortJob> => {
    const answer = looks[Math.min(asked++, looks.length - 1)]!
    if (answer instanceof Error) throw answer
    return { id: 's1', state: 'printing', printer: 'XP-58', ...answer }
  }
  const ports = {
    callServer: async (call: { path: string }, input: unknown) => {
      if (!call.path.includes('Printed')) {
        const fault = faults.shift()
        if (fault) throw fault
        return { slipId: 's1', missingCharacters }
      }
      return server.push(input)
    },
    slipPdf: async () => new Uint8Array(1),
    device: { print: look, job: look, resolve: look },
  } as unknown as CounterPorts
  const { world } = printer(ports, (event) => events.push(event))
  const run = () => world.print({ do: 'print', orderId: 'o1', kind: 'settlement' })
  const says = () => events.map((event) => event.type === 'printed' && event.state)
  const answer = (message: 'print.unsure' | 'print.elsewhere' = 'print.unsure', text = '') =>
    world.resolvePrint({ do: 'resolvePrint', orderId: 'o1', slipId: 's1', jobId: 'j1', printed: true, message, text })
  return { run, answer, says, events, server, asked: () => asked }
}

const paper = { code: 'PRINTER_PAPER' }
const offline = { state: 'queued', code: 'PRINTER_OFFLINE' }

test('a job that waits is told once for each reason, and its end when it goes on by itself', async () => {
  // Between two tries the job has no reason for a moment.
  const at = counter(paper, paper, {}, paper, offline, offline, { state: 'done' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['paper', 'offline', 'done'])
  expect(at.server).toEqual([{ slipId: 's1', state: 'done', printer: 'XP-58' }])
})

test('a desk that is away is told while a slip waits for it, and what an agent newer than this page waits for in its words', async () => {
  const desk = { state: 'queued', code: 'NO_DESK', message: '本机助手的桌面程序还没有就绪' }
  const inked = { state: 'queued', code: 'PRINTER_INK', message: '打印机没有碳带' }
  const at = counter(desk, desk, inked, {}, inked, { state: 'queued', code: 'PRINTER_MUTE' }, { state: 'done' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  const said = at.events.map((event) => event.type === 'printed' && [event.state, event.text])
  expect(said).toEqual([
    ['desk', undefined],
    ['waits', '打印机没有碳带'],
    ['waits', 'PRINTER_MUTE'],
    ['done', undefined],
  ])
})

test('a slip that no desk took waits nowhere: that is F10’s, and nothing is said to come by itself', async () => {
  const away = Object.assign(new Error('本机助手的桌面程序还没有就绪'), { code: 'NO_DESK', statusCode: 503 })
  const at = counter(away)
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect([at.says(), at.server]).toEqual([['later', 'failed'], [{ slipId: 's1', state: 'failed' }]])
})

test('an agent that restarts while the printer has no paper is asked again', async () => {
  const at = counter(paper, new Error('gone'), new Error('gone'), { state: 'unsure', code: 'PRINT_UNSURE' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['paper', 'unsure'])
})

test('a long wait leaves the session its requests', async () => {
  const at = counter(paper)
  void at.run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.asked()).toBeGreaterThan(10)
  expect(at.asked()).toBeLessThan(20)
})

test('a slip that a full disk does not take is given again until there is room, and comes', async () => {
  const full = Object.assign(new Error('本机磁盘已满'), { code: 'DISK_FULL' })
  const waiting = { state: 'queued', code: 'DISK_FULL' }
  const at = counter(full, full, waiting, { state: 'done' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['disk', 'disk', 'done'])
  expect(at.server).toEqual([{ slipId: 's1', state: 'done', printer: 'XP-58' }])
})

test('a disk that stays full for half an hour: the slip is F10’s', async () => {
  const at = counter(Object.assign(new Error('本机磁盘已满'), { code: 'DISK_FULL' }))
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['disk', 'failed'])
  expect(at.asked()).toBe(361)
})

test('a server that is away for a moment makes the slip when it is back; one that says no is not asked again', async () => {
  const fault = (over: object) => Object.assign(new Error('文字'), over)
  const away = [fault({ statusCode: 503 }), fault({ code: 'network', statusCode: 0 })]
  const at = serverOf(away, { state: 'done' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['later', 'done'])
  const refused = serverOf([fault({ statusCode: 400 })], { state: 'done' })
  await refused.run()
  expect(refused.says()).toEqual(['failed'])
})

test('a server that stays away: the clerk reads of the line, never an address of ours', async () => {
  const away = new CallError('/api/Slip/Make 接口无法访问', { code: 'network', statusCode: 0, cut: true })
  const at = serverOf(Array<Error>(1000).fill(away), { state: 'done' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.events.map((event) => event.type === 'printed' && [event.state, event.text])).toEqual([
    ['later', '网络已断开'],
    ['failed', '网络已断开'],
  ])
})

test('what no font draws is said on the line of the counter, where no toast covers the money, and the slip comes', async () => {
  const before = ui()
  try {
    const toasts = fakeUi()
    const at = slipOf(['𠮷', '䶮'], [], { state: 'done' })
    await at.run()
    expect(at.says()).toEqual(['glyph', 'done'])
    expect(at.events[0]).toMatchObject({ orderId: 'o1', text: '𠮷、䶮' })
    expect(toasts).toEqual([])
  } finally {
    setUi(before)
  }
})

test('a slip that came out elsewhere is the person’s, said as it is, and no paper of this printer', async () => {
  const text = '这张小票已在别处打印，本机没有再打'
  const at = counter(offline, { state: 'unsure', code: 'SLIP_OUT', message: text })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect([at.says(), at.server]).toEqual([['offline', 'elsewhere'], []])
  expect(at.events.at(-1)).toMatchObject({ text, jobId: 's1' })
  const dropped = counter({ state: 'cancelled', code: 'SLIP_REVERSED' })
  await dropped.run()
  expect([dropped.says(), dropped.server]).toEqual([['dropped'], [{ slipId: 's1', state: 'failed', printer: 'XP-58' }]])
})

test('a printer that is off for hours: the slip is in no doubt, and what becomes of it then is said', async () => {
  const at = counter(...Array.from({ length: 500 }, () => offline), { state: 'done' })
  const running = at.run()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect([at.says(), at.server]).toEqual([['offline'], []])
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['offline', 'done'])
  const never = counter(offline)
  const waiting = never.run()
  await vi.runAllTimersAsync()
  await waiting
  expect([never.says(), never.server]).toEqual([['offline'], []])
})

test('M36: an answer that the agent never heard leaves the slip in doubt: it is asked again, and the server hears nothing', async () => {
  const away = Object.assign(new Error('本机助手没有连接'), { code: 'AGENT_ABSENT' })
  const at = counter(away)
  await at.answer()
  const again = { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1' }
  expect([at.events, at.server]).toEqual([[{ ...again, state: 'unsure', text: '' }], []])
  const text = '这张小票已在别处打印，本机没有再打'
  const elsewhere = counter(away)
  await elsewhere.answer('print.elsewhere', text)
  expect([elsewhere.events, elsewhere.server]).toEqual([[{ ...again, state: 'elsewhere', text }], []])
})

test('M36: whoever answered at the light was first, and how it stands then is told; of a job that is gone nobody is asked', async () => {
  const gone = Object.assign(new Error('没有这张小票'), { code: 'JOB_UNKNOWN' })
  const away = Object.assign(new Error('本机助手没有连接'), { code: 'AGENT_ABSENT' })
  const first = counter(gone, { state: 'done' })
  await first.answer()
  expect([first.says(), first.server]).toEqual([['done'], [{ slipId: 's1', state: 'done', printer: 'XP-58' }]])
  const between = counter(gone, away)
  await between.answer()
  expect([between.says(), between.server]).toEqual([['unsure'], []])
  const lost = counter(gone)
  await lost.answer()
  expect([lost.says(), lost.server]).toEqual([['failed'], [{ slipId: 's1', state: 'failed' }]])
})
