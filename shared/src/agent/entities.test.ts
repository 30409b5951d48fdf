import { expect, test } from 'vitest'
import { jobInfo, printerInfo } from './entities.ts'

test('a code that only a newer agent has hides neither its job nor its printer', () => {
  expect(jobInfo.parse({ id: 'a', state: 'queued', code: 'PRINTER_TONER' })).toMatchObject({ code: 'PRINTER_TONER' })
  expect(printerInfo.parse({ name: 'XP-80C', state: 'stopped', problem: 'PRINTER_TONER' }).problem).toBe(
    'PRINTER_TONER',
  )
  expect(jobInfo.safeParse({ id: 'a', state: 'queued', code: 7 }).success).toBe(false)
})
