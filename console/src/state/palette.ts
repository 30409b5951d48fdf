import type { Theme } from './theme.ts'

/** A theme colour with the steps of it that hold their contrast (ux 2.5): white on `solid`, `text` on its ground. */
export interface Colour {
  name: string
  primary: string
  /** Ground of solid buttons and of the chosen menu row, under white. */
  solid: string
  /** `solid` under the pointer. */
  pressed: string
  /** Links and chosen text by theme, and their ground. */
  text: Record<Theme, string>
  /** The dark `text` a step toward white: antd's dark algorithm takes one back from the colours of a button. */
  darkLink: string
  ground: Record<Theme, string>
}

/** SPEC 9's colour first. No green, orange or red: these three say how something went, on every page. */
export const colours: readonly Colour[] = [
  {
    name: '晴空蓝',
    primary: '#1890ff',
    solid: '#096dd9',
    pressed: '#0958d9',
    text: { light: '#0958d9', dark: '#4096ff' },
    darkLink: '#79b6ff',
    ground: { light: '#e6f4ff', dark: '#111d2c' },
  },
  {
    name: '靛蓝',
    primary: '#2f54eb',
    solid: '#1d39c4',
    pressed: '#10239e',
    text: { light: '#1d39c4', dark: '#85a5ff' },
    darkLink: '#aac0ff',
    ground: { light: '#f0f5ff', dark: '#131629' },
  },
  {
    name: '青',
    primary: '#13c2c2',
    solid: '#006d75',
    pressed: '#00474f',
    text: { light: '#006d75', dark: '#36cfc9' },
    darkLink: '#72ddd9',
    ground: { light: '#e6fffb', dark: '#112123' },
  },
  {
    name: '紫',
    primary: '#722ed1',
    solid: '#531dab',
    pressed: '#391085',
    text: { light: '#531dab', dark: '#b37feb' },
    darkLink: '#caa5f1',
    ground: { light: '#f9f0ff', dark: '#1a1325' },
  },
  {
    name: '石墨',
    primary: '#5b6b7d',
    solid: '#465362',
    pressed: '#343f4b',
    text: { light: '#3d4a58', dark: '#a9b8c8' },
    darkLink: '#c3cdd9',
    ground: { light: '#eef1f5', dark: '#1b2027' },
  },
]

/** The colour of a stored value; SPEC 9's where it is unknown. */
export const colourOf = (primary: string): Colour => colours.find((colour) => colour.primary === primary) ?? colours[0]!
