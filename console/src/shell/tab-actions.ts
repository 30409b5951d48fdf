import { ui } from '../api/ui.ts'
import { go } from '../state/go.ts'
import { mayLeave } from '../state/leaving.ts'
import * as store from '../state/tab-store.ts'
import { addressOf, type Tab } from '../state/tabs.ts'

/** Whether tabs with unsaved input may go. */
const mayClose = async (closing: Tab[]): Promise<boolean> => {
  const going = closing.filter((tab) => !tab.pinned)
  for (const { id } of going) if (!(await mayLeave(id))) return false
  // Asked by its own page, a tab may have put its work aside by now.
  const now = new Map(store.useTabs.getState().tabs.map((tab) => [tab.id, tab]))
  const dirty = going.filter(({ id }) => now.get(id)?.dirty)
  if (!dirty.length) return true
  const button = await ui().confirm({
    pubSubId: '',
    isEndPoint: false,
    action: '',
    title: `「${dirty.map((tab) => tab.title).join('」「')}」有未保存的内容`,
    tips: '关闭后这些内容不再保留。',
    routeHeaders: {},
    buttonInfos: [
      { text: '继续编辑', value: 'stay', sort: 1 },
      { text: '放弃并关闭', value: 'close', sort: 2, danger: true },
    ],
  })
  return button === 'close'
}

const closing = async (pick: (tab: Tab) => boolean, close: () => void): Promise<void> => {
  const { tabs, active } = store.useTabs.getState()
  if (!(await mayClose(tabs.filter((tab) => !tab.pinned && pick(tab))))) return
  close()
  const { active: now, tabs: left } = store.useTabs.getState()
  const shown = left.find((tab) => tab.id === now)
  if (shown && now !== active) go(addressOf(shown))
}

export const closeTab = (id: string) =>
  closing(
    (tab) => tab.id === id,
    () => store.closeTab(id),
  )
export const closeAll = () => closing(() => true, store.closeAll)
export const closeOthers = (id: string) =>
  closing(
    (tab) => tab.id !== id,
    () => store.closeOthers(id),
  )

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
