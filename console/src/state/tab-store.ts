import { create } from 'zustand'
import * as tabs from './tabs.ts'

const prefix = 'yibao.tabs.'

/** Whose tabs these are; '' before somebody is known: nothing is kept then. */
let scope = ''

const stored = (of: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + of) ?? 'null')
  } catch {
    return null
  }
}

/** The open tabs of this window. */
export const useTabs = create<tabs.TabsState>(tabs.emptyTabs)

let saving: ReturnType<typeof setTimeout> | undefined
const save = () => {
  clearTimeout(saving)
  saving = undefined
  if (!scope) return
  try {
    const { tabs: list, active, clock, slices } = useTabs.getState()
    sessionStorage.setItem(prefix + scope, JSON.stringify({ tabs: list, active, clock, slices }))
  } catch {
    // Full or forbidden storage: tabs then do not survive F5, which is no reason to stop working.
  }
}
useTabs.subscribe(() => {
  if (saving === undefined) saving = setTimeout(save, 200)
})
if (typeof addEventListener === 'function') addEventListener('pagehide', save)

/** Name of the tabs of a person in an area: an administrator finds an area as he left it. */
export const scopeOf = ({ userId, medicalAreaCode }: { userId: string; medicalAreaCode: string }): string =>
  `${userId}.${medicalAreaCode}`

/** Keeps the tabs of the scope before, and shows this one's. */
export const enterScope = (next: string): void => {
  if (next === scope) return
  save()
  scope = next
  useTabs.setState(tabs.restoreTabs(stored(next)))
}

/** Address of the tab that was in front when a scope was left; undefined where none is remembered. */
export const frontOf = (of: string): string | undefined => {
  const { active } = (stored(of) ?? {}) as Partial<tabs.TabsState>
  const front = tabs.restoreTabs(stored(of)).tabs.find(({ id }) => id === active)
  return front && tabs.addressOf(front)
}

/** Drops tabs that the person may not open any more (another user, changed roles). */
export const keepTabs = (allowed: (tab: tabs.Tab) => boolean) =>
  useTabs.setState((s) => ({ tabs: s.tabs.filter(allowed) }))

const change = (step: (state: tabs.TabsState) => tabs.TabsState) => useTabs.setState(step)

/** Opens a page in its tab, or brings it to the front. */
export const openTab = (path: string, query: Record<string, string>) => change((s) => tabs.openTab(s, path, query))
/** Closes one; the last that is left comes to the front, or home (SPEC 2). */
export const closeTab = (id: string) => change((s) => tabs.closeTab(s, id))
/** Closes all others that may be closed. */
export const closeOthers = (id: string) => change((s) => tabs.closeOthers(s, id))
/** Closes all that may be closed. */
export const closeAll = () => change(tabs.closeAll)
/** Address of the tab that was closed last, which is then forgotten. */
export const takeClosed = (): string | undefined => {
  const [next, address] = tabs.takeClosed(useTabs.getState())
  useTabs.setState(next)
  return address
}
/** Begins a tab's page anew. */
export const refreshTab = (id: string) => change((s) => tabs.refreshTab(s, id))
/** Changes what a tab says of itself. */
export const changeTab = (id: string, part: Parameters<typeof tabs.changeTab>[2]) =>
  change((s) => tabs.changeTab(s, id, part))

/** Forgets every tab of every area and what they held: logout. */
export const dropTabs = () => {
  // Nobody's from here on: the document that goes keeps nothing on its way out.
  scope = ''
  useTabs.setState(tabs.emptyTabs())
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // What may not be stored is not there.
  }
}

/** Closes the tabs of the present scope; other areas keep theirs. */
export const dropScope = () => {
  useTabs.setState(tabs.emptyTabs())
  save()
}

/** Keeps part of what a tab's page holds, by a name of its own. */
export const setSlice = (id: string, name: string, value: unknown) =>
  change((s) => ({ ...s, slices: { ...s.slices, [id]: { ...s.slices[id], [name]: value } } }))
