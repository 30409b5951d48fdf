import { beforeEach, expect, test } from 'vitest'
import { forgetSession, type LoginResult, readToken, saveLogin } from './session.ts'
import { readText, remove, writeText } from './storage.ts'

const login = (userId: string, more = {}) =>
  ({
    token: `t-${userId}`,
    userName: userId,
    userInfo: { userId, ...more },
    initializeInfo: {},
  }) as unknown as LoginResult

/** What a customer and a person leave in the browser beside the session. */
const left = ['readCard', 'preAmount', 'threeReadCard', 'districtOptions', 'cardDistricts', 'userBackup'] as const
const leave = () => left.map((key) => writeText(key, '1'))
const found = () => left.filter((key) => readText(key) !== '')

beforeEach(() => {
  forgetSession()
  remove(...left)
})

test('somebody else finds nothing of who sat here before; he himself finds it again, and nobody after a logout', () => {
  saveLogin(login('u1'))
  leave()
  saveLogin(login('u1'))
  expect(found()).toEqual(left)
  saveLogin(login('u2'))
  expect([found(), readToken(), readText('userName')]).toEqual([[], 't-u2', 'u2'])
  leave()
  forgetSession()
  expect([found(), readToken(), readText('userName')]).toEqual([[], '', ''])
})
