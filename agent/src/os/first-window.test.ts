import { expect, test } from 'vitest'
import { spendHiddenWindow } from './first-window.ts'

// Windows' rule for the first window of a process, which Wine does not keep (windows.test.ts makes the calls themselves).

const caption = 0x00c00000
const childOrPopup = 0xc0000000

const windowsStartedWith = (flags: number, show: number) => {
  let left = (flags & 1) !== 0
  const open = new Map<number, { style: number; visible: boolean }>()
  const seen: number[] = []
  return {
    seen,
    open,
    startupInfo: () => ({ flags, show }),
    create: (style: number, _at: number) => {
      open.set(open.size + 1, { style, visible: false })
      return open.size
    },
    show: (window: unknown, how: number) => {
      const one = open.get(window as number)!
      const ruled = left && (one.style & caption) === caption && !(one.style & childOrPopup)
      one.visible = (ruled ? show : how) !== 0
      if (ruled) left = false
      if (one.visible) seen.push(window as number)
    },
    destroy: (window: unknown) => {
      open.delete(window as number)
    },
  }
}
/** The dialog in which a library asks for a PIN; whether it is seen. */
const asksForPin = (windows: ReturnType<typeof windowsStartedWith>) => {
  const dialog = windows.create(caption, 0)
  windows.show(dialog, 5)
  return windows.seen.includes(dialog)
}

test('the first window of a library is seen, though the host was started without any', () => {
  expect(asksForPin(windowsStartedWith(0x101, 0))).toBe(false)
  const windows = windowsStartedWith(0x101, 0)
  expect(spendHiddenWindow(windows)).toBe(true)
  expect([windows.seen, windows.open.size]).toEqual([[], 0])
  expect(asksForPin(windows)).toBe(true)
})

test.each([
  ['asked for nothing', 0x100, 0],
  ['asked for windows', 0x101, 1],
])('a start that %s costs no window that would flash', (_, flags, show) => {
  const windows = windowsStartedWith(flags, show)
  expect(spendHiddenWindow(windows)).toBe(false)
  expect(windows.seen).toEqual([])
})

test('a session in which no window can be made loads its library all the same', () => {
  expect(spendHiddenWindow({ ...windowsStartedWith(0x101, 0), create: () => null })).toBe(false)
})
