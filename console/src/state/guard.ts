import { canonical, menuRows, rowOfPath } from '@yibao/shared/menu.ts'
import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { can, type Me } from '@yibao/shared/permission.ts'
import { loginPath } from './place.ts'
import type { InitializeInfo } from './session.ts'

interface GuardInput {
  path: string
  /** With its question mark, or ''. */
  search: string
  token: string
  initializeInfo: InitializeInfo
  /** null: roles are not loaded yet. */
  me: Me | null
}

/** What the shell does about an address (SPEC 4). */
type Verdict =
  | { do: 'go'; to: string }
  | { do: 'load' }
  | { do: 'show'; row: MenuRow }
  | { do: 'refresh'; path: string }

const redirectPrefix = '/redirect/'
const go = (to: string): Verdict => ({ do: 'go', to })

/** What stands behind /redirect, as a path of this console: two slashes would name another site. */
const refreshed = (path: string) => `/${path.slice(redirectPrefix.length).replace(/^[/\\]+/, '')}`

/** The pages that stand in the place of one. */
const outcomes: ReadonlySet<string | undefined> = new Set(['NotFound', 'NoPermission'])

const isSection = (row: MenuRow) => menuRows.some((child) => child.section === row.name)

/** The navigation guard as one pure function. */
export const judge = ({ path, search, token, initializeInfo, me }: GuardInput): Verdict => {
  // A slash behind a path means the same page.
  const plain = path.replace(/\/+$/, '')
  if (plain !== path && rowOfPath(plain)) return go(plain + search)
  const row = rowOfPath(path)
  if (path === '/login' && token) return go('/')
  // Who is signed in reads 404 and 401 inside the shell, whose menu is the way on.
  if (token && !me && row && outcomes.has(row.name)) return { do: 'load' }
  if (row?.public && !path.startsWith(redirectPrefix)) return { do: 'show', row }
  if (!token) return go(loginPath(path + search))
  const { isNeedInitialize, initializeStep } = initializeInfo
  const wizard = `/initialization?step=${initializeStep - 1}`
  if (isNeedInitialize && path !== '/initialization') return go(wizard)
  if (!me) return { do: 'load' }
  if (path === '/') return go('/dashboard')
  if (path.startsWith(redirectPrefix)) return { do: 'refresh', path: refreshed(path) + search }
  if (!row || isSection(row)) return go('/404')
  if (!can(me, { menuCode: canonical(row).menuCode })) return go(`/401?menu=${canonical(row).menuCode}`)
  return { do: 'show', row }
}
