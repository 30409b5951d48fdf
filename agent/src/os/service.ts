import koffi from 'koffi'
import { controls, ownProcess, serviceApi, states } from './service-api.ts'

// A Windows service in this very process (windows.md 5): the dispatcher waits on a thread of its own and calls back.

/** ms that Windows is asked to wait for a start or a stop. */
const patienceMs = 30_000

/** The work of a service: `stop` ends what `start` began. */
export interface ServiceWork {
  start: () => Promise<void>
  stop: () => Promise<void>
  /** What is done while it runs, where that has an end: the service ends with it. */
  run?: () => Promise<void>
}

/**
 * Runs as the Windows service `name`; resolves when it was stopped. It is 'running' only once `start` has resolved. Throws
 * when Windows did not start this process as a service.
 */
export const runAsService = async (name: string, work: ServiceWork): Promise<void> => {
  const api = serviceApi()
  let handle: unknown
  let failure: unknown
  const tell = (state: number, exitCode = 0) => {
    const pending = state === states.startPending || state === states.stopPending
    const accepts = state === states.running ? 1 | 4 : 0 // stop, shutdown
    api.setStatus(handle, [ownProcess, state, accepts, exitCode, 0, 0, pending ? patienceMs : 0])
  }
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= (async () => {
      tell(states.stopPending)
      await work.stop().catch((error) => {
        failure ??= error
      })
      // With an exit code Windows counts it as a failure and does what was agreed for one.
      tell(states.stopped, failure === undefined ? 0 : 1)
    })()
  }
  const onControl = koffi.register(
    (control: number) => {
      if (control === controls.stop || control === controls.shutdown) setImmediate(end)
      return 0
    },
    koffi.pointer(
      koffi.proto('uint32_t __stdcall YbHandler(uint32_t control, uint32_t type, void *data, void *context)'),
    ),
  )
  const onMain = koffi.register(
    () => {
      handle = api.handler(name, onControl, null)
      tell(states.startPending)
      // This callback's thread is Windows' own: it must return before anything of ours runs.
      setImmediate(() =>
        work
          .start()
          .then(() => {
            tell(states.running)
            return work.run?.().then(end)
          })
          .catch((error) => {
            failure = error
            end()
          }),
      )
    },
    koffi.pointer(koffi.proto('void __stdcall YbServiceMain(uint32_t count, void *args)')),
  )
  // SERVICE_TABLE_ENTRYW[2], the second empty.
  const text = Buffer.from(`${name}\0`, 'utf16le')
  const table = Buffer.alloc(32)
  table.writeBigUInt64LE(koffi.address(text), 0)
  table.writeBigUInt64LE(BigInt(onMain), 8)
  const dispatched = await new Promise<boolean>((resolve, reject) =>
    api.dispatch.async(table, (error: unknown, value: boolean) => (error ? reject(error) : resolve(value))),
  )
  if (!dispatched) throw new Error('not started by the service manager')
  text.fill(0) // it had to stay where it was until here
  await ending
  if (failure !== undefined) throw failure
}
