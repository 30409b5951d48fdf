import { create } from 'zustand'
import * as tabs from './tabs.ts'

const key = 'yibao.tabs'

const load = (): tabs.TabsState => {
  try {
    return tabs.restoreTabs(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return tabs.emptyTabs()
  }
}

/** The open tabs of this window. */
export const useTabs = create<tabs.TabsState>(load)

let saving: ReturnType<typeof setTimeout> | undefined
const save = () => {
  saving = undefined
  try {
    const { tabs: list, active, clock, slices } = useTabs.getState()
    sessionStorage.setItem(key, JSON.stringify({ tabs: list, active, clock, slices }))
  } catch {
    // Full or forbidden storage: tabs then do not survive F5, which is no reason to stop working.
  }
}
useTabs.subscribe(() => {
  if (saving === undefined) saving = setTimeout(save, 200)
})
if (typeof addEventListener === 'function') addEventListener('pagehide', save)

/** Drops tabs that the person may not open any more (another user, changed roles). */
export const keepTabs = (allowed: (tab: tabs.Tab) => boolean) =>
  useTabs.setState((s) => ({ tabs: s.tabs.filter((tab) => tab.pinned || allowed(tab)) }))

const change = (step: (state: tabs.TabsState) => tabs.TabsState) => useTabs.setState(step)

export const openTab = (path: string, query: Record<string, string>) => change((s) => tabs.openTab(s, path, query))
export const closeTab = (id: string) => change((s) => tabs.closeTab(s, id))
export const closeOthers = (id: string) => change((s) => tabs.closeOthers(s, id))
export const closeAll = () => change(tabs.closeAll)
/** Address of the tab that was closed last, which is then forgotten. */
export const takeClosed = (): string | undefined => {
  const [next, address] = tabs.takeClosed(useTabs.getState())
  useTabs.setState(next)
  return address
}
export const refreshTab = (id: string) => change((s) => tabs.refreshTab(s, id))
export const changeTab = (id: string, part: Parameters<typeof tabs.changeTab>[2]) =>
  change((s) => tabs.changeTab(s, id, part))

/** Forgets every tab and what they held: logout and area switch. */
export const dropTabs = () => {
  useTabs.setState(tabs.emptyTabs())
  save()
}

export const setSlice = (id: string, name: string, value: unknown) =>
  change((s) => ({ ...s, slices: { ...s.slices, [id]: { ...s.slices[id], [name]: value } } }))
