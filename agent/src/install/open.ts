import { home, rootOf } from '../home.ts'
import { defaultRoot } from './layout.ts'
import type { Installation, Setup } from './platform.ts'
import { readSettings, type Settings } from './settings.ts'

/** The setup of this platform for a root with these settings. */
export const setupFor = async (
  root: string,
  { data, scope }: Pick<Settings, 'data' | 'scope'>,
  say: (text: string) => void = () => {},
): Promise<Setup> => {
  if (process.platform === 'win32') return (await import('./windows.ts')).windowsSetup(root, data)
  return (await import('./linux.ts')).linuxSetupHere(root, data, scope, say)
}

export interface Found {
  root: string
  settings: Settings
}

/** The installation this program belongs to, else the one in the usual place; undefined when there is none. */
export const findInstallation = (): Found | undefined => {
  const roots = [rootOf(home()), defaultRoot('system'), defaultRoot('user')]
  for (const root of roots) {
    const settings = root === undefined ? undefined : readSettings(root)
    if (root !== undefined && settings) return { root, settings }
  }
  return undefined
}

/** The installation that this program is of, for the updater; undefined when it runs from the sources. */
export const openInstallation = async (): Promise<Installation | undefined> => {
  const root = rootOf(home())
  const settings = root === undefined ? undefined : readSettings(root)
  return root !== undefined && settings ? setupFor(root, settings) : undefined
}
