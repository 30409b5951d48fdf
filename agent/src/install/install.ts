import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { moveOver } from '../files/disk.ts'
import { returned, untouched, wordsFor } from '../words.ts'
import { appTitle } from './app-icons.ts'
import { addAppWindow, removeAppWindow } from './app-window.ts'
import { isVersion, type Scope, versionFolder } from './layout.ts'
import type { Setup } from './platform.ts'
import { readPointer } from './pointer.ts'
import { addPolicies, removePolicies } from './policies.ts'
import { dropEnrolCode, readSettings, type Settings, writeEnrolCode, writeSettings } from './settings.ts'

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
  /** Starts a version that is in place and waits for its answer; throws where none comes. */
  begin: (setup: Setup, settings: Settings, version: string) => Promise<void>
  /** Waits a little for the desk of the agent that runs: without it no card is read. Whether it came. */
  deskCame: (settings: Settings) => Promise<boolean>
  /** How the browsers of this machine are told; its own policies where nothing is said. */
  policies?: Record<'add' | 'remove', (settings: Settings) => Promise<void>>
  /** How the console is put on the desktop; for all users of this machine where nothing is said. */
  appWindow?: (root: string, version: string, settings: Settings) => Promise<void>
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

/** Copies a version beside its place, while the former one still serves. */
const bring = (home: string, place: string) => {
  if (resolve(home) === resolve(place)) return
  rmSync(`${place}.new`, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  try {
    cpSync(home, `${place}.new`, { recursive: true })
  } catch (error) {
    dropFolder(`${place}.new`)
    throw error
  }
}

/** Moves what was brought into its place; where that does not go, what was there stands there again (repair). */
const putInPlace = (home: string, place: string) => {
  if (resolve(home) === resolve(place)) return
  const aside = `${place}.old`
  rmSync(aside, { recursive: true, force: true })
  if (existsSync(place)) moveOver(place, aside)
  try {
    moveOver(`${place}.new`, place)
  } catch (error) {
    if (existsSync(aside)) moveOver(aside, place)
    throw error
  }
  dropFolder(aside)
}

/** A file that a virus scanner holds goes with the next installation. */
const dropFolder = (folder: string) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch {}
}

/** Removes versions that nobody goes back to: the active one and its predecessor stay. */
const dropOldVersions = (root: string, active: string, former: string | undefined): void => {
  const stay = new Set([active, former])
  for (const name of readdirSync(join(root, 'versions'))) if (!stay.has(name)) dropFolder(join(root, 'versions', name))
}

/** What the machine refuses here (a domain's policy, a protected folder) is a question of the browser, and no reason to have no agent. */
const tellBrowsers = async (before: Settings | undefined, settings: Settings, options: InstallOptions) => {
  const { root, version, say, policies, appWindow = addAppWindow } = options
  const { add, remove } = policies ?? { add: addPolicies, remove: removePolicies }
  try {
    if (before) await remove(before)
    await add(settings)
  } catch (error) {
    say(`浏览器策略没有写入，页面第一次连接时浏览器会询问（agent doctor 可再次检查）。${wordsFor(error)}`)
  }
  try {
    await appWindow(root, version, settings)
  } catch (error) {
    say(`桌面上的「${appTitle}」图标没有做好，可以先用浏览器打开医保云（agent doctor 可再次检查）。${wordsFor(error)}`)
  }
}

/** Nothing is installed any more: the next installation is a first one again. */
const dropRecords = (root: string): void => {
  for (const name of ['current', 'install.json']) rmSync(join(root, name), { recursive: true, force: true })
}

/** What a first installation that did not come about has brought: left there, it is taken for an installation's remains. */
const dropBrought = (place: string, root: string): void => {
  dropFolder(`${place}.new`)
  for (const folder of [dirname(place), root])
    try {
      rmdirSync(folder)
    } catch {
      // There is something else in it.
    }
}

/** Does everything that still can be done: the first thing that went wrong is what is told. */
const tryAll = async (...steps: (() => unknown)[]) => {
  for (const step of steps)
    try {
      await step()
    } catch {}
}

interface Former {
  version: string
  settings: Settings
  /** It was ended already: what runs by now is the new version's. */
  ended: boolean
}

/**
 * Takes away a version that did not work; what explains it is in the data's logs. Out of sight at once or not at all: of a
 * version from which something still runs, Windows would take half. Whether it is gone.
 */
const dropFailed = (home: string, place: string): boolean => {
  if (resolve(home) === resolve(place)) return false
  const aside = `${place}.old`
  try {
    if (existsSync(place)) renameSync(place, aside)
  } catch {
    return false
  }
  dropFolder(aside)
  return true
}

/** The former version again, with its own settings and data, running. Answers how that ended, in words. */
const goBack = async (options: InstallOptions, former: Former): Promise<string> => {
  const { version, home, root, data, enrol, setup, begin, deskCame, say } = options
  const own = await setup(former.settings)
  const place = versionFolder(root, version)
  const other = former.version !== version
  if (former.ended) await tryAll(own.stop, own.endAll)
  await tryAll(
    () => dropFolder(`${place}.new`),
    // It was meant for the new version's server.
    () => enrol && dropEnrolCode(data),
    () => writeSettings(root, former.settings),
    () => own.point(former.version),
    own.forgetUpdater,
  )
  const fault = await begin(own, former.settings, former.version).then(
    () => undefined,
    (error: unknown) => error,
  )
  await tryAll(own.startDesk)
  const answers = fault === undefined
  // Where the former one does not answer the service may still name the program of the new one.
  const dropped = other && answers && readPointer(root) !== version ? dropFailed(home, place) : undefined
  const runs = own.supervised ? (answers ? 'yes' : wordsFor(fault)) : undefined
  const desk = runs === 'yes' && (await deskCame(former.settings))
  const told = returned({ version, former: former.version, runs, desk, dropped, logs: join(data, 'agent', 'logs') })
  say(told)
  return told
}

/**
 * Installs, upgrades or repairs, and starts: the end is the same whatever was there. Data and the binding to the shop
 * stay. What goes wrong, a version that does not answer included, leaves the counter with what it had: the former
 * version, running.
 */
export const install = async (options: InstallOptions): Promise<void> => {
  const { home, version, root, data, say } = options
  if (!isVersion(version)) throw new TypeError(`not a version: ${version}`)
  const former = readPointer(root)
  const before = readSettings(root)
  const settings = settingsFrom(options, before)
  const setup = await options.setup(settings)
  const place = versionFolder(root, version)
  let alone: boolean
  try {
    await setup.claimData(before?.data === data)
    bring(home, place)
    // Services and accounts are this PC's and not this folder's: what stands in another one is not taken away.
    alone = (await setup.state()) === 'absent'
  } catch (error) {
    if (former !== undefined) throw new CannotStart(untouched(error, former), { cause: error })
    dropBrought(place, root)
    throw error
  }
  let [ended, registered] = [false, false]
  try {
    // Two agents would fight for one port, and on Windows the files of one that runs cannot be replaced (repair).
    await setup.stop()
    await setup.endAll()
    ended = true
    putInPlace(home, place)
    writeSettings(root, settings)
    await setup.point(version)
    await setup.register()
    // Into a folder that is already the service's alone.
    if (options.enrol) writeEnrolCode(data, options.enrol)
    registered = true
    await options.begin(setup, settings, version)
  } catch (error) {
    if (before && former !== undefined) {
      const told = await goBack(options, { version: former, settings: before, ended })
      throw new CannotStart(`${wordsFor(error)}。${told}`, { cause: error })
    }
    // What is installed for the first time stays, and may be well a little later; what could not even be registered goes.
    if (registered) await tryAll(() => tellBrowsers(before, settings, options))
    else if (ended && alone && !before && former === undefined) {
      const [records, files] = [() => dropRecords(root), () => dropFailed(home, place)]
      await tryAll(setup.unregister, records, files)
    }
    if (!registered && former === undefined) dropBrought(place, root)
    throw error
  }
  await tellBrowsers(before, settings, options)
  // A repair changes no version: the one to go back to stays.
  if (former !== version) dropOldVersions(root, version, former)
  say(former && former !== version ? `已从 ${former} 换为 ${version}` : `已安装 ${version}`)
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
  await removeAppWindow(root, settings)
  if (!keepData) rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  // A running program's file cannot be removed on Windows: there the uninstaller does it after us.
  if (process.platform === 'win32' && running.startsWith(root + sep)) return say('服务和数据已移除')
  rmSync(join(root, 'versions'), { recursive: true, force: true })
  dropRecords(root)
  if (existsSync(root) && readdirSync(root).length === 0) rmSync(root, { recursive: true })
  say('已卸载')
}
