import { afterEach, expect, test, vi } from 'vitest'
import { enterFrame } from '../state/place.ts'
import { useShell } from '../state/shell.ts'
import { sheetLines } from './sheet.tsx'
import { shellKeyOf, shellKeys } from './shell-keys.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useShell.setState({ device: 'desktop' })
})

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

const lines = () => sheetLines().map(({ keys }) => keys)

test('in an ERP’s frame no key acts on bars that are not there, and the sheet names none', () => {
  expect(lines()).toEqual(expect.arrayContaining(['Ctrl+K', 'Alt+W', 'Alt+M', 'Shift+F10（页签上）']))
  const kept = new Map<string, string>()
  const shelf = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
  vi.stubGlobal('sessionStorage', shelf)
  enterFrame(true)
  for (const code of ['KeyW', 'Period', 'Comma', 'KeyM']) expect(press(code, { altKey: true }), code).toBeUndefined()
  expect(press('KeyW', { altKey: true, shiftKey: true })).toBeUndefined()
  expect(press('KeyR', { altKey: true })).toBe('Alt+R')
  expect(press('PageDown', { altKey: true })).toBe('Alt+PageDown')
  expect(lines().filter((keys) => /Ctrl\+K|Alt\+(W|M|0|,|\.)|页签/.test(keys))).toEqual([])
})

test('what a phone or these settings do not show is not in the sheet', () => {
  useShell.setState({ device: 'mobile' })
  expect(lines()).not.toContain('Ctrl+K')
})
