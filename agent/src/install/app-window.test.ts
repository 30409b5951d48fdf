import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppIcons } from './app-icons.ts'
import { addAppWindow, appAddress, appWindow, removeAppWindow } from './app-window.ts'
import { linuxIcons } from './linux-app-window.ts'
import type { Settings } from './settings.ts'

// The console's own window on every user's desktop. Windows' shortcuts are written under Wine (dll/windows.test.ts).

let folder = ''
const root = () => join(folder, 'opt')
const put = (file: string, text = '') => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const settings: Settings = {
  ...{ scope: 'system', data: '/var/lib/x', server: 'https://yibao.example.cn', simulate: false },
  consoleOrigins: ['https://console.example.cn'],
}
const entry = () => join(folder, 'usr/share/applications/yibao-agent.desktop')
const icons = () => linuxIcons(folder)
const add = (version = '1.0.0', its = settings) => addAppWindow(root(), version, its, icons())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-window-'))
  for (const version of ['1.0.0', '1.1.0'])
    put(join(root(), 'versions', version, 'console', 'favicon.svg'), `<svg>${version}`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each<[string, Partial<Settings>, string]>([
  ['the console', {}, 'https://console.example.cn/'],
  ['the server, where nothing else was said', { consoleOrigins: [] }, 'https://yibao.example.cn/'],
  ['this machine itself', { consoleOrigins: ['http://127.0.0.1:47600'] }, 'http://127.0.0.1:47600/'],
  ['the agent, where the console is not https', { consoleOrigins: ['http://shop.cn'] }, 'http://127.0.0.1:47610/app/'],
  ['the agent at its own port', { consoleOrigins: ['http://shop.cn'], port: 47700 }, 'http://127.0.0.1:47700/app/'],
])('the address is that of %s', (_, over, address) => {
  expect(appAddress({ ...settings, ...over })).toBe(address)
})

test('Edge opens it, or else Chrome, as a window of its own, maximised; nothing of it names a version', async () => {
  put(join(folder, 'usr/bin/google-chrome'))
  await add()
  const line = () => /^Exec=(.*)$/m.exec(readFileSync(entry(), 'utf8'))![1]
  expect(line()).toBe('"/usr/bin/google-chrome" --app=https://console.example.cn/ --start-maximized')
  put(join(folder, 'usr/bin/microsoft-edge'))
  expect(await appWindow(root(), settings, icons()), 'another browser would open it now').toBe('absent')
  await add()
  expect(line()).toContain('microsoft-edge')
  const text = readFileSync(entry(), 'utf8')
  expect(text).toContain(`\nName=医保云\n`)
  const [, picture = ''] = /^Icon=(.*)$/m.exec(text)!
  rmSync(join(root(), 'versions'), { recursive: true })
  expect([text.includes('versions'), readFileSync(picture, 'utf8')]).toEqual([false, '<svg>1.0.0'])
})

test('a repair or a next installation makes it anew, uninstalled it is gone with its picture', async () => {
  put(join(folder, 'usr/bin/microsoft-edge'))
  const state = (its = settings) => appWindow(root(), its, icons())
  expect(await state()).toBe('absent')
  await add()
  expect(await state()).toBe('there')
  const moved = { ...settings, consoleOrigins: ['https://moved.example.cn'] }
  expect(await state(moved)).toBe('absent')
  await add('1.1.0', moved)
  expect([await state(moved), readFileSync(join(root(), 'app.svg'), 'utf8')]).toEqual(['there', '<svg>1.1.0'])
  rmSync(join(root(), 'app.svg'))
  expect(await state(moved)).toBe('absent')
  await add('1.1.0', moved)
  await removeAppWindow(root(), moved, icons())
  expect([existsSync(entry()), existsSync(join(root(), 'app.svg'))]).toEqual([false, false])
})

test('without a browser there is none, and none stays that nothing opens any more', async () => {
  put(join(folder, 'usr/bin/chromium'))
  await add()
  rmSync(join(folder, 'usr/bin/chromium'))
  await add()
  expect([existsSync(entry()), await appWindow(root(), settings, icons())]).toEqual([false, 'noBrowser'])
})

test("one person's own installation leaves the machine's desktop alone", async () => {
  const untouched = new Proxy({} as AppIcons, {
    get: (_, name) => {
      throw new Error(String(name))
    },
  })
  await addAppWindow(root(), '1.0.0', { ...settings, scope: 'user' }, untouched)
  await removeAppWindow(root(), { ...settings, scope: 'user' }, untouched)
})
