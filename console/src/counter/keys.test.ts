import { expect, test } from 'vitest'
import { captionOf, counterKeys, decideKey, type Pressed, remapKeys, withKeysOf } from './keys.ts'

const press = (code: string, more: Partial<Pressed> = {}): Pressed => ({
  code,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  ...more,
})
const decide = (code: string, more: Partial<Pressed> = {}, dialog = false) => decideKey(press(code, more), { dialog })

test('every key of the table runs its action and is kept from the browser', () => {
  for (const { action, codes, alt, ctrl } of counterKeys)
    for (const code of codes)
      expect(decide(code, { altKey: !!alt, ctrlKey: !!ctrl })).toEqual({ prevent: action !== 'close', action })
})

test('a held key does nothing, and the browser still does not get it (N5)', () => {
  for (const { codes, alt, ctrl, action } of counterKeys)
    expect(decide(codes[0]!, { altKey: !!alt, ctrlKey: !!ctrl, repeat: true })).toEqual({
      prevent: action !== 'close',
      action: undefined,
    })
})

test('under a dialog only Esc runs', () => {
  const running = counterKeys.filter(
    ({ codes, alt, ctrl }) => decide(codes[0]!, { altKey: !!alt, ctrlKey: !!ctrl }, true).action,
  )
  expect(running.map(({ action }) => action)).toEqual(['close'])
})

test('only F9 books: no number pad key, no chord, no second row', () => {
  expect(counterKeys.filter(({ action }) => action === 'settle').map(({ codes }) => codes)).toEqual([['F9']])
  expect(decide('F9', { altKey: true }).action).toBeUndefined()
  expect(decide('F9', { ctrlKey: true }).action).toBeUndefined()
  expect(decide('F9', { shiftKey: true }).action).toBeUndefined()
})

test('Alt+F4 closes the window, F4 parks; plain digits and Delete stay with the fields', () => {
  expect(decide('F4').action).toBe('park')
  expect(decide('F4', { altKey: true })).toEqual({ prevent: false, action: undefined })
  expect(decide('Digit1')).toEqual({ prevent: false, action: undefined })
  expect(decide('Delete')).toEqual({ prevent: false, action: undefined })
  expect(decide('F12')).toEqual({ prevent: false, action: undefined })
})

test('whichever way the page is asked for anew, it is held like F5', () => {
  const ways: [string, Partial<Pressed>][] = [
    ['F5', { ctrlKey: true }],
    ['F5', { shiftKey: true }],
    ['KeyR', { ctrlKey: true }],
    ['KeyR', { ctrlKey: true, shiftKey: true }],
    ['KeyR', { metaKey: true }],
  ]
  for (const [code, more] of ways) expect(decide(code, more)).toEqual({ prevent: true, action: 'hold' })
  expect(decide('KeyR')).toEqual({ prevent: false, action: undefined })
})

test('F7, between 处方 and 预结算, does nothing, and the browser asks nothing about it', () => {
  expect(decide('F7')).toEqual({ prevent: true, action: 'unused' })
})

test('no key has two meanings', () => {
  const all = counterKeys.flatMap(({ codes, alt, ctrl }) => codes.map((code) => `${alt ?? ''}${ctrl ?? ''}${code}`))
  expect(new Set(all).size).toBe(all.length)
})

test('a store moves a key that its ERP takes; the caption follows', () => {
  const table = remapKeys({ print: 'Alt+P', presettle: 'F7' })
  expect(decideKey(press('KeyP', { altKey: true }), { dialog: false, table }).action).toBe('print')
  expect(decideKey(press('F10'), { dialog: false, table })).toEqual({ prevent: true, action: 'unused' })
  expect(decideKey(press('NumpadAdd'), { dialog: false, table }).action).toBe('presettle')
  expect([captionOf('print', table), captionOf('presettle', table)]).toEqual(['Alt+P', 'F7'])
  expect(remapKeys(null)).toBe(counterKeys)
})

test('an action on F7 runs; what became free does nothing, and the browser opens nothing by it', () => {
  const table = remapKeys({ print: 'F7', park: 'F10', disease: 'F12' })
  const now = (code: string) => decideKey(press(code), { dialog: false, table })
  expect(['F7', 'F10', 'F12', 'F9'].map((code) => now(code).action)).toEqual(['print', 'park', 'disease', 'settle'])
  expect(['F3', 'F4'].map(now)).toEqual(Array(2).fill({ prevent: true, action: 'unused' }))
  expect(decideKey(press('F4', { altKey: true }), { dialog: false, table }).prevent).toBe(false)
  const codes = table.flatMap((key) => key.codes.map((code) => `${key.alt ?? ''}${key.ctrl ?? ''}${code}`))
  expect(new Set(codes).size).toBe(codes.length)
})

test('a text names the store’s keys, exchanged ones too, and leaves other signs alone', () => {
  const own = withKeysOf(remapKeys({ read: 'F3', disease: 'F2', presettle: 'F12' }))
  expect(own('按 F2 读卡，按 F3 选择病种，按 F8 预结算后再按 F9，Esc 取消，F1、F5')).toBe(
    '按 F3 读卡，按 F2 选择病种，按 F12 预结算后再按 F9，Esc 取消，F1、F5',
  )
  expect(own('F32.9 与 PF8、F80')).toBe('F32.9 与 PF8、F80')
  expect(withKeysOf(counterKeys)('按 F10 重打')).toBe('按 F10 重打')
})
