import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { root } from '../tools/root.ts'
import { cacheFolder, sha256 } from './cache.ts'

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

const folder = join(cacheFolder, 'bundles')

/** One file of JavaScript from an entry of the repository, named after what is in it: builds at the same time agree. */
export const bundle = async (entry: string): Promise<Bundle> => {
  const { metafile, outputFiles } = await build({ ...options, entryPoints: [entry], write: false })
  const { contents } = outputFiles[0]!
  const file = join(folder, `${sha256(Buffer.from(contents))}.cjs`)
  const beside = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(beside, contents)
  renameSync(beside, file)
  return { file, inputs: inputsOf(metafile) }
}

/**
 * One bundle per executable. Roles are imported when they are asked for, and esbuild keeps that: their modules are in the
 * file and are not run.
 */
export const bundles = async (): Promise<{ agent: Bundle; host: Bundle }> => {
  const [agent, host] = await Promise.all([bundle('agent/src/main.ts'), bundle('agent/src/host.ts')])
  return { agent, host }
}
