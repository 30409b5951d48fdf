import { useQueryClient } from '@tanstack/react-query'
import { Activity, memo, Suspense, useEffect } from 'react'
import { startNavigating } from '../../state/shell.ts'
import { TabContext } from '../../state/tab.tsx'
import { useTabs } from '../../state/tab-store.ts'
import { liveIds, type Tab } from '../../state/tabs.ts'
import { Boundary } from '../boundary.tsx'
import { pageOf } from '../pages.ts'
import { renewTab } from './tab-actions.ts'
import styles from './tab-host.module.css'

const PageLoading = () => {
  useEffect(() => startNavigating(), [])
  return <div className={styles.pageLoading} aria-busy="true" />
}

// Equal as long as the page would look the same: navigation changes `used`, and must re-render nothing (console 0.4).
const sameTab = (a: { tab: Tab }, b: { tab: Tab }) =>
  a.tab.id === b.tab.id && a.tab.version === b.tab.version && a.tab.title === b.tab.title

const TabPage = memo(({ tab }: { tab: Tab }) => {
  const Page = pageOf(tab.path)
  const client = useQueryClient()
  const retry = () => {
    // What the page broke on may be a kept answer: the next attempt asks anew.
    void client.resetQueries()
    renewTab(tab.id)
  }
  return (
    <TabContext value={tab}>
      <Boundary page={tab.path} onRetry={retry}>
        <Suspense fallback={<PageLoading />}>{Page && <Page />}</Suspense>
      </Boundary>
    </TabContext>
  )
}, sameTab)

/**
 * The mounted pages: the active one visible, the others kept by Activity with their effects torn down. Each is headed by
 * its title, which its tab shows already: a page's own headings begin with h2. Flows, which also stand alone, say it again.
 */
export const TabHost = ({ hidden }: { hidden: boolean }) => {
  const state = useTabs()
  const live = liveIds(state)
  return state.tabs
    .filter((tab) => live.has(tab.id))
    .map((tab) => (
      <Activity key={`${tab.id}#${tab.version}`} mode={tab.id === state.active && !hidden ? 'visible' : 'hidden'}>
        <div className={styles.page} role="tabpanel" aria-label={tab.title}>
          <h1 className="unseen">{tab.title}</h1>
          <TabPage tab={tab} />
        </div>
      </Activity>
    ))
}
