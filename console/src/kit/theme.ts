import { type ThemeConfig, theme } from 'antd'
import type { Theme } from '../state/theme.ts'

const common = {
  // SPEC 9. White on it is 3.2:1, so solid buttons, links and selected text take darker steps (ux 2.5).
  colorPrimary: '#1890ff',
  borderRadius: 6,
  fontSize: 14,
  fontFamily: 'inherit',
}

const light: ThemeConfig = {
  algorithm: theme.defaultAlgorithm,
  token: {
    ...common,
    colorLink: '#0958d9',
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
    Button: { colorPrimary: '#096dd9', algorithm: true },
    Pagination: { colorPrimary: '#0958d9' },
    Segmented: { itemSelectedColor: '#0958d9' },
    Table: { headerColor: '#434343', cellPaddingBlockSM: 7 },
  },
}

const dark: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: { ...common, colorLink: '#4096ff', colorTextPlaceholder: '#a6a6a6', colorTextDescription: '#a6a6a6' },
  components: {
    Button: { colorPrimary: '#096dd9', colorLink: '#4096ff', colorError: '#ff7875', algorithm: true },
    Table: { cellPaddingBlockSM: 7 },
  },
}

const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** antd's theme for light or dark; no motion where the system asks for none. */
export const antdTheme = (name: Theme): ThemeConfig => {
  const chosen = name === 'dark' ? dark : light
  return { ...chosen, token: { ...chosen.token, motion: !still } }
}
