import { ui } from '../api/ui.ts'
import { changeTab, useTabs } from '../state/tab-store.ts'
import type { Tab } from '../state/tabs.ts'

/** A page's own question before its tab is left or closed; true = it may go. */
type Ask = () => Promise<boolean>

const questions = new Map<string, Ask>()

/** While the page is shown, leaving its tab asks first. The answer takes the question back. */
export const guardTab = (tabId: string, ask: Ask): (() => void) => {
  questions.set(tabId, ask)
  return () => {
    if (questions.get(tabId) === ask) questions.delete(tabId)
  }
}

/** Whether a tab's page asks before it is left. */
export const isGuarded = (tabId: string): boolean => questions.has(tabId)

/** Whether a tab may be left; at once where its page has no question. */
export const mayLeave = async (tabId: string): Promise<boolean> => (await questions.get(tabId)?.()) ?? true

/**
 * Whether these tabs may go with what is in them: each page's own question first, then one for all unsaved input.
 * Pinned tabs never go.
 */
export const mayDrop = async (
  tabs: readonly Tab[],
  { tips, okText }: { tips: string; okText: string } = { tips: '关闭后这些内容不再保留。', okText: '放弃并关闭' },
): Promise<boolean> => {
  const going = tabs.filter((tab) => !tab.pinned)
  for (const { id } of going) if (!(await mayLeave(id))) return false
  // Asked by its own page, a tab may have put its work aside by now.
  const now = new Map(useTabs.getState().tabs.map((tab) => [tab.id, tab]))
  const dirty = going.filter(({ id }) => now.get(id)?.dirty)
  if (!dirty.length) return true
  const button = await ui().confirm({
    pubSubId: '',
    isEndPoint: false,
    action: '',
    title: `「${dirty.map((tab) => tab.title).join('」「')}」有未保存的内容`,
    tips,
    routeHeaders: {},
    buttonInfos: [
      { text: '继续编辑', value: 'stay', sort: 1 },
      { text: okText, value: 'drop', sort: 2, danger: true },
    ],
  })
  return button === 'drop'
}

/** Whether the whole document may go (logout, another area or account, a new version): asked before anything changes. */
export const mayEnd = (what: string): Promise<boolean> =>
  mayDrop(useTabs.getState().tabs, { tips: `${what}后这些内容不再保留。`, okText: `放弃并${what}` })

/** The question has been answered: the browser's own one about unsaved input is not put a second time. */
export const letGo = (): void => {
  for (const { id, dirty } of useTabs.getState().tabs) if (dirty) changeTab(id, { dirty: false })
}
