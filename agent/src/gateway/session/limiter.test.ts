import { limits } from '@yibao/shared/agent/protocol.ts'
import { expect, test } from 'vitest'
import { Limiter } from './limiter.ts'

const made = () => {
  let now = 0
  const limiter = new Limiter(() => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { limiter, pass, one: () => limiter.run('page', async () => 'ok') }
}
const refused = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: { code: string }) => error.code,
  )

test('a page that was quiet for an hour has a minute’s requests and no more', async () => {
  const { limiter, pass, one } = made()
  pass(3_600_000)
  await one()
  pass(3_600_000)
  for (let n = 0; n < limits.requestsPerMinute; n++) expect(await one()).toBe('ok')
  expect(await refused(one())).toBe('RATE')
  expect(await limiter.run('another', async () => 'ok')).toBe('ok')
})

test('whoever does not wait any more frees one place, and his answer that comes at last none besides', async () => {
  const { limiter } = made()
  const ends: (() => void)[] = []
  const hang = (onGone?: (leave: () => void) => void) =>
    limiter.run('page', () => new Promise<void>((resolve) => void ends.push(resolve)), undefined, onGone)
  let leave = () => {}
  const gone = hang((free) => {
    leave = free
  })
  const rest = Array.from({ length: limits.concurrent - 1 }, () => hang())
  expect(await refused(hang())).toBe('RATE')
  leave()
  rest.push(hang())
  ends[0]!()
  await gone
  expect(await refused(hang())).toBe('RATE')
  for (const end of ends) end()
  await Promise.all(rest)
})

test('a thousand others make nobody’s used-up minute or hanging requests forgotten', async () => {
  const { limiter, pass, one } = made()
  const ends: (() => void)[] = []
  const crowd = async (name: string) => {
    for (let n = 0; n <= 1000; n++) await limiter.run(`${name}${n}`, async () => 'ok')
  }
  pass(40_000)
  for (let n = 0; n < limits.requestsPerMinute; n++) await one()
  const hanging = Array.from({ length: limits.concurrent }, () =>
    limiter.run('other', () => new Promise<void>((resolve) => void ends.push(resolve))),
  )
  await crowd('a')
  expect(await refused(one())).toBe('RATE')
  pass(60_001)
  await crowd('b')
  expect(await refused(limiter.run('other', async () => 'ok'))).toBe('RATE')
  for (const end of ends) end()
  await Promise.all(hanging)
})
