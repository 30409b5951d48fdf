import koffi from 'koffi'

// COM of the thread that calls a vendor's library: the host's own, for calls are made one after the other on it
// (dll/library.ts).

const COINIT_APARTMENTTHREADED = 2
const PM_REMOVE = 1
/** MSG */
const messageBytes = process.arch === 'ia32' ? 28 : 48
/** ms between two looks for messages */
const pumpMs = 50
/** Messages of one look: a library that posts to itself without end keeps no call waiting. */
const mostMessages = 200

const pump = () => {
  const user = koffi.load('user32.dll')
  const peek = user.func(
    'bool __stdcall PeekMessageW(void *message, void *window, uint32_t from, uint32_t to, uint32_t how)',
  )
  const translate = user.func('bool __stdcall TranslateMessage(void *message)')
  const dispatch = user.func('intptr_t __stdcall DispatchMessageW(void *message)')
  const message = Buffer.alloc(messageBytes)
  return () => {
    for (let count = 0; count < mostMessages && peek(message, null, 0, 0, PM_REMOVE); count++) {
      translate(message)
      dispatch(message)
    }
  }
}

/** See process.ts. */
export const enterApartment = (): void => {
  const enter = koffi.load('ole32.dll').func('int32_t __stdcall CoInitializeEx(void *reserved, uint32_t how)')
  enter(null, COINIT_APARTMENTTHREADED)
  setInterval(pump(), pumpMs).unref()
}
