import { rmSync } from 'node:fs'
import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test/native.ts'
import { FakeDesk } from '../test/fake-desk.ts'
import { durableQueue } from './queue.ts'

test('a slip that waits for a desk that was killed says so, and not that its printer is gone; it goes on once that is back', async () => {
  const folder = tempFolder()
  const desk = new FakeDesk()
  desk.state = 'restarting'
  desk.answers['print.submit'] = { printer: '小票打印机', printerJob: '7' }
  desk.answers['print.status'] = { state: 'done' }
  const seen: JobInfo[] = []
  const { jobs, stop } = durableQueue(folder, desk, (job) => seen.push(job))
  const job = () => jobs.get('slip-䶮')
  await jobs.submit({ id: 'slip-䶮', bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
  await expect.poll(job).toMatchObject({ state: 'queued', code: 'NO_DESK', message: '本机助手的桌面程序还没有就绪' })
  desk.state = 'ready'
  desk.emit('desk.state', { state: 'ready' })
  // Sooner than a printer that is off would be tried again.
  await expect.poll(job, { timeout: 3000 }).toMatchObject({ state: 'done', printer: '小票打印机' })
  expect(seen.map(({ code }) => code)).not.toContain('PRINTER_OFFLINE')
  expect(desk.of('print.submit')).toHaveLength(1)
  await stop()
  rmSync(folder, { recursive: true, force: true })
})
