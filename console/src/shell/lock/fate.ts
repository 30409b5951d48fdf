import { rowOfName } from '@yibao/shared/menu.ts'
import { isCounter, type Tab } from '../../state/tabs.ts'

type Page = Pick<Tab, 'name' | 'title'>

/** Titles of pages as the menu has them: a tab may be named after a customer. */
export const titlesOf = (tabs: readonly Page[]): string =>
  [...new Set(tabs.map(({ name, title }) => rowOfName(name)?.title ?? title))].join('」「')

/** Whether nothing of what these tabs hold is lost with the session: what was being sold waits on this PC (counter/world/drafts.ts). */
export const isKept = (tabs: readonly Page[]): boolean => tabs.every(({ name }) => isCounter(name))

/** What becomes of what these tabs hold where somebody else logs in. */
export const fateOf = (tabs: readonly Page[]): string => {
  const lost = tabs.filter(({ name }) => !isCounter(name))
  if (lost.length === tabs.length) return '换人登录后这些内容不再保留。'
  const rest = lost.length ? `「${titlesOf(lost)}」的内容不再保留。` : ''
  return `收银的明细留在本机，原操作员再次登录后可以继续。${rest}`
}
