import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publicOf, type ReleaseKey } from '@yibao/agent/update/test/release.ts'
import { versionFile } from '../../installer/build.ts'
import { run } from '../../installer/command.ts'
import { sign, signer } from '../../installer/sign.ts'

// Versions after the one that was built, each with what is to be seen of it.

const program = 'agent.exe'
const keysFile = 'release-keys.json'

const beside = (built: string, name: string) => {
  const folder = join(dirname(built), `win-x64-${name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The public halves of these keys as a build takes them (RELEASE_KEYS). */
export const publicKeysFile = (folder: string, keys: readonly ReleaseKey[]): string => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${keysFile}`)
  writeFileSync(file, JSON.stringify(publicOf(keys)))
  return file
}

/** The same files under another version, for its setup.exe. */
export const nextVersion = (built: string, version: string): string => {
  const folder = beside(built, version)
  cpSync(built, folder, { recursive: true })
  writeFileSync(join(folder, 'version.json'), versionFile(folder, version))
  return folder
}

/** The same files, the program signed again by the same publisher: other bytes, as a new program has. */
export const signedAnew = async (built: string): Promise<string> => {
  const folder = beside(built, 'anew')
  cpSync(built, folder, { recursive: true })
  const { args } = await signer()
  const file = join(folder, program)
  const about = ['-h', 'sha256', '-n', 'Yibao Agent, the next one']
  await run('osslsigncode', ['sign', ...args, ...about, '-in', join(built, program), '-out', `${file}.signed`])
  cpSync(`${file}.signed`, file)
  rmSync(`${file}.signed`)
  return folder
}

const compiled = async (built: string, name: string) => {
  const folder = beside(built, name)
  const source = join(import.meta.dirname, 'silent.c')
  await run('x86_64-w64-mingw32-gcc', ['-Os', '-s', '-o', join(folder, program), source])
  cpSync(join(built, keysFile), join(folder, keysFile))
  return folder
}

/** A service that never answers, signed as it should be. */
export const silentVersion = async (built: string): Promise<string> => {
  const folder = await compiled(built, 'silent')
  await sign(join(folder, program))
  return folder
}

/** The same, and nobody signed it. */
export const unsignedVersion = (built: string): Promise<string> => compiled(built, 'unsigned')
