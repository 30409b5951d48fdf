import { rowOfName } from '@yibao/shared/menu.ts'
import { useTabs } from '../state/tab-store.ts'
import styles from './shell.module.css'

/** Section and page of the active tab. */
export const Breadcrumb = () => {
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.active))
  const row = rowOfName(tab?.name ?? '')
  if (!row || !tab) return null
  const section = row.section ? rowOfName(row.section)?.title : undefined
  return (
    <nav className={styles.breadcrumb} aria-label="位置">
      {section && <span>{section}</span>}
      <span aria-current="page">{tab.title}</span>
    </nav>
  )
}
