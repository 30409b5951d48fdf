import { expect, test } from 'vitest'
import { jobState, printerProblem } from './windows-status.ts'

test.each([
  ['ready', 0, 0x40, undefined],
  ['out of paper', 0x10, 0x40, 'PRINTER_PAPER'],
  ['a cover open', 0x00400000, 0, 'PRINTER_COVER'],
  ['offline by its status', 0x80, 0, 'PRINTER_OFFLINE'],
  // What Windows says of a USB printer that was switched off: its status stays 0.
  ['offline by its attributes alone', 0, 0x40 | 0x400, 'PRINTER_OFFLINE'],
  ['offline and paused', 0x01, 0x400, 'PRINTER_OFFLINE'],
  ['offline and without paper', 0x10, 0x400, 'PRINTER_PAPER'],
  ['paused', 0x01, 0, 'PRINTER_PAUSED'],
  // Queued, shared, keeps printed documents.
  ['ready with other attributes', 0, 0x01 | 0x08 | 0x100, undefined],
])('a printer that is %s', (_, status, attributes, problem) => {
  expect(printerProblem(status, attributes)).toBe(problem)
})

test.each([
  ['waits', 0, { state: 'pending' }],
  ['is printing', 0x10, { state: 'pending' }],
  ['waits for paper', 0x40 | 0x10, { state: 'pending', problem: 'PRINTER_PAPER' }],
  ['is paused', 0x01, { state: 'pending', problem: 'PRINTER_PAUSED' }],
  ['is at a printer that is off', 0x20, { state: 'pending', problem: 'PRINTER_OFFLINE' }],
  ['was taken back', 0x04, { state: 'cancelled' }],
  ['was printed and is kept', 0x80, { state: 'done' }],
  ['was printed, kept and is being removed by a person', 0x80 | 0x04, { state: 'done' }],
  ['was printed and is retained', 0x80 | 0x1000 | 0x2000, { state: 'done' }],
  ['was sent to the printer whole', 0x1000, { state: 'done' }],
  ['was sent to a printer that ran out of paper on it', 0x1000 | 0x40, { state: 'pending', problem: 'PRINTER_PAPER' }],
  // SetJob with JOB_CONTROL_RETAIN: it may not have begun.
  ['is only retained', 0x2000, { state: 'pending' }],
])('a job that %s', (_, status, state) => {
  expect(jobState(status)).toEqual(state)
})
