import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canPrint, startCups } from '../../../test/cups.ts'
import { startDesk } from '../../../test/desk.ts'
import { tempFolder } from '../../../test/native.ts'
import { createDeskPort } from '../../print/desk-port.ts'
import { PrintQueue } from '../../print/queue.ts'
import { createJobStore } from '../../print/store.ts'
import { printJobs } from './jobs.ts'

// Two counters print on one queue of a real CUPS, which somebody pauses or removes while their slips wait.

const pdf = Buffer.from('%PDF-1.4\n结算单\n%%EOF\n')

const openCounter = async (socketPath: string) => {
  const dataDir = tempFolder()
  const desk = await startDesk({ dataDir, env: { CUPS_SERVER: socketPath } })
  const store = createJobStore(join(dataDir, 'agent', 'jobs.sqlite'))
  const queue = new PrintQueue({ store, port: createDeskPort(() => desk.peer), pollMs: 20, retryMs: 50 })
  const jobs = printJobs(queue, store)
  return {
    jobs,
    print: (id: string) => jobs.submit({ id, bytes: pdf, documentType: 'slip', copies: 1, paper: 'roll80' }),
    /** What a person does with 换打印机. */
    choose: async (printer: string) => {
      const slip = { printer, paper: 'roll80', mode: 'page' } as const
      await desk.ask('print.configure', { byDocumentType: { slip } })
      jobs.chosenAnew({ byDocumentType: { slip } })
    },
    reach: (id: string, state: object) => expect.poll(() => jobs.get(id), { timeout: 8000 }).toMatchObject(state),
    stop: async () => {
      await queue.stop()
      store.close()
      await desk.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!canPrint)('one printer of two counters', () => {
  let server: Awaited<ReturnType<typeof startCups>>
  let left: Awaited<ReturnType<typeof openCounter>>
  let right: typeof left
  let other: string
  const waits = { state: 'printing', code: 'PRINTER_PAUSED', printer: 'COUNTER' }
  /** What came out of a printer of the slips whose name begins so. */
  const out = (folder: string, name: string) => readdirSync(folder).filter((one) => one.startsWith(name))

  beforeAll(async () => {
    server = await startCups()
    other = server.add('OTHER')
    ;[left, right] = await Promise.all([openCounter(server.socketPath), openCounter(server.socketPath)])
  })
  afterAll(async () => {
    await Promise.all([left?.stop(), right?.stop()])
    await server?.stop()
  })
  beforeEach(async () => {
    for (const one of [left, right]) await one.choose('COUNTER')
    server.pause('COUNTER', true)
  })
  const handOver = async (name: string) => {
    for (const one of [left, right]) {
      const id = `${name}-${one === left ? 'l' : 'r'}`
      one.print(id)
      await one.reach(id, waits)
    }
  }

  test('paused: both say that they wait, and each slip comes once when it goes on', async () => {
    await handOver('paused')
    expect(out(server.out, 'paused')).toEqual([])
    server.pause('COUNTER', false)
    await left.reach('paused-l', { state: 'done' })
    await right.reach('paused-r', { state: 'done' })
    expect(out(server.out, 'paused').sort()).toEqual(['paused-l.1.pdf', 'paused-r.1.pdf'])
  })

  test('a counter that chooses another printer gets its waiting slip there; the other counter’s stays', async () => {
    await handOver('moved')
    await left.choose('OTHER')
    await left.reach('moved-l', { state: 'done', printer: 'OTHER' })
    await right.reach('moved-r', waits)
    server.pause('COUNTER', false)
    await right.reach('moved-r', { state: 'done', printer: 'COUNTER' })
    expect([out(other, 'moved'), out(server.out, 'moved')]).toEqual([['moved-l.2.pdf'], ['moved-r.1.pdf']])
  })

  test('removed: both are asked, and what is printed again comes out where slips are printed now', async () => {
    await handOver('removed')
    server.remove('COUNTER')
    await left.reach('removed-l', { state: 'unsure' })
    await right.reach('removed-r', { state: 'unsure' })
    await right.jobs.resolve('removed-r', false)
    await right.reach('removed-r', { state: 'failed', code: 'PRINTER_UNKNOWN', message: '没有找到打印机 COUNTER' })
    for (const one of [left, right]) await one.choose('OTHER')
    await left.jobs.resolve('removed-l', false)
    await right.jobs.retry('removed-r')
    await left.reach('removed-l', { state: 'done', printer: 'OTHER' })
    await right.reach('removed-r', { state: 'done', printer: 'OTHER' })
    expect(out(other, 'removed').sort()).toEqual(['removed-l.2.pdf', 'removed-r.3.pdf'])
    expect(out(server.out, 'removed')).toEqual([])
  })
})
