import { useTabs } from './tab-store.ts'

const tabs = new Set<string>()

/** Something in this tab waits for a person at a device, or for money to be decided. */
export const setUnderWay = (tabId: string, on: boolean): void => void (on ? tabs.add(tabId) : tabs.delete(tabId))

/** Whether any open tab of this window has something under way. */
export const isUnderWay = (): boolean => useTabs.getState().tabs.some(({ id }) => tabs.has(id))
