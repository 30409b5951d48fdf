import { canonical, type MenuRow, menuRows } from './menu.ts'

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

const denied = (me: Me, row: MenuRow): boolean =>
  (row.denied === 'notSuper' && !me.isSuperAdmin) || (row.denied === 'notAdmin' && !me.isSuperAdmin && !me.isAdminUser)

const byCode = new Map<string, MenuRow[]>()
for (const row of menuRows) byCode.set(row.menuCode, [...(byCode.get(row.menuCode) ?? []), row])
const rowsOf = (menuCode: string) => byCode.get(menuCode) ?? []

/**
 * Whether `me` may open a menu or press a button of it: the one rule of server and console (SPEC 6).
 * Hidden rows need no grant of their own to be opened; their buttons do.
 */
export const can = (me: Me, { menuCode, buttonCode }: Wanted): boolean => {
  if (me.isSuperAdmin) return true
  const rows = rowsOf(menuCode)
  if (rows.some((row) => denied(me, row))) return false
  if (buttonCode) return me.buttons.some((b) => b.menuCode === menuCode && b.buttonCode === buttonCode)
  return me.menus.includes(menuCode) || rows.some((row) => row.hidden && !row.of)
}

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
