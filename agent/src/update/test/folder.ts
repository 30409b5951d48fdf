import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Installation } from '../../install/platform.ts'
import { keysFile } from '../keys.ts'
import { manifestOf, publicOf, type ReleaseKey } from './release.ts'

/** Writes a whole version by hand, as an installer would. */
export const installVersion = (root: string, version: string, files: Record<string, Buffer>, keys: ReleaseKey[]) => {
  const all = { ...files, [keysFile]: Buffer.from(JSON.stringify(publicOf(keys))) }
  for (const [path, bytes] of Object.entries(all)) {
    const target = join(root, 'versions', version, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, bytes, { mode: 0o755 })
  }
  const list = manifestOf(all).files.map(({ path, sha256, size }) => ({ path, sha256, size }))
  writeFileSync(join(root, 'versions', version, 'version.json'), JSON.stringify({ version, files: list }))
}

/** An installation of this version in a folder of its own; its gateway is a word in memory. */
export const memoryInstallation = (version: string, files: Record<string, Buffer>, keys: ReleaseKey[]) => {
  const root = mkdtempSync(join(tmpdir(), 'yibao-root-'))
  const data = join(root, 'data')
  mkdirSync(data)
  installVersion(root, version, files, keys)
  const steps: string[] = []
  const state = { active: version, running: version as string | undefined, remembered: false, fails: '' }
  const step = (name: string) => {
    steps.push(name)
    if (state.fails === name) throw new Error(name)
  }
  const installation: Installation = {
    root,
    data,
    active: () => state.active,
    point: async (to) => {
      step(`point ${to}`)
      state.active = to
    },
    stop: async () => {
      step('stop')
      state.running = undefined
    },
    start: async () => {
      step('start')
      state.running ??= state.active
    },
    startDesk: async () => step('desk'),
    rememberUpdater: async () => {
      state.remembered = true
    },
    forgetUpdater: async () => {
      state.remembered = false
    },
    launchUpdater: async () => step('launch'),
  }
  return { installation, state, steps, root }
}
