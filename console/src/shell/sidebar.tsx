import { rxWaiting } from '@yibao/shared/calls/prescription-waiting.ts'
import { productTitle } from '@yibao/shared/menu.ts'
import { sidebarRows } from '@yibao/shared/permission.ts'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { go } from '../state/go.ts'
import { useLayout } from '../state/layout.ts'
import type { SessionMe } from '../state/me.ts'
import { hrefOf } from '../state/place.ts'
import { closeOnMobile, toggleSidebar, useShell } from '../state/shell.ts'
import { useTabs } from '../state/tab-store.ts'
import { menuIcons, OtherIcon } from './icons.ts'
import styles from './sidebar.module.css'
import { untilRead } from './until-read.ts'

const RxBadge = lazy(() => untilRead(async () => (await import('./rx-badge.tsx')).default))
/** The page whose waiting ones are counted. */
const waitingPage = rxWaiting.waiting.menu

/** Sections with their pages; a page without a section stands alone. */
const treeOf = (me: SessionMe) => {
  const rows = sidebarRows(me)
  return rows
    .filter((row) => !row.section)
    .map((row) => ({ row, children: rows.filter((child) => child.section === row.name) }))
}

const useActive = () => useTabs((state) => state.tabs.find((tab) => tab.id === state.active))

/** The menu of the pages a person may open (SPEC 2), with the active one's section open. */
export const Sidebar = ({ me }: { me: SessionMe }) => {
  const tree = useMemo(() => treeOf(me), [me])
  const opened = useShell((state) => state.sidebarOpened)
  const active = useActive()
  const logo = useLayout((state) => state.sidebarLogo)
  // The section of the active page is open unless the person closed it.
  const [folded, setFolded] = useState<Record<string, boolean>>({})
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    // A menu that was away, as on a phone, has its lines only when it is there.
  }, [active?.path, opened])

  const link = (path: string, title: string, inner: React.ReactNode) => (
    <a
      key={path}
      href={hrefOf(path)}
      className={styles.item}
      aria-current={active?.path === path ? 'page' : undefined}
      title={opened ? undefined : title}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return
        event.preventDefault()
        // The page that is open already changes no route.
        closeOnMobile()
        go(path)
      }}
    >
      {inner}
    </a>
  )

  return (
    <nav className={styles.sidebar} aria-label="菜单">
      {logo && (
        <div className={styles.logo}>
          <span className={styles.cross} aria-hidden="true">
            +
          </span>
          <span className={styles.word}>{productTitle}</span>
        </div>
      )}
      <div className={styles.menu} ref={menu}>
        {tree.map(({ row, children }) => {
          const Icon = menuIcons[row.icon ?? ''] ?? OtherIcon
          const face = (
            <>
              <Icon />
              <span className={styles.word}>{row.title}</span>
            </>
          )
          if (!children.length) return link(row.path, row.title, face)
          const isOpen = opened && !(folded[row.name] ?? false)
          return (
            <div key={row.name}>
              <button
                type="button"
                className={styles.item}
                aria-expanded={isOpen}
                title={opened ? undefined : row.title}
                data-active={children.some((child) => child.path === active?.path) || undefined}
                onClick={() => {
                  if (!opened) toggleSidebar()
                  setFolded({ ...folded, [row.name]: opened && isOpen })
                }}
              >
                {face}
                <span className={styles.caret} aria-hidden="true" />
              </button>
              {isOpen && (
                <div className={styles.children}>
                  {children.map((child) =>
                    link(
                      child.path,
                      child.title,
                      <>
                        {child.title}
                        {child.name === waitingPage && (
                          <Suspense>
                            <RxBadge />
                          </Suspense>
                        )}
                      </>,
                    ),
                  )}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </nav>
  )
}
