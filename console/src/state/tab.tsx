import { createContext, type SetStateAction, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { go } from './go.ts'
import { changeTab, setSlice, useTabs } from './tab-store.ts'
import { addressOf, type Tab } from './tabs.ts'

/** The tab a page lives in. Set once per opened tab, so that navigation re-renders no hidden page (console 0.4). */
export const TabContext = createContext<Tab | null>(null)

interface PageTab {
  id: string
  path: string
  /** Path parts; no route of SPEC 2 has one, so always empty today. */
  params: Record<string, string>
  query: Record<string, string>
  title: string
  setTitle: (title: string) => void
  /** Marks unsaved input: the tab asks before it closes and is never evicted. */
  dirty: (on: boolean) => void
}

const none: Record<string, string> = {}

/** Address and title of the page's own tab; pages use this and go(), never react-router's hooks. */
export const useTab = (): PageTab => {
  const tab = useContext(TabContext)
  if (!tab) throw new Error('useTab outside of a tab')
  return useMemo(
    () => ({
      id: tab.id,
      path: tab.path,
      params: none,
      query: tab.query,
      title: tab.title,
      setTitle: (title) => changeTab(tab.id, { title }),
      dirty: (on) => {
        if (useTabs.getState().tabs.find((one) => one.id === tab.id)?.dirty !== on) changeTab(tab.id, { dirty: on })
      },
    }),
    [tab],
  )
}

/** useState that survives eviction of the tab and F5. Never for a person's data: it is stored in the browser. */
export const useTabState = <T,>(name: string, initial: T | (() => T)): [T, (next: SetStateAction<T>) => void] => {
  const { id } = useTab()
  const [first] = useState(initial)
  const value = useTabs((state) => (state.slices[id]?.[name] ?? first) as T)
  const set = useCallback(
    (next: SetStateAction<T>) => {
      const now = (useTabs.getState().slices[id]?.[name] ?? first) as T
      setSlice(id, name, next instanceof Function ? next(now) : next)
    },
    [id, name, first],
  )
  return [value, set]
}

/** What the page shows of itself in the address, and how it changes that (list/view.ts). */
export const useTabView = (): [Record<string, string>, (view: Record<string, string>) => void] => {
  const { id } = useTab()
  const view = useTabs((state) => state.tabs.find((tab) => tab.id === id)?.view ?? none)
  const set = useCallback(
    (next: Record<string, string>) => {
      changeTab(id, { view: next })
      if (useTabs.getState().active === id) go(addressOf({ id, view: next }), { replace: true })
    },
    [id],
  )
  return [view, set]
}

/**
 * What a dialog holds is part of its tab: as long as something is typed in it, the tab asks before it goes. Answers what
 * says so, and takes it back to what the page itself had said. Outside of a tab (account menu, first day) there is none.
 */
export const useUnsaved = (): ((on: boolean) => void) => {
  const tab = useContext(TabContext)
  const before = useRef<boolean | undefined>(undefined)
  return useCallback(
    (on) => {
      const now = useTabs.getState().tabs.find((one) => one.id === tab?.id)
      if (!now || on === (before.current !== undefined)) return
      changeTab(now.id, { dirty: on || before.current === true })
      before.current = on ? now.dirty : undefined
    },
    [tab],
  )
}
