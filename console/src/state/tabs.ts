import { canonical, rowOfName, rowOfPath } from '@yibao/shared/menu.ts'
import { can, type Me } from '@yibao/shared/permission.ts'

/** One tab. Plain data: the whole list is stored and restored after F5. */
export interface Tab {
  /** Canonical path with its query: the same page with other parameters is another tab. */
  id: string
  path: string
  query: Record<string, string>
  /** What the page shows of itself in the address (filters, page, sort): not part of the id. */
  view: Record<string, string>
  /** Row name; finds page, title and permission. */
  name: string
  title: string
  pinned: boolean
  noCache: boolean
  dirty: boolean
  /** Counts up with each refresh; part of the React key. */
  version: number
  /** When it was last active, in clicks; 0 = restored and not opened yet. */
  used: number
}

export interface TabsState {
  tabs: Tab[]
  active: string
  clock: number
  /** Per tab and key: filters, page, drafts; survives eviction and F5, dies with the tab. */
  slices: Record<string, Record<string, unknown>>
  /** Addresses of closed tabs, the latest last. */
  closed: string[]
}

/** How many closed tabs can be opened again. */
const remembered = 10

/** Tabs whose page stays mounted (console 0.4: 12 live tabs hold about 50 MB). */
export const liveTabs = 12

export const homeId = '/dashboard'

/** Whether a page, by its row's name, is one that the shell steps back for (ux 2.1). */
export const isCounter = (name: string): boolean => {
  const row = rowOfName(name)
  return row !== undefined && canonical(row).counter === true
}

/** Whether a person may still have this tab open. */
export const mayKeep = (me: Me, tab: Pick<Tab, 'name' | 'pinned'>): boolean =>
  tab.pinned || can(me, { menuCode: canonical(rowOfName(tab.name)!).menuCode })

/** Begins the names of parameters that belong to a page's view. */
export const viewPrefix = 'f.'

type Parameters = Record<string, string>

const pick = (query: Parameters, keep: (key: string) => boolean): Parameters =>
  Object.fromEntries(Object.entries(query).filter(([key]) => keep(key)))
const ofView = (query: Parameters) => pick(query, (key) => key.startsWith(viewPrefix))
const ofTab = (query: Parameters) => pick(query, (key) => !key.startsWith(viewPrefix))

const makeTab = (path: string, query: Parameters, clock: number): Tab | undefined => {
  const row = rowOfPath(path)
  if (!row) return
  const main = canonical(row)
  return {
    id: idOf(path, query),
    path: main.path,
    query: ofTab(query),
    view: ofView(query),
    name: main.name,
    title: main.title,
    pinned: main.affix ?? false,
    noCache: main.noCache ?? false,
    dirty: false,
    version: 0,
    used: clock,
  }
}

/** Tab id of an address: an alias has the id of its canonical page (DESIGN 9). */
export const idOf = (path: string, query: Parameters = {}): string => {
  const row = rowOfPath(path)
  const search = new URLSearchParams(Object.entries(ofTab(query)).sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  return (row ? canonical(row).path : path) + (search ? `?${search}` : '')
}

/** Address of a tab with its page's view: what the address bar shows and a person may send to another. */
export const addressOf = ({ id, view }: Pick<Tab, 'id' | 'view'>): string => {
  const search = new URLSearchParams(view).toString()
  return search ? `${id}${id.includes('?') ? '&' : '?'}${search}` : id
}

/** The home page alone. */
export const emptyTabs = (): TabsState => ({
  tabs: [makeTab(homeId, {}, 0)!],
  active: homeId,
  clock: 0,
  slices: {},
  closed: [],
})

/** Shows the tab of an address, opening it when needed. */
export const openTab = (state: TabsState, path: string, query: Parameters): TabsState => {
  const clock = state.clock + 1
  const id = idOf(path, query)
  const view = ofView(query)
  const shown = (tab: Tab) => (Object.keys(view).length ? view : tab.view)
  const known = state.tabs.find((tab) => tab.id === id)
  const added = known ? undefined : makeTab(path, query, clock)
  if (!known && !added) return state
  const tabs = known
    ? state.tabs.map((tab) => (tab.id === id ? { ...tab, used: clock, view: shown(tab) } : tab))
    : [...state.tabs, added!]
  return { ...state, tabs, active: id, clock }
}

const keepTabs = (state: TabsState, keep: (tab: Tab) => boolean): TabsState => {
  const tabs = state.tabs.filter((tab) => tab.pinned || keep(tab))
  const ids = new Set(tabs.map((tab) => tab.id))
  // Closing the active tab moves to the last remaining tab, or home (SPEC 2).
  const closed = state.tabs.filter((tab) => !ids.has(tab.id)).map(addressOf)
  const active = ids.has(state.active) ? state.active : (tabs.at(-1)?.id ?? homeId)
  return {
    ...state,
    tabs,
    active,
    closed: [...state.closed.filter((address) => !closed.includes(address)), ...closed].slice(-remembered),
    slices: Object.fromEntries(Object.entries(state.slices).filter(([id]) => ids.has(id))),
  }
}

/** Without that one; the last that is left comes to its front, or home (SPEC 2). */
export const closeTab = (state: TabsState, id: string): TabsState => keepTabs(state, (tab) => tab.id !== id)

/** This one stays in front, beside what cannot be closed. */
export const closeOthers = (state: TabsState, id: string): TabsState => {
  const left = keepTabs(state, (tab) => tab.id === id)
  return { ...left, active: id }
}

/** Takes the address of the tab that was closed last; undefined when there is none. */
export const takeClosed = (state: TabsState): [TabsState, string | undefined] => [
  { ...state, closed: state.closed.slice(0, -1) },
  state.closed.at(-1),
]

/** Only what cannot be closed stays. */
export const closeAll = (state: TabsState): TabsState => keepTabs(state, () => false)

/** A fresh page under the same tab: its saved state goes too. */
export const refreshTab = (state: TabsState, id: string): TabsState => {
  const { [id]: _dropped, ...slices } = state.slices
  return {
    ...state,
    slices,
    tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, dirty: false, view: {}, version: tab.version + 1 } : tab)),
  }
}

/** The same tabs, one of them changed. */
export const changeTab = (
  state: TabsState,
  id: string,
  change: Partial<Pick<Tab, 'title' | 'dirty' | 'view'>>,
): TabsState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)),
})

/** Ids of the mounted pages: the active one, dirty ones, then the latest used up to `liveTabs`; noCache only when active. */
export const liveIds = ({ tabs, active }: TabsState): Set<string> => {
  const rank = (tab: Tab) => (tab.id === active ? 2 : tab.dirty ? 1 : 0)
  const candidates = tabs
    .filter((tab) => tab.id === active || (tab.used > 0 && !tab.noCache))
    .sort((a, b) => rank(b) - rank(a) || b.used - a.used)
  return new Set(candidates.filter((tab, i) => i < liveTabs || rank(tab) > 0).map((tab) => tab.id))
}

/** A stored list, made safe: unknown pages dropped, nothing live but what is opened next, home always there. */
export const restoreTabs = (stored: unknown): TabsState => {
  const empty = emptyTabs()
  if (typeof stored !== 'object' || stored === null || !('tabs' in stored) || !Array.isArray(stored.tabs)) return empty
  const { tabs, slices } = stored as TabsState
  const known = tabs.filter((tab) => {
    const row = rowOfName(tab?.name)
    return row !== undefined && tab.id !== homeId
  })
  return {
    ...empty,
    tabs: [...empty.tabs, ...known.map((tab) => ({ ...tab, view: tab.view ?? {}, dirty: false, version: 0, used: 0 }))],
    slices: slices ?? {},
  }
}
