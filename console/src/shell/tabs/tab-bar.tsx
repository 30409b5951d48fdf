import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { go } from '../../state/go.ts'
import { useShell } from '../../state/shell.ts'
import { useTabs } from '../../state/tab-store.ts'
import { addressOf, type Tab } from '../../state/tabs.ts'
import { Popup } from '../popup.tsx'
import { closeAll, closeOthers, closeTab, refreshTab, reopenTab } from './tab-actions.ts'
import styles from './tabs.module.css'

const middleButton = 1

interface Menu {
  tab: Tab
  x: number
  y: number
}

const itemsOf = ({ tab }: Menu) => [
  { key: 'refresh', label: '刷新', run: () => void refreshTab(tab.id) },
  { key: 'close', label: '关闭', disabled: tab.pinned, run: () => void closeTab(tab.id) },
  { key: 'others', label: '关闭其他', run: () => void closeOthers(tab.id) },
  { key: 'all', label: '关闭全部', run: () => void closeAll() },
  { key: 'reopen', label: '重新打开关闭的页面', disabled: !useTabs.getState().closed.length, run: reopenTab },
]

/** Where a key leads from the n-th of `count` tabs; round the ends. */
const steps: Record<string, (n: number, count: number) => number> = {
  ArrowLeft: (n, count) => (n + count - 1) % count,
  ArrowRight: (n, count) => (n + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

// Only the focus goes along: a page that opened on the way would take it, as the counter does.
const onKey = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  event.preventDefault()
  all[step(all.indexOf(event.target as HTMLElement), all.length)]?.focus()
}

/** Visited pages (SPEC 2): click goes, middle click or X closes unless pinned, right click opens the menu. One stop of the keyboard. */
export const TabBar = () => {
  const { tabs, active } = useTabs()
  const device = useShell((state) => state.device)
  const [menu, setMenu] = useState<Menu | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setMenu(null), [])

  useEffect(() => {
    if (!active) return
    bar.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // A window that became narrower shows fewer of them.
  }, [active, device])

  // Where the keyboard stops: at the tab it is on, at first at the one that is shown.
  const [focused, setFocused] = useState('')
  const stop = (tabs.find(({ id }) => id === focused) ?? tabs.find(({ id }) => id === active) ?? tabs[0])?.id

  // What had the focus may have gone with a page: the scan box that is shown now takes it, else its tab, as tabs do. Of a
  // page behind nothing can.
  const count = useRef(tabs.length)
  useEffect(() => {
    if (tabs.length < count.current)
      for (const next of ['main [data-scan-box]', '[role=tablist] [aria-selected=true]'])
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
    count.current = tabs.length
  }, [tabs.length])

  /** The whole tab's, its X included. */
  const mouse = (tab: Tab) => ({
    onAuxClick: (event: MouseEvent) => {
      if (event.button !== middleButton || tab.pinned) return
      event.preventDefault()
      void closeTab(tab.id)
    },
    // Without this Windows starts its scroll mode on a middle press.
    onMouseDown: (event: MouseEvent) => {
      if (event.button === middleButton) event.preventDefault()
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      setMenu({ tab, x: event.clientX, y: event.clientY })
    },
  })

  return (
    <nav aria-label="已打开的页面">
      <div
        className={styles.tabs}
        role="tablist"
        aria-label="已打开的页面"
        ref={bar}
        onKeyDown={onKey}
        onBlur={() => setFocused('')}
        // A mouse's wheel turns one way only, and the bar shows nothing to drag.
        onWheel={({ currentTarget, deltaY }) => currentTarget.scrollBy(deltaY, 0)}
      >
        {tabs.map((tab) => (
          <div key={tab.id} className={styles.tab} data-active={tab.id === active || undefined}>
            <button
              type="button"
              role="tab"
              aria-selected={tab.id === active}
              tabIndex={tab.id === stop ? 0 : -1}
              onFocus={() => setFocused(tab.id)}
              onClick={() => go(addressOf(tab))}
              onKeyDown={(event) => event.key === 'Delete' && !event.repeat && !tab.pinned && void closeTab(tab.id)}
              {...mouse(tab)}
            >
              {tab.dirty && <span title="有未保存的内容">● </span>}
              {tab.title}
            </button>
            {!tab.pinned && (
              // A tab list may hold tabs only: the X is for the mouse, the keyboard closes a tab with Delete.
              <button
                type="button"
                className={styles.x}
                aria-hidden="true"
                tabIndex={-1}
                title={`关闭${tab.title}`}
                {...mouse(tab)}
                onClick={() => void closeTab(tab.id)}
              >
                ×
              </button>
            )}
          </div>
        ))}
      </div>
      {menu && <Popup x={menu.x} y={menu.y} label="页签操作" items={itemsOf(menu)} onClose={close} />}
    </nav>
  )
}
