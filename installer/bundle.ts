import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { root } from '../tools/root.ts'

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  minify: true,
  // Names stay: the log tells an error by its class.
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
  alias: { koffi: join(root, 'installer', 'koffi-beside.ts') },
} as const

export interface Bundle {
  /** The JavaScript of the executable. */
  file: string
  /** The files that are in it, for the licences. */
  inputs: string[]
}

const inputsOf = (metafile: Metafile) => Object.keys(metafile.inputs)

/** One file of JavaScript from an entry of the repository. */
export const bundle = async (entry: string, file: string): Promise<Bundle> => {
  const { metafile } = await build({ ...options, entryPoints: [entry], outfile: file })
  return { file, inputs: inputsOf(metafile) }
}

/**
 * One bundle per executable. Roles are imported when they are asked for, and esbuild keeps that: their modules are in the
 * file and are not run.
 */
export const bundles = async (folder: string): Promise<{ agent: Bundle; host: Bundle }> => {
  mkdirSync(folder, { recursive: true })
  const [agent, host] = await Promise.all([
    bundle('agent/src/main.ts', join(folder, 'agent.cjs')),
    bundle('agent/src/host.ts', join(folder, 'host.cjs')),
  ])
  return { agent, host }
}
