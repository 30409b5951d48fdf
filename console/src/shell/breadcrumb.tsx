import { rowOfName } from '@yibao/shared/menu.ts'
import { useTabs } from '../state/tab-store.ts'
import styles from './breadcrumb.module.css'

/** Section and page of the active tab, or what is shown in its place. */
export const Breadcrumb = ({ instead }: { instead: string | undefined }) => {
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.active))
  const row = rowOfName(tab?.name ?? '')
  const title = instead ?? tab?.title
  if (!title) return null
  const section = !instead && row?.section ? rowOfName(row.section)?.title : undefined
  return (
    <nav className={styles.breadcrumb} aria-label="位置">
      {section && <span>{section}</span>}
      <span aria-current="page">{title}</span>
    </nav>
  )
}
