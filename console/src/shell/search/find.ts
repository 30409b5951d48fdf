import { menuRows, rowOfName } from '@yibao/shared/menu.ts'
import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { sidebarRows } from '@yibao/shared/permission.ts'
import { go } from '../../state/go.ts'
import type { SessionMe } from '../../state/me.ts'
import { accountItems, shellActions } from '../account/items.ts'

/** Something the search leads to: a page of the menu, or an action. */
export interface Found {
  key: string
  title: string
  /** Section of a page, 操作 for an action, what a record is. */
  kind: string
  /** What tells a record from another of its name. */
  more?: string
  /** All it is found by. */
  words: string
  run: () => void
}

const most = 8

/** Pages that are not his: found all the same, they say why (/401). */
const missing = (shown: readonly MenuRow[], initials: Record<string, string>): Found[] =>
  menuRows
    .filter((row) => row.section && !row.hidden && !shown.includes(row))
    .map(({ name, title, path }) => ({
      key: name,
      title,
      kind: '没有权限',
      words: `${title}${path} ${initials[name] ?? ''}`,
      run: () => go(path),
    }))

/** Everything this person can find. `initials`: pinyin initials of the pages' titles by row name. */
export const findable = (me: SessionMe, initials: Record<string, string>): Found[] => {
  const shown = sidebarRows(me)
  return [
    ...shown
      .filter((row) => row.section || row.affix)
      .map(({ name, title, section, path }) => {
        const kind = rowOfName(section ?? '')?.title ?? ''
        return { key: name, title, kind, words: `${title}${kind}${path} ${initials[name] ?? ''}`, run: () => go(path) }
      }),
    ...[...accountItems(me), ...shellActions].map(({ key, label, initials: letters, run }) => ({
      key,
      title: label,
      kind: '操作',
      words: `${label} ${letters}`,
      run,
    })),
    ...missing(shown, initials),
  ]
}

/** At most eight that contain the words, pages before actions. */
export const find = (all: readonly Found[], text: string): Found[] => {
  const words = text.trim().toLowerCase()
  return words ? all.filter((one) => one.words.toLowerCase().includes(words)).slice(0, most) : []
}
