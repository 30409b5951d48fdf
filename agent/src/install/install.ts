import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { isVersion, type Scope, versionFolder } from './layout.ts'
import type { Setup } from './platform.ts'
import { readPointer } from './pointer.ts'
import { addPolicies, removePolicies } from './policies.ts'
import { readSettings, type Settings, writeEnrolCode, writeSettings } from './settings.ts'

export interface InstallOptions {
  /** Folder of the version that is being installed; copied unless it is in place. */
  home: string
  version: string
  root: string
  data: string
  scope: Scope
  server?: string
  enrol?: string
  consoleOrigins?: string[]
  simulate?: boolean
  port?: number
  setup: (settings: Settings) => Promise<Setup>
  say: (text: string) => void
}

/** What was said now over what was said before: an upgrade or a repair asks nothing again. */
const settingsFrom = (options: InstallOptions, before: Settings | undefined): Settings => {
  const { scope, data } = options
  const server = options.server ?? before?.server ?? 'http://127.0.0.1:47600'
  const consoleOrigins = options.consoleOrigins ?? (options.server ? undefined : before?.consoleOrigins) ?? [server]
  const simulate = options.simulate ?? before?.simulate ?? false
  const port = options.port ?? before?.port
  return { scope, data, server, consoleOrigins, simulate, ...(port !== undefined && { port }) }
}

const copyVersion = (from: string, to: string) => {
  if (resolve(from) === resolve(to)) return
  rmSync(`${to}.new`, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, `${to}.new`, { recursive: true })
  rmSync(to, { recursive: true, force: true })
  renameSync(`${to}.new`, to)
}

/** Removes versions that nobody goes back to: the active one and its predecessor stay. */
const dropOldVersions = (root: string, active: string, former: string | undefined): void => {
  const stay = new Set([active, former])
  for (const name of readdirSync(join(root, 'versions')))
    if (!stay.has(name)) rmSync(join(root, 'versions', name), { recursive: true, force: true })
}

/**
 * Installs, upgrades or repairs: the end is the same whatever was there. Data and the binding to the shop stay. The gateway
 * is not yet started.
 */
export const install = async (options: InstallOptions): Promise<{ setup: Setup; settings: Settings }> => {
  const { home, version, root, data, say } = options
  if (!isVersion(version)) throw new TypeError(`not a version: ${version}`)
  const former = readPointer(root)
  const before = readSettings(root)
  const settings = settingsFrom(options, before)
  const setup = await options.setup(settings)
  await setup.stop()
  copyVersion(home, versionFolder(root, version))
  writeSettings(root, settings)
  await setup.point(version)
  await setup.register()
  // Into a folder that is already the service's alone.
  if (options.enrol) writeEnrolCode(data, options.enrol)
  if (before) await removePolicies(before)
  await addPolicies(settings)
  // A repair changes no version: the one to go back to stays.
  if (former !== version) dropOldVersions(root, version, former)
  say(former && former !== version ? `已从 ${former} 换为 ${version}` : `已安装 ${version}`)
  return { setup, settings }
}

/** Takes everything away: service, desk, policies, files, and the data unless it is to be kept. */
export const uninstall = async (
  setup: Setup,
  settings: Settings,
  { keepData, say, running }: { keepData: boolean; say: (text: string) => void; running: string },
): Promise<void> => {
  const { root, data } = setup
  await setup.unregister()
  await removePolicies(settings)
  if (!keepData) rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  // A running program's file cannot be removed on Windows: there the uninstaller does it after us.
  if (process.platform === 'win32' && running.startsWith(root + sep)) return say('服务和数据已移除')
  for (const name of ['versions', 'current', 'install.json'])
    if (existsSync(join(root, name))) rmSync(join(root, name), { recursive: true, force: true })
  if (existsSync(root) && readdirSync(root).length === 0) rmSync(root, { recursive: true })
  say('已卸载')
}
