import { afterEach, expect, test } from 'vitest'
import { setNavigate } from '../state/go.ts'
import { takeOver } from '../state/hand-over.ts'
import { type SessionMe, setMe } from '../state/me.ts'
import { maySell, sell } from './sell.ts'

const one: Parameters<typeof sell>[0] = {
  ...{ id: 'rx1', number: 'R1', maskedName: '张*', storeId: 's-1' },
  ...{ state: 'passed', use: 'unused', source: 'paper', verdict: undefined },
}
const me = (over: Partial<SessionMe>, storeId: string | undefined = 's-1') =>
  setMe({
    ...{ isSuperAdmin: false, isAdminUser: false, menus: ['SwipingCard'] },
    buttons: [{ menuCode: 'SwipingCard', buttonCode: 'settle' }],
    user: { storeId } as SessionMe['user'],
    ...over,
  })

afterEach(() => {
  setMe(null)
  setNavigate(() => undefined)
})

test('去结算 is for whoever settles at the counter of its store, and for nobody else', () => {
  expect(maySell(one)).toBe(false)
  me({})
  expect([maySell(one), maySell({ ...one, use: 'expired' })]).toEqual([true, false])
  me({}, 's-2')
  expect(maySell(one)).toBe(false)
  me({ buttons: [] })
  expect(maySell(one)).toBe(false)
  me({ isSuperAdmin: true, isAdminUser: true }, '')
  expect(maySell(one)).toBe(false)
})

test('it leaves the prescription for the counter, once, and goes there', () => {
  const went: string[] = []
  setNavigate((to) => went.push(to))
  sell(one)
  expect(went).toEqual(['/swiping-card'])
  expect(takeOver()).toEqual({ type: 'sellRx', id: 'rx1', number: 'R1', name: '张*' })
  expect(takeOver()).toBeUndefined()
})
