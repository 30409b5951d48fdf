import { type ThemeConfig, theme } from 'antd'
import { type Colour, colourOf } from '../state/palette.ts'
import type { Theme } from '../state/theme.ts'

/** The ring around what has the focus (ux 9.6): antd's own is too pale beside white and beside black. */
const ring = (colour: string) => ({ colorPrimaryBorder: colour, lineWidthFocus: 2 })

const common = {
  borderRadius: 6,
  fontSize: 14,
  fontFamily: 'inherit',
}

const light = ({ primary, solid, text }: Colour): ThemeConfig => ({
  algorithm: theme.defaultAlgorithm,
  token: {
    ...common,
    // White on SPEC 9's colour is 3.2:1, so solid buttons, links and selected text take darker steps (ux 2.5).
    colorPrimary: primary,
    ...ring(primary),
    colorLink: text.light,
    colorSuccessText: '#237804',
    colorWarningText: '#ad4e00',
    colorErrorText: '#cf1322',
    colorError: '#cf1322',
    colorTextPlaceholder: '#6b6b6b',
    colorTextDescription: '#595959',
    colorTextDisabled: '#6b6b6b',
    colorBgLayout: '#f5f7fa',
  },
  components: {
    Button: { colorPrimary: solid, algorithm: true, ...ring(primary) },
    Pagination: { colorPrimary: text.light },
    Segmented: { itemSelectedColor: text.light },
    Tag: { colorPrimary: solid, algorithm: true },
    Table: { headerColor: '#434343', cellPaddingBlockSM: 7 },
  },
})

const dark = ({ primary, solid, text, darkLink }: Colour): ThemeConfig => ({
  algorithm: theme.darkAlgorithm,
  token: {
    ...common,
    colorPrimary: primary,
    ...ring(primary),
    colorLink: text.dark,
    colorTextPlaceholder: '#a6a6a6',
    colorTextDescription: '#a6a6a6',
  },
  components: {
    Button: {
      colorPrimary: solid,
      colorLink: darkLink,
      colorError: '#ff7875',
      // White on the red that a dark ground needs is 3.4:1.
      dangerColor: '#141414',
      algorithm: true,
      ...ring(primary),
    },
    Table: { cellPaddingBlockSM: 7 },
    Tag: { colorPrimary: solid, algorithm: true },
  },
})

const matches = (media: string) => typeof matchMedia === 'function' && matchMedia(media).matches
const still = matches('(prefers-reduced-motion: reduce)')
/** A phone's buttons and fields are as high as a finger. */
const finger = matches('(max-width: 991.98px) and (pointer: coarse)') ? { controlHeight: 44 } : {}

/** Who asks for more contrast sees where a field ends: antd's own edge is 1.4:1. */
const edges = matches('(prefers-contrast: more)') ? { colorBorder: '#757575', colorBorderSecondary: '#8c8c8c' } : {}

/** antd's theme for light or dark in one of our colours; no motion where the system asks for none. */
export const antdTheme = (name: Theme, themeColor: string): ThemeConfig => {
  const chosen = (name === 'dark' ? dark : light)(colourOf(themeColor))
  return { ...chosen, token: { ...chosen.token, ...finger, ...edges, motion: !still } }
}
