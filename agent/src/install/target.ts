import { resolve } from 'node:path'
import { defaultData, defaultRoot, type Scope } from './layout.ts'
import { readSettings } from './settings.ts'

interface Said {
  root?: string | undefined
  data?: string | undefined
  user?: boolean | undefined
}

/**
 * Where to install: what is said now, else where this program or an earlier installation stands and what that was told,
 * else the usual place. `own` is the root of the installation that the running program belongs to.
 */
export const targetOf = (said: Said, own: string | undefined): { root: string; data: string; scope: Scope } => {
  const asked: Scope | undefined = said.user && process.platform !== 'win32' ? 'user' : undefined
  const usual = asked ? [asked] : (['system', 'user'] as const)
  const given = said.root ? resolve(said.root) : own
  const roots = given ? [given] : usual.map((scope) => defaultRoot(scope))
  const root = roots.find((one) => readSettings(one)) ?? roots[0]!
  const before = readSettings(root)
  const scope = asked ?? before?.scope ?? 'system'
  const data = before?.scope === scope ? before.data : defaultData(scope)
  return { root, data: said.data ? resolve(said.data) : data, scope }
}
