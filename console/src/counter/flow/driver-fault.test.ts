import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { firstSettled, play, ready, refusal } from '../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../message.ts'

const link = { type: 'linked', online: true, agent: true } as const
const red = { ...link, fault: true } as const

test('a driver that stopped outside of a reading here is said once, with what to do, and is gone with the red light (ux 4)', () => {
  const p = play().do(link, red)
  const { key, values } = p.state.message!
  expect(sentenceOf(messageOf(key, values))).toBe(
    '读卡驱动出错，已暂停使用。社保卡、身份证暂不能读，电子凭证可用。请点上方读卡器灯的「恢复驱动」',
  )
  expect(messageOf(key, values).tone).toBe('error')
  // What the customer is told since then stays: it was said.
  p.do({ type: 'numLockOff' }, { ...red, silent: '10:22' }, red)
  expect([p.says, p.state.log.filter((one) => one.key === 'driver.fault').length]).toEqual(['centre.back', 1])
  const repaired = play().do(red, link)
  expect(repaired.says, 'the line says what comes next').toBeUndefined()
  expect(repaired.do(red).says, 'and says it of the next one').toBe('driver.fault')
})

test('a reading that finds the driver stopped says so itself, in the same words', () => {
  const p = play().do({ type: 'read' }, red)
  expect(p.says).toBe('read.wait')
  p.do({ type: 'readFailed', seq: p.state.readSeq, refusal: refusal('DRIVER_OPEN') })
  expect([p.says, p.do(link).says]).toEqual(['driver.fault', undefined])
})

test('money under way and cash to be collected keep the line; a band says it behind its own words, until it is right', () => {
  const money = ready().settle().do(red)
  expect(money.says).toBe('settle.wait')
  money.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect(money.says).toBe('settle.done')
  const p = firstSettled().do(link, red)
  expect([p.state.message?.key, p.says]).toEqual(['second.own', 'driver.fault'])
  expect(p.do(link).state.message).toMatchObject({ key: 'second.own', aside: undefined })
})

test('an agent that is gone says more than its driver', () => {
  expect(play().do({ ...red, agent: false }).says).toBe('agent.absent')
})
