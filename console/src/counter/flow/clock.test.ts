import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { play, ready } from '../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../message.ts'

const link = { type: 'linked', online: true, agent: true } as const
const logged = ({ state }: ReturnType<typeof play>) => state.log.map(({ key }) => key)

test('T18, M33: a clock that is minutes off is said once, and again when it was right in between', () => {
  const p = play().do({ ...link, minutesOff: 3 })
  const { key, values } = p.state.message!
  expect(sentenceOf(messageOf(key, values))).toBe(
    '本机时间与医保中心相差 3 分钟。可能造成跨日对账差异。请校准时间或联系管理员',
  )
  expect(messageOf(key, values).buttons).toEqual(['fixClock'])
  p.read().do({ ...link, minutesOff: 4 })
  expect(p.says).toBe('read.done')
  expect(p.do({ ...link, minutesOff: 0 }, { ...link, minutesOff: 2 }).says).toBe('clock.off')
})

test('it takes no place from money under way, from the cash to be collected, or from what else is new', () => {
  const money = ready()
    .settle()
    .do({ ...link, minutesOff: 3 })
  expect([money.says, logged(money).includes('clock.off')]).toEqual(['settle.wait', true])
  money.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const ended = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) }, { ...link, minutesOff: 3 })
  expect([ended.state.message?.key, ended.says]).toEqual(['settle.done', 'clock.off'])
  const away = play().do({ ...link, agent: false, minutesOff: 3 })
  expect([away.says, logged(away).includes('clock.off')]).toEqual(['agent.absent', true])
})
