import { expect, test } from 'vitest'
import { shellKeyOf, shellKeys } from './shell-keys.ts'

const press = (code: string, held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', true>>) =>
  shellKeyOf({ altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, code, ...held })?.keys

test('a letter with Alt is a key of the shell, with Shift another one', () => {
  expect(press('KeyW', { altKey: true })).toBe('Alt+W')
  expect(press('KeyW', { altKey: true, shiftKey: true })).toBe('Alt+Shift+W')
})

test('without Alt, or with Ctrl beside it (AltGr), a letter is a letter', () => {
  expect(press('KeyW', {})).toBeUndefined()
  expect(press('KeyW', { altKey: true, ctrlKey: true })).toBeUndefined()
})

test('no key of the shell is one of the counter’s: Alt with a digit reads a card there', () => {
  expect(shellKeys.filter(({ code }) => code?.startsWith('Digit'))).toEqual([])
})
