import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import type { AppIcons } from './app-icons.ts'
import { versionFolder } from './layout.ts'
import { isLocal } from './origins.ts'
import type { Settings } from './settings.ts'

// The console as a window of its own (ux 2.1): in a browser's tab a scan that comes while the address bar has the focus
// goes to a search engine, an app window has no address bar (ux 2.3).

/** How the window is, of what is on this machine: `absent` also where it opens another address. */
export type AppWindow = 'there' | 'absent' | 'noBrowser'

/**
 * The page a counter of this installation opens: the console's own, or, where that is plain http of another machine and
 * so may not reach the agent, the same console on the agent (agent.md 3.5).
 */
export const appAddress = ({
  consoleOrigins: [page],
  server,
  port,
}: Pick<Settings, 'consoleOrigins' | 'server' | 'port'>): string => {
  const origin = page ?? server
  const usable = origin.startsWith('https://') || isLocal(origin)
  return usable ? `${origin}/` : `http://127.0.0.1:${port ?? agentPorts[0]}/app/`
}

const argumentsFor = (settings: Settings) => [`--app=${appAddress(settings)}`, '--start-maximized']

const here = async (): Promise<AppIcons> =>
  process.platform === 'win32'
    ? (await import('./windows-app-window.ts')).windowsIcons()
    : (await import('./linux-app-window.ts')).linuxIcons()

/** Beside the versions, which come and go. */
const pictureIn = (root: string, { picture }: AppIcons) => join(root, `app${extname(picture)}`)

/** Makes the icons or makes them anew; none where no browser could open them, and none for one person's own installation. */
export const addAppWindow = async (
  root: string,
  version: string,
  settings: Settings,
  icons?: AppIcons,
): Promise<void> => {
  if (settings.scope !== 'system') return
  const all = icons ?? (await here())
  const browser = await all.browser()
  if (browser === undefined) return all.remove()
  copyFileSync(join(versionFolder(root, version), all.picture), pictureIn(root, all))
  await all.write(browser, argumentsFor(settings), pictureIn(root, all))
}

/** Takes them away. */
export const removeAppWindow = async (root: string, { scope }: Settings, icons?: AppIcons): Promise<void> => {
  if (scope !== 'system') return
  const all = icons ?? (await here())
  await all.remove()
  rmSync(pictureIn(root, all), { force: true })
}

/** Whether they are there and open what they should. */
export const appWindow = async (root: string, settings: Settings, icons?: AppIcons): Promise<AppWindow> => {
  const all = icons ?? (await here())
  const browser = await all.browser()
  if (browser === undefined) return 'noBrowser'
  const picture = pictureIn(root, all)
  return existsSync(picture) && (await all.has(browser, argumentsFor(settings), picture)) ? 'there' : 'absent'
}
