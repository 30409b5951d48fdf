import { buttonNames } from './button-names.ts'
import type { ButtonCode } from './call.ts'
import { menuRows, menuSections } from './menu.ts'
import type { MenuRow } from './menu-row.ts'
import { can, type Me } from './permission.ts'
import { type Checked, checkedOf } from './tree.ts'

/** A node of the rights tree: section → menu → button. */
export interface MenuNode {
  key: string
  title: string
  kind: 'section' | 'menu' | 'button'
  menuCode: string
  buttonCode?: string
  children: MenuNode[]
}

/** What a menu role holds. */
export interface MenuGrants {
  menus: readonly string[]
  buttons: readonly { menuCode: string; buttonCode: string }[]
}

const buttonNode = ({ menuCode }: MenuRow, buttonCode: ButtonCode): MenuNode => ({
  key: `button:${menuCode}.${buttonCode}`,
  title: buttonNames[buttonCode],
  kind: 'button',
  menuCode,
  buttonCode,
  children: [],
})

/** A hidden page, and home, need no grant to be opened (SPEC 6), but their buttons do; public pages and aliases have none. */
const grantable = (row: MenuRow) => !row.public && !row.of && !menuSections.includes(row)

const menuNodes = (row: MenuRow, me: Me): MenuNode[] => {
  const { menuCode, title } = row
  const children = (row.buttons ?? [])
    .filter((buttonCode) => can(me, { menuCode, buttonCode }))
    .map((buttonCode) => buttonNode(row, buttonCode))
  const free = row.hidden || row.affix
  return free && !children.length ? [] : [{ key: `menu:${menuCode}`, title, kind: 'menu', menuCode, children }]
}

/**
 * The rights tree as far as `me` has it: nobody grants more than that. Pages a super administrator alone sees are not in it.
 */
export const menuTree = (me: Me): MenuNode[] => {
  const rows = menuRows.filter(
    (row) => grantable(row) && row.denied !== 'notSuper' && can(me, { menuCode: row.menuCode }),
  )
  const pages = rows.filter((row) => !row.section).flatMap((row) => menuNodes(row, me))
  const sections = menuSections.map((section): MenuNode => {
    const { name, title, menuCode } = section
    const children = rows.filter((row) => row.section === name).flatMap((row) => menuNodes(row, me))
    return { key: `section:${name}`, title, kind: 'section', menuCode, children }
  })
  return [...pages, ...sections.filter(({ children }) => children.length)]
}

/** Which nodes a role checks. */
export const checkedMenus = (nodes: readonly MenuNode[], { menus, buttons }: MenuGrants): Checked => {
  const open = new Set(menus)
  const pairs = new Set(buttons.map((one) => `${one.menuCode}.${one.buttonCode}`))
  return checkedOf(nodes, {
    own: (node) => (node.buttonCode ? pairs.has(`${node.menuCode}.${node.buttonCode}`) : open.has(node.menuCode)),
    self: (node) => node.kind === 'menu',
  })
}

/** The grants that a rights dialog's keys mean: a menu counts whether checked or half. The inverse of checkedMenus. */
export const grantsOfKeys = (keys: readonly string[]) => {
  const after = (prefix: string) => keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  return {
    menus: after('menu:'),
    buttons: after('button:').map((pair) => {
      const [menuCode = '', buttonCode = ''] = pair.split('.')
      return { menuCode, buttonCode }
    }),
  }
}

/** What of these grants `me` has not, in words (「刷卡」「刷卡·结算」); empty when he may grant them all. */
export const lackOf = (me: Me, { menus, buttons }: MenuGrants): string[] => {
  const titles = new Map(menuRows.filter((row) => !row.of).map((row) => [row.menuCode, row.title]))
  const title = (menuCode: string) => titles.get(menuCode) ?? menuCode
  const names: Record<string, string> = buttonNames
  return [
    ...menus.filter((menuCode) => !can(me, { menuCode })).map((menuCode) => `「${title(menuCode)}」`),
    ...buttons
      .filter((one) => !can(me, one))
      .map(({ menuCode, buttonCode }) => `「${title(menuCode)}·${names[buttonCode] ?? buttonCode}」`),
  ]
}

/** Grants that no row of the menu knows: a role never holds them. */
export const unknownGrants = ({ menus, buttons }: MenuGrants): string[] => {
  const rows = new Map(menuRows.filter((row) => !row.of && !row.public).map((row) => [row.menuCode, row]))
  return [
    ...menus.filter((menuCode) => !rows.has(menuCode)),
    ...buttons
      .filter(({ menuCode, buttonCode }) => !rows.get(menuCode)?.buttons?.some((one) => one === buttonCode))
      .map(({ menuCode, buttonCode }) => `${menuCode}.${buttonCode}`),
  ]
}
