import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileLibrary } from './compile.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

const compiler = () => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    if (process.env.REQUIRE_ALL === '1') throw new Error('no C compiler (cc): the native tests cannot run')
    return false
  }
}

/** Whether C libraries can be compiled here; throws without a compiler when everything must run. */
export const canCompile = process.platform === 'linux' && compiler()

export const tempFolder = () => mkdtempSync(join(tmpdir(), 'yb-test-'))

/** A folder of drivers made of the shipped ones and of C libraries compiled for this machine. */
export const nativeDrivers = (root: string) => {
  cpSync(join(here, '../drivers'), root, { recursive: true })
  return {
    /** Compiles agent/test/native/<source>.c as the library of a new driver; `manifest` is its driver.json. */
    add: (id: string, source: string, manifest: object) => {
      const dir = join(root, id)
      mkdirSync(dir, { recursive: true })
      const file = `lib${source}.so`
      const sha256 = compileLibrary(source, join(dir, file), 'linux-x64')
      const common = { id, name: id, version: '1.0.0', bits: 64, files: { 'linux-x64': { file, sha256 } } }
      writeFileSync(join(dir, 'driver.json'), JSON.stringify({ ...common, ...manifest }))
      return dir
    },
    /** How the library of a driver behaves from now on. */
    behave: (id: string, word: string) => writeFileSync(join(root, id, 'behaviour'), word),
    remove: (...more: string[]) => {
      for (const folder of [root, ...more]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
