import { account } from '@yibao/shared/calls/user.ts'
import { expect, test } from 'vitest'
import { fakeHttp, fakeUi } from '../../../test/support/fake-http.ts'
import { encoded } from './encoded.ts'

test('a key that cannot be read is told: the form takes a failed call for shown', async () => {
  const shown = fakeUi()
  fakeHttp(() => ({ failure: { message: 'Network Error' } }))
  const { shape } = account.changePassword.input
  await expect(encoded(shape, { oldPassword: 'a', password: 'b', confirmPassword: 'b' })).rejects.toThrow()
  expect(shown).toEqual(['error /api/Auth/PublicKey 接口无法访问'])
})
