import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addAppWindow, appWindow, removeAppWindow } from '../src/install/app-window.ts'
import type { Settings } from '../src/install/settings.ts'
import { commonFolder } from '../src/os/windows-shortcut.ts'

const settings: Settings = {
  ...{ scope: 'system', data: 'C:\\data', server: 'https://yibao.example.cn', simulate: false },
  consoleOrigins: ['https://console.example.cn'],
}

/**
 * Makes the console's icons before and after there is a browser: how they are each time, and again when they are taken
 * away. `kept` is called while they are there.
 */
export const makeIcons = async (folder: string, kept: (folders: string[]) => unknown) => {
  const root = join(folder, 'icons')
  const picture = join(root, 'versions', '1.0.0')
  mkdirSync(picture, { recursive: true })
  writeFileSync(join(picture, 'app.ico'), 'picture')
  const browser = join(root, 'msedge.exe')
  const state = () => appWindow(root, settings)
  await addAppWindow(root, '1.0.0', settings)
  const states = [await state()]
  writeFileSync(browser, '')
  const key = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\App Paths\\msedge.exe'
  execFileSync('reg.exe', ['add', key, '/ve', '/d', browser, '/f', '/reg:64'], { stdio: 'ignore' })
  states.push(await state())
  // The second takes the place of the first.
  await addAppWindow(root, '1.0.0', settings)
  await addAppWindow(root, '1.0.0', settings)
  states.push(await state())
  const seen = kept([commonFolder('desktop'), commonFolder('programs')])
  await removeAppWindow(root, settings)
  states.push(await state())
  return { states, seen, browser, picture: join(root, 'app.ico') }
}
export type Icons = Awaited<ReturnType<typeof makeIcons>>
