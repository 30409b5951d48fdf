import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { flushCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportFault } from './fault.ts'

type Resolve = Parameters<typeof registerHooks>[0]['resolve'] & {}
type Resolved = ReturnType<Resolve>

const isOurs = (url: string, home: string) => url.startsWith(home) && !url.includes('/node_modules/')

/** The folder of the package.json that says what the files of a folder are. */
const scopes = () => {
  const known = new Map<string, string>()
  const scopeOf = (folder: string): string => {
    const now = known.get(folder)
    if (now !== undefined) return now
    const up = dirname(folder)
    const scope = up === folder || existsSync(join(folder, 'package.json')) ? folder : scopeOf(up)
    known.set(folder, scope)
    return scope
  }
  return (url: string) => scopeOf(dirname(fileURLToPath(url)))
}

/**
 * Node reads a package's whole `exports` again for every file that imports it and for every file it consists of, and
 * drizzle's are 180 KB: with our 900 files and its 110 that was a third of a start. Here a package named by one of our
 * own files is looked for once per room, a file beside its importer is where the name says, and a module's neighbour
 * in the same package is a module.
 */
const resolving = (home: string): Resolve => {
  const found = new Map<string, Resolved>()
  const modules = new Set<string>()
  const scopeOf = scopes()
  const note = (resolved: Resolved): Resolved => {
    if (resolved.format === 'module') modules.add(resolved.url)
    return resolved
  }
  return (specifier, context, next) => {
    const { parentURL } = context
    if (!parentURL?.startsWith('file:')) return next(specifier, context)
    const ours = isOurs(parentURL, home)
    if (/^\.\.?\//.test(specifier)) {
      const url = new URL(specifier, parentURL).href
      if (ours && specifier.endsWith('.ts')) return { url, format: 'module-typescript', shortCircuit: true }
      const neighbours = [url, parentURL].every((one) => one.endsWith('.js')) && modules.has(parentURL)
      if (neighbours && context.conditions.includes('import') && scopeOf(url) === scopeOf(parentURL))
        return note({ url, format: 'module', shortCircuit: true })
    }
    if (!ours || !/^[@a-z]/.test(specifier)) return note(next(specifier, context))
    const [room] = parentURL.slice(home.length).split('/')
    const key = `${room} ${specifier}`
    const known = found.get(key) ?? note(next(specifier, context))
    found.set(key, known)
    return { ...known, shortCircuit: true }
  }
}

const readSources = (file: string): Map<string, string> => {
  try {
    const { node, sources } = JSON.parse(readFileSync(file, 'utf8'))
    return new Map(node === process.version ? sources : [])
  } catch {
    // None yet, or not ours: it is written again.
    return new Map()
  }
}

const keepSources = (file: string, sources: ReadonlyMap<string, string>): void => {
  mkdirSync(dirname(file), { recursive: true })
  // Written beside and renamed: another start sees either the old one or the whole new one.
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ node: process.version, sources: [...sources] }))
  renameSync(own, file)
}

/**
 * From here on our modules load in half the time: resolved as above, and taken from `file` without their types where
 * an earlier start kept them (Node keeps compiled code, but takes the types off anew). `home` is the folder of our code.
 * Call what it answers once everything is loaded: it keeps this start's work for the next, however this process ends.
 */
export const loadQuickly = (file: string, home = new URL('../../../', import.meta.url)): (() => void) => {
  const known = readSources(file)
  const used = new Map<string, string>()
  registerHooks({
    resolve: resolving(home.href),
    load: (url, context, next) => {
      if (context.format !== 'module-typescript' || !isOurs(url, home.href)) return next(url, context)
      const text = readFileSync(fileURLToPath(url), 'utf8')
      const key = hash('sha256', text, 'base64')
      const source = known.get(key) ?? stripTypeScriptTypes(text)
      used.set(key, source)
      return { format: 'module', source, shortCircuit: true }
    },
  })
  return () => {
    flushCompileCache()
    if (used.size === known.size && [...used.keys()].every((key) => known.has(key))) return
    try {
      keepSources(file, used)
    } catch (fault) {
      // The next start is only slower.
      reportFault('sources', fault)
    }
  }
}
