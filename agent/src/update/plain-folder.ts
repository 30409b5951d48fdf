import { spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { releaseVersion } from '@yibao/shared/agent/release.ts'
import { privateFolder, writeWhole } from '../files/disk.ts'
import { programName, versionFolder } from '../install/layout.ts'
import type { Installation } from '../install/platform.ts'
import { updateFolder } from './installation.ts'

/** ms a gateway has to end by itself. */
const endMs = 10_000

const argumentsOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // ended meanwhile
  }
}

/** The gateways that run out of this root now, whoever started them: no file has to be right about it after a kill. */
const gatewaysOf = (root: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const words = argumentsOf(pid)
      const at = words.findIndex((word) => word.startsWith(join(root, 'versions', '/')))
      return at >= 0 && words[at + 1] === 'gateway'
    })
    .map(Number)

const signalAll = (root: string, signal: 'SIGTERM' | 'SIGKILL') => {
  for (const pid of gatewaysOf(root))
    try {
      process.kill(pid, signal)
    } catch {
      // It has just ended.
    }
}

const goneWithin = async (root: string, ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(20))
    if (gatewaysOf(root).length === 0) return true
  return gatewaysOf(root).length === 0
}

/** An installation that is only folders: its gateway is a process found by its path. Linux; for use without service or unit. */
export const plainFolder = (root: string, data: string): Installation => {
  const current = join(root, 'current')
  const folder = () => privateFolder(updateFolder({ data }))
  const active = () => releaseVersion.parse(readFileSync(current, 'utf8').trim())
  return {
    root,
    data,
    active,
    point: async (version) => writeWhole(current, `${releaseVersion.parse(version)}\n`),
    stop: async () => {
      signalAll(root, 'SIGTERM')
      if (await goneWithin(root, endMs)) return
      signalAll(root, 'SIGKILL')
      if (!(await goneWithin(root, endMs))) throw new Error('the gateway does not end')
    },
    start: async () => {
      if (gatewaysOf(root).length > 0) return
      const log = openSync(join(folder(), 'gateway.log'), 'a', 0o600)
      const program = join(versionFolder(root, active()), programName())
      const env = { ...process.env, DATA_DIR: data, YIBAO_ROOT: root }
      const child = spawn(program, ['gateway'], { detached: true, stdio: ['ignore', log, log], env })
      // A program that cannot be run is found by the probe.
      child.on('error', () => {})
      child.unref()
    },
    startDesk: async () => {},
    // Nothing starts by itself here after a reboot, the gateway as little as the updater; whoever starts it starts both.
    rememberUpdater: async () => writeWhole(join(folder(), 'updater'), 'wanted\n'),
    forgetUpdater: async () => rmSync(join(folder(), 'updater'), { force: true }),
    launchUpdater: async () => {
      const program = join(versionFolder(root, active()), programName())
      const env = { ...process.env, DATA_DIR: data, YIBAO_ROOT: root }
      const child = spawn(program, ['update'], { detached: true, stdio: 'ignore', env })
      child.on('error', () => {})
      child.unref()
    },
  }
}
