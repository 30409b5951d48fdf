import { expect, test } from 'vitest'
import type { UserInfo } from '../state/session.ts'
import { fateOf } from './elsewhere.ts'

const info = (part: Partial<UserInfo> = {}) =>
  ({ userId: 'u-1', medicalAreaCode: '320500', storeId: 's-1', name: '李店员', ...part }) as UserInfo

test('what another window did to the session: nothing, ended it, left it, or put another in its place', () => {
  const shown = info()
  expect(fateOf(shown, 't-2', info({ name: '李䶮' })), 'renewed, or signed in again').toBe('same')
  expect(fateOf(shown, '', info()), 'a token reset leaves the person').toBe('ended')
  expect(fateOf(shown, '', null)).toBe('left')
  expect(fateOf(shown, 't-2', null), 'nothing known is nothing said').toBe('same')
  const others = [info({ userId: 'u-2' }), info({ medicalAreaCode: '320100' }), info({ storeId: 's-2' })]
  expect(others.map((now) => fateOf(shown, 't-2', now))).toEqual(['another', 'another', 'another'])
})
