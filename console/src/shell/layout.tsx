import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { greetHost } from '../agent/erp-host.ts'
import { startAgent } from '../agent/start.ts'
import { loadMedicalUi, useMedicalUi } from '../session/caches.ts'
import { useLayout } from '../state/layout.ts'
import { useMe } from '../state/me.ts'
import { inFrame } from '../state/place.ts'
import { watchUnsaved } from '../state/reload.ts'
import { closeOnMobile, setCounter, useShell, watchDevice } from '../state/shell.ts'
import { keepTabs, useTabs } from '../state/tab-store.ts'
import { isCounter, mayKeep } from '../state/tabs.ts'
import { AreaGate, lacksArea } from './area/area-gate.tsx'
import { useAreaDialog } from './area/area-store.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { followElsewhere } from './elsewhere.ts'
import { FrameBar } from './frame-bar.tsx'
import { useShellKeys } from './key-sheet.tsx'
import styles from './layout.module.css'
import { followLive } from './live/follow-live.ts'
import { Navbar } from './navbar.tsx'
import { NewVersionBar } from './new-version.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { followRights } from './rights.ts'
import './tones.css'
import { Sidebar } from './sidebar.tsx'
import { SkipToPage } from './skip.tsx'
import { TabBar } from './tabs/tab-bar.tsx'
import { TabHost } from './tabs/tab-host.tsx'
import { useTabScroll } from './tabs/tab-scroll.ts'
import { untilRead } from './until-read.ts'
import { ViewBanner } from './view-banner-late.tsx'

const Watermark = lazy(() => untilRead(async () => (await import('./watermark/watermark.tsx')).Watermark))

const Progress = () => {
  const busy = useShell((state) => state.navigating > 0)
  return busy ? <div className={styles.progress} role="progressbar" aria-label="正在打开页面" /> : null
}

// What is read for the first time: a list that is read again keeps what it shows.
const first = (query: Query) => query.state.status === 'pending'

/** The pages' room; says of itself while a page or its first answers are still on their way. */
const Content = ({ children }: { children: ReactNode }) => {
  const opening = useShell((state) => state.navigating > 0)
  const reading = useIsFetching({ predicate: first }) > 0
  return (
    <main className={styles.content} aria-busy={opening || reading}>
      {children}
    </main>
  )
}

const unsaved = () => useTabs.getState().tabs.some((tab) => tab.dirty)

// Unsaved input in any tab: the browser asks before the window closes, and nothing closes it by itself.
const useLeaveQuestion = () =>
  useEffect(() => {
    watchUnsaved(unsaved)
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

// The counter needs the width of the sidebar and the height of the breadcrumb (ux 2.1).
const useCounterMode = (): boolean => {
  const name = useTabs((state) => state.tabs.find((tab) => tab.id === state.active)?.name ?? '')
  const counter = isCounter(name)
  useLayoutEffect(() => setCounter(counter), [counter])
  return counter
}

interface Props {
  /** Replaces the pages for /404 and /401. */
  outcome?: ReactNode
  /** What that is called. */
  title?: string
}

/** The frame around the pages. In an ERP frame only the page is left, and on the counter its lights. */
export const Layout = ({ outcome = null, title }: Props) => {
  const me = useMe((state) => state.me)!
  const { sidebarOpened, withoutAnimation, device } = useShell()
  const framed = inFrame()
  const counter = useCounterMode() && outcome === null
  const { medicalAreaCode, storeId } = me.user
  const { tagsView, fixedHeader } = useLayout()
  const { none } = useAreaDialog()
  const marked = useMedicalUi(({ ui }) => ui?.watermark)
  const flowing = !fixedHeader && !framed && !counter
  const scroll = useTabScroll(flowing)

  useEffect(watchDevice, [])
  const client = useQueryClient()
  const { guest } = me.user
  const viewing = Boolean(me.user.viewing)
  // A guest has no agent: leading its line would keep it from the operator in the window beside.
  useEffect(() => (guest ? undefined : startAgent()), [guest])
  useEffect(() => (guest || viewing ? undefined : followLive(client)), [client, guest, viewing])
  useEffect(followRights, [])
  useEffect(followElsewhere, [])
  useLeaveQuestion()
  useShellKeys()
  useEffect(() => {
    keepTabs((tab) => mayKeep(me, tab))
  }, [me])
  useEffect(() => (framed ? greetHost() : undefined), [framed])
  useEffect(() => {
    // Pages fall back to the last settings; a refusal here is no reason to stop.
    loadMedicalUi(medicalAreaCode, storeId).catch(() => undefined)
  }, [medicalAreaCode, storeId])

  const ways = [
    framed && 'framed',
    counter && 'counter',
    !sidebarOpened && 'collapsed',
    device === 'mobile' && 'mobile',
    flowing && 'flowing',
  ]
  return (
    <div
      className={styles.shell}
      data-shell={ways.filter(Boolean).join(' ')}
      data-still={withoutAnimation || undefined}
    >
      <Progress />
      {!framed && <SkipToPage />}
      {!framed && <Sidebar me={me} />}
      {!framed && device === 'mobile' && sidebarOpened && (
        <button type="button" className={styles.mask} aria-label="关闭菜单" onClick={closeOnMobile} />
      )}
      <div className={styles.main} {...scroll}>
        {viewing && <ViewBanner counter={counter} />}
        {!framed && <Navbar me={me} />}
        {framed && counter && <FrameBar me={me} />}
        {!framed && tagsView && <TabBar />}
        {!framed && !counter && <Breadcrumb instead={outcome === null ? undefined : title} />}
        {!counter && <OfflineBanner />}
        {!counter && <NewVersionBar />}
        <Content>
          {outcome}
          {(none || !lacksArea(me)) && <TabHost hidden={outcome !== null} />}
        </Content>
      </div>
      <AreaGate me={me} />
      <Suspense fallback={null}>{marked && <Watermark me={me} />}</Suspense>
    </div>
  )
}
