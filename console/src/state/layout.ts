import { create } from 'zustand'
import { colourOf } from './palette.ts'
import { readJson, writeJson } from './storage.ts'
import { useTheme } from './theme.ts'

const sizes = ['large', 'medium', 'small'] as const

/** How this PC shows the frame around the pages; the defaults are SPEC 3's and 9's. */
export interface LayoutSettings {
  themeColor: string
  /** Of buttons and fields. */
  size: (typeof sizes)[number]
  tagsView: boolean
  /** false: the top bars scroll away with the page. */
  fixedHeader: boolean
  sidebarLogo: boolean
}

export const defaultLayout: LayoutSettings = {
  themeColor: '#1890ff',
  size: 'medium',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
}

/** Settings from the browser's storage, believed by shape only. */
export const asLayout = (stored: unknown): LayoutSettings => {
  const { themeColor, size, tagsView, fixedHeader, sidebarLogo } = (
    typeof stored === 'object' && stored !== null ? stored : {}
  ) as Partial<LayoutSettings>
  return {
    themeColor: colourOf(String(themeColor)).primary,
    size: sizes.find((one) => one === size) ?? defaultLayout.size,
    tagsView: tagsView !== false,
    fixedHeader: fixedHeader !== false,
    sidebarLogo: sidebarLogo !== false,
  }
}

/** How this person wants the shell on this PC (SPEC 2). */
export const useLayout = create<LayoutSettings>(() => asLayout(readJson('layout', null)))

/** Changes settings and keeps them on this PC. */
export const changeLayout = (part: Partial<LayoutSettings>): void => {
  useLayout.setState(part)
  writeJson('layout', useLayout.getState())
}

// Inline on the root element: the colour is there before the first page is painted.
const paint = () => {
  if (typeof document === 'undefined') return
  const { theme } = useTheme.getState()
  const { primary, solid, pressed, text, ground } = colourOf(useLayout.getState().themeColor)
  const values = {
    '--brand': primary,
    '--solid': solid,
    '--pressed': pressed,
    '--action': text[theme],
    '--action-edge': primary,
    '--action-ground': ground[theme],
  }
  for (const [name, value] of Object.entries(values)) document.documentElement.style.setProperty(name, value)
}
useTheme.subscribe(paint)
useLayout.subscribe(paint)
paint()
