import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileLibrary, type Names, type Target } from './compile.ts'

/** A DLL as the library of a new driver. */
export interface Dll {
  source: string
  target: Exclude<Target, 'linux-x64'>
  names?: Names
  /** The bitness its manifest claims, where that is a lie. */
  claims?: 'win32-ia32' | 'win32-x64'
  needs?: string
  manifest: Record<string, unknown>
}

/** Compiles it (agent/test/native) into a driver of this id under `drivers`; answers the driver's folder. */
export const addDll = (drivers: string, id: string, dll: Dll): string => {
  const { source, target, names, claims = target, needs, manifest } = dll
  const dir = join(drivers, id)
  mkdirSync(dir, { recursive: true })
  const linked = needs === undefined ? [] : [join(dir, `${needs}.dll`)]
  if (needs !== undefined) compileLibrary(needs, linked[0]!, target, 'cdecl')
  const sha256 = compileLibrary(source, join(dir, `${source}.dll`), target, names, linked)
  const bits = claims === 'win32-ia32' ? 32 : 64
  const common = { id, name: id, version: '1.0.0', bits, files: { [claims]: { file: `${source}.dll`, sha256 } } }
  writeFileSync(join(dir, 'driver.json'), JSON.stringify({ ...common, ...manifest }))
  return dir
}
