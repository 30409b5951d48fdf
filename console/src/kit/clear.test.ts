import { expect, test } from 'vitest'

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('no input is cleared by a button that only antd has named', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  const bare = Object.entries(sources).filter(([, text]) =>
    /(?<!`)\ballowClear(?!=\{(clear|false)\b|: clear\b)/.test(text),
  )
  expect(bare.map(([path]) => path)).toEqual([])
})
