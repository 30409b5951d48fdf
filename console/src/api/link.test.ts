import { get } from '@yibao/shared/call.ts'
import { expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok } from '../../test/support/fake-http.ts'
import { reportClock, useLink } from './link.ts'
import { callServer } from './server.ts'

const off = () => useLink.getState().minutesOff
const at = (ms: number) => new Date(Date.now() + ms).toUTCString()

test('what the Date of an answer says of this PC’s clock, in whole minutes, and nothing of one that is good enough', () => {
  const begun = Date.now()
  for (const [ms, minutes] of [
    [180_000, 3],
    [-240_000, 4],
    [30_000, 0],
    [0, 0],
    [-90_500, 2],
  ] as const) {
    reportClock(at(ms), begun)
    expect([ms, off()]).toEqual([ms, minutes])
  }
  // What names no time, or came so late that it says nothing, leaves what is known.
  reportClock(undefined, begun)
  reportClock(at(0), begun - 60_000)
  reportClock(at(0), begun + 60_000)
  expect(off()).toBe(2)
  reportClock(at(0), begun)
  expect(off()).toBe(0)
})

test('a clock at the limit is off once: it is right again only where no drift of seconds brings it back', () => {
  const begun = Date.now()
  const seen = [58_000, 63_000, 58_000, 64_000, 47_000, 43_000, 58_000].map((ms) => {
    reportClock(at(ms), begun)
    return off()
  })
  expect(seen).toEqual([0, 1, 1, 1, 1, 0, 0])
})

test('any call tells of it', async () => {
  fakeUi()
  fakeHttp(() => ({ ...ok(null), headers: { date: at(300_000) } }))
  await callServer(get('/api/Any', { title: '任意' }), {})
  expect(off()).toBe(5)
  reportClock(at(0), Date.now())
})
