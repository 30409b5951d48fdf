import { create } from 'zustand'
import { readText, writeText } from '../../../state/storage.ts'

/** Seconds a person may choose; nodes measure about every 10. */
export const choices = [5, 10, 30, 60]

const kept = Number(readText('loadRefresh'))

/** How often the page is read again on this PC while it is seen, seconds. */
export const useSeconds = create<{ seconds: number; choose: (seconds: number) => void }>((set) => ({
  seconds: choices.includes(kept) ? kept : 10,
  choose: (seconds) => {
    writeText('loadRefresh', String(seconds))
    set({ seconds })
  },
}))

/** The same in ms. */
export const useRefreshEvery = (): number => useSeconds(({ seconds }) => seconds) * 1000
