import { expect, test } from 'vitest'
import { order, person } from '../../../test/counter/fixtures.ts'
import { play, refusal } from '../../../test/counter/play.ts'

const centre = (said: string) => refusal('302002', { statusCode: 422, message: `【302002】医保中心：“${said}”` })

test('联系管理员 passes on what the centre said, without the customer’s name, and says that it was told', () => {
  const p = play()
    .read(person({ name: '张三䶮' }))
    .fill()
    .do({ type: 'presettle' })
  p.do({
    type: 'priceFailed',
    turn: p.state.turn,
    edit: p.state.edit,
    refusal: centre('参保人张三䶮待遇已暂停'),
  })
  expect(p.says).toBe('pre.refused')
  p.do({ type: 'button', id: 'contactAdmin' })
  expect(p.of('report')).toMatchObject([{ cause: 'presettle', text: expect.not.stringContaining('张三') }])
  expect(p.of('report')[0]?.text).toContain('待遇已暂停')
  expect(p.of('goTo')).toEqual([])
  p.do({ type: 'reported', fresh: true })
  expect(p.says).toBe('report.sent')
  p.do({ type: 'button', id: 'contactAdmin' })
  expect(p.of('report'), 'nothing to report stands there any more').toHaveLength(1)
  p.do({ type: 'reported', fresh: false })
  expect(p.says).toBe('report.before')
})

test('of a reversal that the centre refuses the order is named', () => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'k' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) })
  p.do({ type: 'reversalFailed', orderId: 'o1', refusal: centre('已超过可撤销的期限') })
  expect(p.says).toBe('cancel.refused')
  p.do({ type: 'button', id: 'contactAdmin' })
  expect(p.of('report')).toMatchObject([{ cause: 'reversal', orderId: 'o1' }])
})
