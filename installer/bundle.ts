import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { root } from '../tools/root.ts'
import { cacheFolder, sha256 } from './cache.ts'
import { rolesScript } from './roles.ts'

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
  alias: {
    koffi: join(root, 'installer', 'koffi-beside.ts'),
    undici: join(root, 'installer', 'without-undici.ts'),
  },
} as const

export interface Bundle {
  /** The JavaScript of the executable. */
  file: string
  /** The files that are in it, for the licences. */
  inputs: string[]
}

const inputsOf = (metafile: Metafile) => Object.keys(metafile.inputs)

const folder = join(cacheFolder, 'bundles')

/** esbuild leaves the letters of a pattern as they are, and one of them makes every letter of a script two bytes wide. */
const ascii = (text: string) =>
  text.replace(/[^\p{ASCII}]/gu, (letter) =>
    Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )

const scriptOf = async (entry: string) => {
  const { metafile, outputFiles } = await build({ ...options, entryPoints: [entry], write: false })
  return { text: ascii(outputFiles[0]!.text), inputs: inputsOf(metafile) }
}

/** Named after what is in it: builds at the same time agree. */
const keep = (text: string) => {
  const file = join(folder, `${sha256(text)}.cjs`)
  const beside = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(beside, text)
  renameSync(beside, file)
  return file
}

/** One file of JavaScript from an entry of the repository. */
export const bundle = async (entry: string): Promise<Bundle> => {
  const { text, inputs } = await scriptOf(entry)
  return { file: keep(text), inputs }
}

/**
 * One bundle per executable. Roles are imported when they are asked for, and esbuild keeps that: their modules are in the
 * file and are not run. A host's code is apart from theirs, for it is what has to start quickly.
 */
export const bundles = async (): Promise<{ agent: Bundle; host: Bundle }> => {
  const [agent, host] = await Promise.all([scriptOf('agent/src/main.ts'), scriptOf('agent/src/host.ts')])
  const inputs = [...new Set([...agent.inputs, ...host.inputs])]
  return {
    agent: { file: keep(rolesScript({ host: host.text, agent: agent.text })), inputs },
    host: { file: keep(host.text), inputs: host.inputs },
  }
}
