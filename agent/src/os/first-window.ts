import koffi from 'koffi'

// Started with SW_HIDE in its STARTUPINFO (windowsHide: no console, but libuv asks that for windows too), a process has
// its first captioned window hidden by Windows, whatever it asks: ShowWindow takes that value instead of the caller's,
// once. In a host this would be the window in which a vendor's library asks for a PIN.

const STARTF_USESHOWWINDOW = 1
const SW_HIDE = 0
const SW_SHOWNORMAL = 1
/** Captioned and nobody's child: Windows minds no other. */
const WS_CAPTION = 0x00c00000
/** Where no screen is, for a Windows that would show it after all. */
const away = -32_000

/** STARTUPINFOW: its size, and where dwFlags and wShowWindow stand. */
const startup = process.arch === 'ia32' ? { bytes: 68, flags: 44, show: 48 } : { bytes: 104, flags: 60, show: 64 }

interface Windows {
  /** dwFlags and wShowWindow of this process's start */
  startupInfo: () => { flags: number; show: number }
  /** A window of this style; null where there can be none. */
  create: (style: number, at: number) => unknown
  show: (window: unknown, how: number) => void
  destroy: (window: unknown) => void
}

const library = (): Windows => {
  const user = koffi.load('user32.dll')
  const startupInfo = koffi.load('kernel32.dll').func('void __stdcall GetStartupInfoW(void *info)')
  const create = user.func(
    'void * __stdcall CreateWindowExW(uint32_t more, str16 kind, str16 title, uint32_t style, int x, int y, int width, int height, void *parent, void *menu, void *instance, void *own)',
  )
  return {
    startupInfo: () => {
      const info = Buffer.alloc(startup.bytes)
      startupInfo(info)
      return { flags: info.readUInt32LE(startup.flags), show: info.readUInt16LE(startup.show) }
    },
    create: (style, at) => create(0, 'STATIC', '', style, at, at, 1, 1, null, null, null, null),
    show: user.func('bool __stdcall ShowWindow(void *window, int how)'),
    destroy: user.func('bool __stdcall DestroyWindow(void *window)'),
  }
}

/** See process.ts; answers whether there was something to spend and it was. */
export const spendHiddenWindow = (windows: Windows = library()): boolean => {
  const { flags, show } = windows.startupInfo()
  if (!(flags & STARTF_USESHOWWINDOW) || show !== SW_HIDE) return false
  const window = windows.create(WS_CAPTION, away)
  if (!window) return false
  windows.show(window, SW_SHOWNORMAL)
  windows.destroy(window)
  return true
}
