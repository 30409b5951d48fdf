import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { home, rootOf } from '../home.ts'
import { defaultData, defaultRoot, type Scope, unitName } from './layout.ts'
import { unitFolder } from './linux-units.ts'
import type { Found } from './open.ts'

// An installation whose install.json is gone or unreadable: half an installation, a cleaner's work. What the rest of it
// shows is enough to take it away.

const unitText = (folder: string) => {
  try {
    return readFileSync(join(folder, `${unitName}.service`), 'utf8')
  } catch {
    return ''
  }
}

interface RemainsOptions {
  /** Where an installation may stand. */
  roots: readonly (string | undefined)[]
  scopes: readonly { scope: Scope; units: string; data: string }[]
}

/**
 * What stands in one of these roots, or is started from it by a unit; undefined when there is nothing. Which pages the
 * browsers' policies name is not known.
 */
export const remainsIn = ({ roots, scopes }: RemainsOptions): Found | undefined => {
  for (const root of roots) {
    if (root === undefined) continue
    const owner = scopes.find(({ units }) => unitText(units).includes(`"${join(root, 'versions')}/`))
    const stands = ['versions', 'current', 'install.json'].some((name) => existsSync(join(root, name)))
    if (!owner && !stands) continue
    const { scope, data } = owner ?? scopes.find(({ scope: one }) => root === defaultRoot(one)) ?? scopes[0]!
    return { root, settings: { scope, data, server: '', simulate: false, consoleOrigins: [] } }
  }
  return undefined
}

/** What is left of an installation on this machine. */
export const findRemains = (): Found | undefined => {
  const scopes: Scope[] = process.platform === 'win32' ? ['system'] : ['system', 'user']
  return remainsIn({
    roots: [rootOf(home()), ...scopes.map((scope) => defaultRoot(scope))],
    scopes: scopes.map((scope) => ({ scope, units: unitFolder(scope, homedir()), data: defaultData(scope) })),
  })
}
