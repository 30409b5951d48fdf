import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let cookie: string
let narrow: boolean
let follow: () => void
const shell = () => import('./shell.ts')

beforeEach(() => {
  vi.resetModules()
  cookie = ''
  narrow = false
  const media = {
    get matches() {
      return narrow
    },
    addEventListener: (_: string, listener: () => void) => {
      follow = listener
    },
    removeEventListener: () => undefined,
  }
  vi.stubGlobal('matchMedia', () => media)
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(line: string) {
      cookie = line.split(';')[0]!
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the sidebar is open at first; a toggle is kept as 1 or 0 in its cookie', async () => {
  const { toggleSidebar, useShell } = await shell()
  const now = () => [useShell.getState().sidebarOpened, cookie]
  expect(now()).toEqual([true, ''])
  toggleSidebar()
  expect(now()).toEqual([false, 'sidebarStatus=0'])
  toggleSidebar()
  expect(now()).toEqual([true, 'sidebarStatus=1'])
})

test('it comes back as it was left, and is closed by force with or without animation', async () => {
  cookie = 'sidebarStatus=0'
  const { closeSidebar, useShell } = await shell()
  expect(useShell.getState().sidebarOpened).toBe(false)
  for (const still of [true, false]) {
    closeSidebar(still)
    expect(useShell.getState()).toMatchObject({ sidebarOpened: false, withoutAnimation: still })
  }
})

test('on a phone the menu closes by itself, and says nothing about the desktop’s', async () => {
  const { closeOnMobile, toggleSidebar, useShell, watchDevice } = await shell()
  watchDevice()
  narrow = true
  follow()
  expect(useShell.getState()).toMatchObject({ device: 'mobile', sidebarOpened: false })
  toggleSidebar()
  expect([useShell.getState().sidebarOpened, cookie]).toEqual([true, ''])
  closeOnMobile()
  expect(useShell.getState().sidebarOpened).toBe(false)
  narrow = false
  follow()
  expect(useShell.getState()).toMatchObject({ device: 'desktop', sidebarOpened: true })
})

test('a window widened at the login page, where nothing follows it, has its sidebar behind it', async () => {
  narrow = true
  const { useShell, watchDevice } = await shell()
  narrow = false
  watchDevice()
  expect(useShell.getState()).toMatchObject({ device: 'desktop', sidebarOpened: true })
})

test('the counter steps over the sidebar without forgetting how it was', async () => {
  const { setCounter, toggleSidebar, useShell } = await shell()
  setCounter(true)
  expect(useShell.getState().sidebarOpened).toBe(false)
  toggleSidebar()
  expect([useShell.getState().sidebarOpened, cookie]).toEqual([true, ''])
  setCounter(false)
  expect(useShell.getState().sidebarOpened).toBe(true)
})
