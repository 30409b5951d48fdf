import { buttonNames } from '@yibao/shared/button-names.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import type { MenuGrants } from '@yibao/shared/menu-tree.ts'

/** What a role has and another one has not, in the order of the menu: a page's title, or page · button. */
export const onlyIn = (one: MenuGrants, other: MenuGrants): string[] => {
  const has = ({ menus, buttons }: MenuGrants, menuCode: string, buttonCode?: string) =>
    buttonCode
      ? buttons.some((pair) => pair.menuCode === menuCode && pair.buttonCode === buttonCode)
      : menus.includes(menuCode)
  const differs = (menuCode: string, buttonCode?: string) =>
    has(one, menuCode, buttonCode) && !has(other, menuCode, buttonCode)
  return menuRows
    .filter((row) => !row.of)
    .flatMap(({ menuCode, title, buttons = [] }) => [
      ...(differs(menuCode) ? [title] : []),
      ...buttons.filter((code) => differs(menuCode, code)).map((code) => `${title} · ${buttonNames[code]}`),
    ])
}
