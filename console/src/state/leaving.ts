import { useTabs } from './tab-store.ts'

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

export const isGuarded = (tabId: string): boolean => questions.has(tabId)

/** Whether a tab may be left; at once where its page has no question. */
export const mayLeave = async (tabId: string): Promise<boolean> => (await questions.get(tabId)?.()) ?? true

/** Whether the tab on the screen may be left: for what ends the whole console, like a logout. */
export const mayLeaveActive = (): Promise<boolean> => mayLeave(useTabs.getState().active)
