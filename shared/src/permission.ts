import { canonical, menuRows } from './menu.ts'
import type { MenuRow } from './menu-row.ts'

/** Who is asking, as far as permission matters (SPEC 6). */
export interface Me {
  isSuperAdmin: boolean
  isAdminUser: boolean
  /** menuCodes granted by the menu roles. */
  menus: readonly string[]
  /** Granted buttons (roleV2). */
  buttons: readonly { menuCode: string; buttonCode: string }[]
}

export interface Wanted {
  menuCode: string
  buttonCode?: string
}

/** Why somebody may open or press something, and why not. */
export type Ground =
  /** He is the super administrator. */
  | 'super'
  /** A menu role of his grants it. */
  | 'granted'
  /** A hidden page needs no grant of its own. */
  | 'hidden'
  /** The pinned page: / and the last tab that is closed lead there, whoever it is (SPEC 2). */
  | 'pinned'
  /** Closed to everybody but the super administrator, whatever roles grant. */
  | 'notSuper'
  /** Closed to operators, whatever roles grant. */
  | 'notAdmin'
  /** No menu role of his grants it. */
  | 'noRole'

const deniedBy = (me: Me, rows: readonly MenuRow[]): 'notSuper' | 'notAdmin' | undefined =>
  rows.some((row) => row.denied === 'notSuper')
    ? 'notSuper'
    : rows.some((row) => row.denied === 'notAdmin' && !me.isAdminUser)
      ? 'notAdmin'
      : undefined

const byCode = new Map<string, MenuRow[]>()
for (const row of menuRows) byCode.set(row.menuCode, [...(byCode.get(row.menuCode) ?? []), row])
const rowsOf = (menuCode: string) => byCode.get(menuCode) ?? []

/**
 * The ground on which `me` may open a menu or press a button of it, or may not: the one rule of server and console
 * (SPEC 6), so that what a person is told is what decides. Hidden rows and the pinned one need no grant of their own
 * to be opened; their buttons do.
 */
export const groundOf = (me: Me, { menuCode, buttonCode }: Wanted): Ground => {
  if (me.isSuperAdmin) return 'super'
  const rows = rowsOf(menuCode)
  const denied = deniedBy(me, rows)
  if (denied) return denied
  if (buttonCode)
    return me.buttons.some((b) => b.menuCode === menuCode && b.buttonCode === buttonCode) ? 'granted' : 'noRole'
  if (me.menus.includes(menuCode)) return 'granted'
  if (rows.some((row) => row.affix)) return 'pinned'
  return rows.some((row) => row.hidden && !row.of) ? 'hidden' : 'noRole'
}

const open: ReadonlySet<Ground> = new Set(['super', 'granted', 'hidden', 'pinned'])

/** Whether a ground lets somebody in. */
export const opens = (ground: Ground): boolean => open.has(ground)

/** Whether `me` may open a menu or press a button of it. */
export const can = (me: Me, wanted: Wanted): boolean => opens(groundOf(me, wanted))

/** The rows of the sidebar for `me`: visible pages that exist, and sections that keep at least one. */
export const sidebarRows = (me: Me): MenuRow[] => {
  const pages = menuRows.filter(
    (row) => !row.hidden && !row.of && row.path !== '' && can(me, canonical(row)) && !isSection(row),
  )
  return menuRows.filter(
    (row) => pages.includes(row) || (isSection(row) && pages.some((page) => page.section === row.name)),
  )
}

const sections = new Set(menuRows.map((row) => row.section).filter(Boolean))
const isSection = (row: MenuRow) => sections.has(row.name)
