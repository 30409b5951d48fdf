import { expect, test } from 'vitest'
import { play, ready } from '../../../test/counter/play.ts'

test('after 立即签到 the next step is the counter’s own: nobody is sent to F8 before a customer was read', () => {
  const next = (p: ReturnType<typeof play>) => p.do({ type: 'signedIn' }).state.message?.values.next
  expect(next(play())).toBe('请扫描医保电子凭证，或按 F2 读卡')
  expect(next(play().read())).toBe('请扫描药品')
  expect(next(play().read().fill())).toBe('按 F8 预结算')
  expect(next(ready())).toBe('按 F9 结算')
})
