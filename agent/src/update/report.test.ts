import { expect, test } from 'vitest'
import { type ProbeReport, worseThan } from './report.ts'

const before: ProbeReport = {
  version: '1.0.0',
  pairing: 'enrolled',
  policy: true,
  desk: 'ready',
  drivers: [
    { id: 'a', state: 'ready' },
    { id: 'b', state: 'broken' },
  ],
  print: true,
}
test.each<[string, Partial<ProbeReport>, string | undefined]>([
  ['the same', {}, undefined],
  [
    'a broken driver that is well now',
    { drivers: before.drivers.map(({ id }) => ({ id, state: 'ready' })) },
    undefined,
  ],
  ['a driver lost', { drivers: [{ id: 'b', state: 'broken' }] }, 'DRIVER a'],
  ['a driver broken', { drivers: [{ id: 'a', state: 'open' }] }, 'DRIVER a'],
  ['no desk', { desk: 'restarting', drivers: [] }, 'DESK'],
  ['no policy', { policy: false }, 'POLICY'],
  ['not bound any more', { pairing: 'unenrolled' }, 'POLICY'],
  ['no printing', { print: false }, 'PRINT'],
])('worse than before: %s', (_, now_, expected) => {
  expect(worseThan(before, { ...before, version: '1.1.0', ...now_ })).toBe(expected)
})

const signedOff = { desk: 'stopped', drivers: [] }
test.each<[string, ProbeReport | undefined, Partial<ProbeReport>]>([
  ['bound to no shop', { ...before, pairing: 'unenrolled' }, { pairing: 'unenrolled' }],
  ['nobody was signed on', { ...before, ...signedOff }, signedOff],
  ['nobody could be asked', undefined, signedOff],
])('what was not there before is not missed after: %s', (_, was, now_) => {
  expect(worseThan(was, { ...before, version: '1.1.0', ...now_ })).toBeUndefined()
})
