import { existsSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { functionOf } from '@yibao/shared/agent/driver/function-of.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { AgentError } from '../agent-error.ts'
import { loadFailure } from '../dll/load-failure.ts'
import type { CallAnswer, HostHello, Implementation, LoadRequest, WireArgs } from '../dll/wire.ts'
import { connectBack } from '../ipc/child.ts'
import { hostFrameBytes } from '../ipc/pipe.ts'
import {
  dieWithParent,
  endNow,
  enterApartment,
  limitMemory,
  memoryHeld,
  noCrashDialogs,
  onlyTheseFolders,
  windowsAreSeen,
} from '../os/process.ts'

interface CallRequest {
  fn: string
  args: WireArgs
  simulate?: unknown
}

const open = async (driverDir: string, { manifest, file, dataDir }: LoadRequest): Promise<Implementation> => {
  if (manifest.simulator) {
    const { openSimulator } = await import('../simulator/index.ts')
    return openSimulator(manifest.simulator, dataDir)
  }
  if (!file || !existsSync(file)) throw new AgentError('DRIVER_MISSING_FILE')
  // Loaded here and not at the top: a process without vendor code never maps the native caller.
  const { openLibrary } = await import('../dll/library.ts')
  onlyTheseFolders(driverDir, manifest.deps)
  windowsAreSeen()
  if (manifest.threading === 'sta') enterApartment()
  return openLibrary(manifest, dirname(file), relative(dirname(file), file))
}

/**
 * The host role: one driver in one process. Connects back to the desk at `pipe`, loads what it is told to and
 * answers calls until the desk goes away; it ends by a kill, because a polite exit waits for native threads.
 */
export const runHost = async (options: { pipe: string; driverDir: string }): Promise<void> => {
  dieWithParent()
  limitMemory()
  noCrashDialogs()
  let loaded: { implementation: Implementation; manifest: Manifest } | undefined
  const peer = await connectBack(options.pipe, {
    maxBytes: hostFrameBytes,
    handle: async ({ verb, args }) => {
      if (verb === 'load') {
        const request = args as LoadRequest
        try {
          loaded = { implementation: await open(options.driverDir, request), manifest: request.manifest }
        } catch (error) {
          throw error instanceof AgentError ? error : loadFailure(error, options.driverDir)
        }
        const bits = process.arch === 'ia32' ? 32 : 64
        return { pid: process.pid, bits, node: process.version } satisfies HostHello
      }
      const { fn, args: values, simulate } = args as CallRequest
      const spec = loaded && functionOf(loaded.manifest, fn)
      if (!loaded || !spec) throw new AgentError('ARGS_INVALID', { fn })
      const result = loaded.implementation.call(fn, spec, values, simulate)
      return { ...result, memory: memoryHeld() } satisfies CallAnswer
    },
  })
  await peer.closed
  endNow()
}
