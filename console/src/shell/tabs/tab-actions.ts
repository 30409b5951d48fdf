import { mayDrop } from '../../session/leaving.ts'
import { go } from '../../state/go.ts'
import * as store from '../../state/tab-store.ts'
import { addressOf, type Tab } from '../../state/tabs.ts'

const closing = async (pick: (tab: Tab) => boolean, close: () => void): Promise<void> => {
  const { tabs, active } = store.useTabs.getState()
  if (!(await mayDrop(tabs.filter(pick)))) return
  close()
  const { active: now, tabs: left } = store.useTabs.getState()
  const shown = left.find((tab) => tab.id === now)
  if (shown && now !== active) go(addressOf(shown))
}

/** Closes one tab, unless a person keeps what it has not saved; the address follows to the tab shown then. */
export const closeTab = (id: string) =>
  closing(
    (tab) => tab.id === id,
    () => store.closeTab(id),
  )
/** The same for all tabs that may be closed. */
export const closeAll = () => closing(() => true, store.closeAll)
/** The same for all tabs but this one. */
export const closeOthers = (id: string) =>
  closing(
    (tab) => tab.id !== id,
    () => store.closeOthers(id),
  )

/** Opens a tab's page anew, without what it was asked to show: the address says so too. */
export const renewTab = (id: string): void => {
  const { tabs, active } = store.useTabs.getState()
  const viewed = tabs.some((tab) => tab.id === id && Object.keys(tab.view).length)
  store.refreshTab(id)
  if (viewed && id === active) go(id, { replace: true })
}

/** renewTab, after what is unsaved in it was asked about. */
export const refreshTab = async (id: string): Promise<void> => {
  const tabs = store.useTabs.getState().tabs.filter((tab) => tab.id === id)
  if (await mayDrop(tabs, { tips: '刷新后这些内容不再保留。', okText: '放弃并刷新' })) renewTab(id)
}

/** Opens the tab again that was closed last, with its filters. */
export const reopenTab = (): void => {
  const address = store.takeClosed()
  if (address) go(address)
}

/** Goes to the tab beside the active one, round the ends. */
export const stepTab = (by: 1 | -1): void => {
  const { tabs, active } = store.useTabs.getState()
  const at = tabs.findIndex((tab) => tab.id === active)
  const next = tabs[(at + by + tabs.length) % tabs.length]
  if (next) go(addressOf(next))
}
