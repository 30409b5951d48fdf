import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForBuild, watchUnsaved } from './reload.ts'

let reloads: number
let answer: () => Promise<{ ok: boolean; text: () => Promise<string> }>

const serves = (build: string, ok = true) => ({ ok, text: async () => `<meta name="build" content="${build}">` })

beforeEach(() => {
  reloads = 0
  answer = async () => serves('2')
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('document', { baseURI: 'http://console.test/' })
  vi.stubGlobal('fetch', () => answer())
  vi.stubGlobal('location', {
    reload: () => {
      reloads++
    },
  })
  watchUnsaved(() => false)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a newer build: one reload, however many parts are gone, then the page says it', async () => {
  expect(await reloadForBuild('1')).toBe(true)
  expect(await reloadForBuild('1')).toBe(false)
  expect(reloads).toBe(1)
  answer = async () => serves('3')
  expect(await reloadForBuild('2')).toBe(true)
})

test('a cut line, or a server that is starting: the page stays, and its next chance with it', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await reloadForBuild('1')).toBe(false)
  answer = async () => serves('2', false)
  expect(await reloadForBuild('1')).toBe(false)
  // It was cut for an instant: the same build is there again.
  answer = async () => serves('1')
  expect(await reloadForBuild('1')).toBe(false)
  expect(reloads).toBe(0)
  answer = async () => serves('2')
  expect(await reloadForBuild('1')).toBe(true)
})

test('never over unsaved input, also what is typed while it is asked', async () => {
  watchUnsaved(() => true)
  expect(await reloadForBuild('1')).toBe(false)
  let typed = false
  watchUnsaved(() => typed)
  answer = async () => {
    typed = true
    return serves('2')
  }
  expect(await reloadForBuild('1')).toBe(false)
  expect(reloads).toBe(0)
})
