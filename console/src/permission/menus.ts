import type { MenuNode } from '@yibao/shared/menu-tree.ts'
import type { CheckNode } from '../kit/index.ts'

interface Keys {
  checkedKeys: readonly string[]
  halfCheckedKeys: readonly string[]
}

/**
 * The menu tree to tick. A page with buttons becomes a branch whose first leaf opens it: a page may be opened without
 * one of its buttons, which a branch alone cannot say.
 */
export const menuNodes = (nodes: readonly MenuNode[]): CheckNode[] =>
  nodes.map(({ key, title, kind, menuCode, children }) => {
    if (!children.length) return { key, title, words: menuCode }
    const below = menuNodes(children)
    return kind === 'menu'
      ? { key: `page:${menuCode}`, title, words: menuCode, children: [{ key, title: '打开页面' }, ...below] }
      : { key, title, children: below }
  })

/** Ticks that a role's keys mean in that tree. */
export const ticksOf = ({ checkedKeys, halfCheckedKeys }: Keys): string[] => {
  const leaf = (key: string) => key.startsWith('menu:') || key.startsWith('button:')
  return [...checkedKeys, ...halfCheckedKeys].filter(leaf)
}
/** Keys to grant: a button is of no use without its page. */
export const keysOf = (ticks: readonly string[]): string[] => {
  const pages = ticks.flatMap((key) => /^button:(.+)\.\w+$/.exec(key)?.[1] ?? []).map((code) => `menu:${code}`)
  return [...new Set([...ticks.filter((key) => !key.startsWith('page:')), ...pages])]
}
