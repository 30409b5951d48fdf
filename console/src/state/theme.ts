import { create } from 'zustand'
import { readText, writeText } from './storage.ts'

export type Theme = 'light' | 'dark'

// Light unless chosen: glare mirrors the lamps in a dark screen at a counter (ux 9).
const initial: Theme = readText('theme') === 'dark' ? 'dark' : 'light'

const paint = (theme: Theme) => {
  if (typeof document !== 'undefined') document.documentElement.dataset.theme = theme
}
paint(initial)

/** Light or dark, as this PC keeps it. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: initial }))

/** Chooses and keeps it on this PC. */
export const setTheme = (theme: Theme): void => {
  writeText('theme', theme)
  paint(theme)
  useTheme.setState({ theme })
}

/** The other one, kept on this PC. */
export const toggleTheme = (): void => setTheme(useTheme.getState().theme === 'dark' ? 'light' : 'dark')
