import { homedir } from 'node:os'
import { join } from 'node:path'

/** For all users of the machine, or for the person who installs it (Linux only). */
export type Scope = 'system' | 'user'

/** Name of service, units, folders and registry keys. */
export const productName = 'YibaoAgent'
export const unitName = 'yibao-agent'
/** The second service or unit, which carries an update through a reboot. */
export const updaterName = 'YibaoAgentUpdate'
export const updaterUnit = 'yibao-agent-update'

const windowsFolder = (variable: string, fallback: string) => process.env[variable] ?? fallback

/** Where an installation stands unless somebody says otherwise. */
export const defaultRoot = (scope: Scope, platform = process.platform): string => {
  if (platform === 'win32') return join(windowsFolder('ProgramFiles', 'C:\\Program Files'), productName)
  return scope === 'system' ? `/opt/${unitName}` : join(homedir(), '.local', 'share', unitName)
}

/** Where its data is kept: what an update and a repair never touch. */
export const defaultData = (scope: Scope, platform = process.platform): string => {
  if (platform === 'win32') return join(windowsFolder('ProgramData', 'C:\\ProgramData'), productName)
  return scope === 'system' ? `/var/lib/${unitName}` : join(homedir(), '.local', 'state', unitName)
}

/** File name of the agent's executable. */
export const programName = (platform: string = process.platform): string =>
  platform === 'win32' ? 'agent.exe' : 'agent'

/** Folder of one version. */
export const versionFolder = (root: string, version: string): string => join(root, 'versions', version)

/** Executable of one version. */
export const programOf = (root: string, version: string): string => join(versionFolder(root, version), programName())

/** A version as a folder's name: nothing that could lead elsewhere. */
export const isVersion = (text: string): boolean => /^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9A-Za-z.]{1,40})?$/.test(text)
