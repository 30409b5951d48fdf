import { create } from 'zustand'
import { readText, writeText } from './storage.ts'

export type Theme = 'light' | 'dark'

// Light unless chosen: glare mirrors the lamps in a dark screen at a counter (ux 9).
const initial: Theme = readText('theme') === 'dark' ? 'dark' : 'light'

const paint = (theme: Theme) => {
  if (typeof document !== 'undefined') document.documentElement.dataset.theme = theme
}
paint(initial)

export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => ({
  theme: initial,
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark'
    writeText('theme', theme)
    paint(theme)
    set({ theme })
  },
}))
