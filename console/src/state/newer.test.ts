import { get } from '@yibao/shared/call.ts'
import { beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok } from '../../test/support/fake-http.ts'
import { callServer } from '../api/server.ts'
import { isOffered, putOff, reportBuild, useNewer } from './newer.ts'
import { emptyTabs, homeId, openTab } from './tabs.ts'

const offered = (tabs: Parameters<typeof isOffered>[1] = []) => isOffered(useNewer.getState(), tabs)
beforeEach(() => useNewer.setState({ build: '', later: '' }))

test('another build than the document’s is offered; put off, only the next one is', () => {
  reportBuild('100', '100')
  expect(offered()).toBe(false)
  reportBuild('200', '100')
  expect(offered()).toBe(true)
  putOff()
  reportBuild('200', '100')
  expect(offered()).toBe(false)
  reportBuild('300', '100')
  expect(offered()).toBe(true)
  // Taken back: the document's own build is served again.
  reportBuild('100', '100')
  expect(offered()).toBe(false)
})

test('while a purchase is open at the counter, in front or behind, nothing is offered', () => {
  reportBuild('200', '100')
  const tabOf = (path: string, dirty: boolean) => {
    const { tabs } = openTab(emptyTabs(), path, {})
    return tabs.map((tab) => ({ ...tab, dirty: dirty && tab.path !== homeId }))
  }
  expect(offered(tabOf('/swiping-card', true))).toBe(false)
  expect(offered(tabOf('/swiping-card', false))).toBe(true)
  expect(offered(tabOf('/attendance', true))).toBe(true)
})

test('an answer without the header, or a document without a number, says nothing', async () => {
  fakeUi()
  reportBuild('200', '100')
  fakeHttp(() => ok(null))
  await callServer(get('/api/Any/Call', { title: '任意' }), {})
  expect(useNewer.getState().build).toBe('200')
  reportBuild('300', '')
  expect(useNewer.getState().build).toBe('')
})
