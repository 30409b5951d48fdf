import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import type { Spooler } from '../print/port.ts'
import type { Drivers } from './drivers.ts'
import { createPrinters } from './printers.ts'

// Which printer a slip goes to where nobody chose one at this counter.

const dataDir = tempFolder()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const drivers = { ofKind: () => [] } as unknown as Drivers

const system = (standard?: Spooler['standard']): Spooler => {
  const info = { state: 'ready', simulated: false } as const
  const printers = async () => ['传真', 'XP-80', '报表'].map((name) => ({ ...info, name, title: name }))
  return { printers, ...(standard && { standard }) } as Spooler
}

test.each<[string, Spooler['standard'], string]>([
  ['names one', async () => 'XP-80', 'XP-80'],
  ['names none', async () => undefined, '传真'],
  ['names one that has gone', async () => '旧打印机', '传真'],
  ['does not answer', () => Promise.reject(new Error('no spooler')), '传真'],
  ['knows no default', undefined, '传真'],
])('a system that %s', async (_, standard, wanted) => {
  const { choose } = createPrinters(dataDir, drivers, () => system(standard))
  expect((await choose(undefined, 'settlementSlip')).info.name).toBe(wanted)
  expect((await choose('报表')).info.name, 'who is named goes before').toBe('报表')
})
