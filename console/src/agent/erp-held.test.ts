import { afterEach, expect, test, vi } from 'vitest'
import { expire } from '../api/transport.ts'
import { setUi, ui } from '../api/ui.ts'
import { useLock } from '../state/lock.ts'
import { type SessionMe, setMe } from '../state/me.ts'
import { saveToken, type UserInfo } from '../state/session.ts'
import { remove, writeJson } from '../state/storage.ts'
import { onFrame } from './erp.ts'

const frame = (id: string, type: string) => ({
  ...{ id, type, billNo: 'B1', revision: 1 },
  body:
    type === 'ack'
      ? { id: 'r1' }
      : {
          lines: [{ ownCode: '1', name: '药', quantity: '1', price: '1', amount: '1.00' }],
          ...{ total: '1.00', operator: '01' },
        },
})
const send = (id: string, type = 'bill') =>
  (globalThis as unknown as { receiveFrameMessage: (json: string) => boolean }).receiveFrameMessage(
    JSON.stringify(frame(id, type)),
  )
const lock = (locked: boolean) => useLock.setState({ locked })

/** A page that no frame holds: the ERP's shell calls its function. */
const listen = () => {
  const page: { parent?: object } = {}
  page.parent = page
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const heard: string[] = []
  const end = onFrame(({ id }) => heard.push(id))
  return { heard, end }
}
const clerk = { userId: 'u-1', medicalAreaCode: '320500', storeId: 's-1' } as UserInfo
/** This window shows the clerk's pages; the browser's session is of `now`. */
const signedIn = (now: Partial<UserInfo> = {}) => {
  setMe({ user: clerk } as SessionMe)
  writeJson('userInfo', { ...clerk, ...now })
  saveToken('t-1')
}
afterEach(() => {
  lock(false)
  setMe(null)
  remove('userInfo', 'token', 'tokenGenerateTimestamp')
  vi.unstubAllGlobals()
})

test('under the lock bills wait, in their order, until somebody sees them; an acknowledgement goes through', () => {
  const { heard, end } = listen()
  send('f1')
  lock(true)
  send('f2')
  send('f3', 'billChanged')
  send('a1', 'ack')
  expect(heard).toEqual(['f1', 'a1'])
  lock(false)
  expect(heard).toEqual(['f1', 'a1', 'f2', 'f3'])
  lock(true)
  lock(false)
  expect(heard, 'each once').toHaveLength(4)
  end()
})

test('a page that has gone takes none of them: unacknowledged, they come again', () => {
  const { heard, end } = listen()
  lock(true)
  send('f1')
  end()
  lock(false)
  expect(heard).toEqual([])
})

test.each([
  ['another person', { userId: 'u-2' }],
  ['another area', { medicalAreaCode: '320100' }],
])('a window beside that was given to %s takes no bill, which nobody would find there', (_, now) => {
  signedIn()
  const { heard, end } = listen()
  send('f1')
  signedIn(now)
  send('f2')
  send('a1', 'ack')
  expect(heard).toEqual(['f1', 'a1'])
  end()
})

test('once its login has ended a window takes no bill: whoever signs in gets it', async () => {
  signedIn()
  let confirm = () => {}
  const before = ui()
  setUi({
    ...before,
    expired: () =>
      new Promise((resolve) => {
        confirm = resolve
      }),
  })
  const { heard, end } = listen()
  const ended = expire('t-1')
  send('f1')
  confirm()
  await ended
  send('f2')
  expect(heard).toEqual([])
  end()
  setUi(before)
})
