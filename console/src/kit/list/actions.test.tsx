import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Actions } from './actions.tsx'
import type { Action, Tools } from './types.ts'

const action = (key: string, rest: Partial<Action<string>> = {}): Action<string> => ({
  ...{ key, text: `做${key}`, run: () => undefined },
  ...rest,
})
// Nobody is signed in: what needs a right is nobody's.
const need = { menuCode: 'OrderManagement', buttonCode: 'reverse' } as const
const drawn = (...actions: Action<string>[]) =>
  renderToStaticMarkup(<Actions inRow actions={actions} target="row" tools={{} as Tools} />)

test('a button needs its right; who may do nothing sees nothing', () => {
  expect(drawn(action('甲', { need }), action('乙'))).toMatch(/^(?!.*做甲).*做乙/)
  expect(drawn(action('甲', { need }), action('乙', { shown: () => false }))).toBe('')
})

test('a menu stands where there is something in it, and nowhere else (SPEC 6)', () => {
  const html = drawn(action('甲'), action('乙'), action('丙'))
  expect([html.includes('做甲'), html.includes('更多'), html.includes('做乙')]).toEqual([true, true, false])
  expect(drawn(action('甲'), action('乙'), action('丙', { need }))).not.toContain('更多')
})
