import { expect, test } from 'vitest'
import { colourOf, colours } from './palette.ts'

const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (a: string, b: string) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high! + 0.05) / (low! + 0.05)
}

test.each(colours.map((colour) => [colour.name, colour] as const))(
  '%s is readable wherever it is used (WCAG AA, 4.5)',
  (_, { solid, pressed, text, ground }) => {
    const pairs = [
      ['#ffffff', solid],
      ['#ffffff', pressed],
      [text.light, '#ffffff'],
      [text.light, '#f5f7fa'],
      [text.light, ground.light],
      [text.dark, '#141414'],
      [text.dark, '#1f1f1f'],
      [text.dark, ground.dark],
    ] as const
    for (const [front, back] of pairs) expect(contrast(front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5)
  },
)

test('the default is the colour of SPEC 9, also for what nobody knows', () => {
  expect([colours[0]!.primary, colourOf('#ff0000').primary, colourOf('').primary]).toEqual([
    '#1890ff',
    '#1890ff',
    '#1890ff',
  ])
})
