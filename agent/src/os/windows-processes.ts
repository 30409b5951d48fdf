import koffi from 'koffi'

const library = () => {
  const kernel = koffi.load('kernel32.dll')
  return {
    list: kernel.func('bool __stdcall K32EnumProcesses(void *ids, uint32_t bytes, _Out_ uint32_t *needed)'),
    open: kernel.func('void * __stdcall OpenProcess(uint32_t access, bool inherit, uint32_t id)'),
    image: kernel.func(
      'bool __stdcall QueryFullProcessImageNameW(void *process, uint32_t flags, void *text, _Inout_ uint32_t *length)',
    ),
    end: kernel.func('bool __stdcall TerminateProcess(void *process, uint32_t code)'),
    wait: kernel.func('uint32_t __stdcall WaitForSingleObject(void *process, uint32_t ms)'),
    close: kernel.func('bool __stdcall CloseHandle(void *handle)'),
  }
}

const access = 0x1000 | 0x0001 | 0x100000 // ask, terminate, wait
const most = 8192

/**
 * Ends every process whose program stands in a place, this one excepted, and waits until they are gone: desks of all
 * users, hosts, whatever a crash left. Answers how many there were.
 */
export const endProcessesIn = (inside: (program: string) => boolean): number => {
  const api = library()
  const ids = Buffer.alloc(most * 4)
  const needed = [0]
  if (!api.list(ids, ids.length, needed)) return 0
  let ended = 0
  for (let at = 0; at < needed[0]!; at += 4) {
    const id = ids.readUInt32LE(at)
    const handle = id === 0 || id === process.pid ? null : api.open(access, false, id)
    if (!handle) continue
    const text = Buffer.alloc(2048)
    const length = [1000]
    const known = api.image(handle, 0, text, length)
    if (known && inside(text.toString('utf16le', 0, length[0]! * 2))) {
      api.end(handle, 1)
      api.wait(handle, 5000)
      ended++
    }
    api.close(handle)
  }
  return ended
}
