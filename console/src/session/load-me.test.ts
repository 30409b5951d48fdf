import { user } from '@yibao/shared/calls/auth.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeHttp, ok } from '../../test/support/fake-http.ts'
import { type SessionMe, setMe, useMe } from '../state/me.ts'
import { readUserInfo, saveToken, type UserInfo } from '../state/session.ts'
import { remove, writeJson } from '../state/storage.ts'
import { loadMe } from './load-me.ts'

const clerk = { userId: 'u-1', medicalAreaCode: '320500', storeId: 's-1', guest: true } as UserInfo
const colleague = { ...clerk, userId: 'u-2' }

const reload = vi.fn()
beforeEach(() => {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', { baseURI: 'http://console.test/' })
  writeJson('userInfo', clerk)
  saveToken('t-1')
})
afterEach(() => {
  setMe(null)
  remove('userInfo', 'token', 'tokenGenerateTimestamp', 'role')
  vi.unstubAllGlobals()
  reload.mockClear()
})

/** The server's answers to the clerk; `meanwhile` happens in the window beside before they come. */
const answers = (meanwhile = () => {}) =>
  fakeHttp(({ url }) => {
    meanwhile()
    return ok(url.endsWith(user.getLoginUserInfo.path) ? clerk : { menus: [], buttons: [] })
  })

test('who is signed in is known, and kept', async () => {
  answers()
  expect((await loadMe()).user).toEqual(clerk)
  expect(readUserInfo()).toEqual(clerk)
})

test.each(['opening', 'open'])(
  '%s, a window that was given to somebody else meanwhile names nobody before him',
  async (how) => {
    const sent = answers(() => {
      writeJson('userInfo', colleague)
      saveToken('t-2')
    })
    if (how === 'open') setMe({ user: clerk } as SessionMe)
    const shown = useMe.getState().me
    const loaded = vi.fn()
    void loadMe().then(loaded)
    await vi.waitFor(() => expect(sent).toHaveLength(3))
    await new Promise((resolve) => setImmediate(resolve))
    expect([readUserInfo(), useMe.getState().me, loaded.mock.calls]).toEqual([colleague, shown, []])
    expect(reload).toHaveBeenCalledTimes(how === 'opening' ? 1 : 0)
  },
)
