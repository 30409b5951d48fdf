import { mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { AgentError } from '../agent-error.ts'
import { hostCommand } from '../dll/host-command.ts'
import { connectBack } from '../ipc/child.ts'
import { deskFrameBytes, type Peer, type PeerRequest } from '../ipc/pipe.ts'
import { cardVerbs } from './card.ts'
import { deviceVerbs } from './device.ts'
import { createDrivers } from './drivers.ts'
import { watchInsertions } from './insertions.ts'
import { printVerbs } from './print.ts'
import type { Verb } from './verbs.ts'

export interface DeskOptions {
  /** Where the gateway listens. */
  pipe: string
  dataDir: string
  /** Folders of drivers; a driver of a later one replaces its namesake (installed over shipped). */
  driversDirs: readonly string[]
  /** Where the gateway keeps the driver packages of the server. */
  packagesDir?: string
  /** Whether simulated devices exist. */
  simulate: boolean
  /** Ends the desk before its gateway does. */
  leave?: AbortSignal
  /** Asked of a gateway that this desk's starter did not start: whether it is the service. */
  trusts?: (socket: Socket) => boolean
}

/**
 * The desk role: one per logged-on user. Connects back to the gateway, answers its verbs and starts hosts;
 * resolves when the gateway is gone, after every host has been ended.
 */
export const runDesk = async (options: DeskOptions): Promise<void> => {
  const { pipe, dataDir, driversDirs, packagesDir, simulate, leave, trusts } = options
  mkdirSync(dataDir, { recursive: true })
  let peer: Peer | undefined
  const emit = (event: string, data: unknown) => peer?.emit(event, data)
  const drivers = createDrivers({
    dataDir,
    simulate,
    // Shapes and exit codes, never values.
    onEvidence: (evidence) => emit('driver.crash', evidence),
    roots: driversDirs,
    packages: packagesDir,
    command: hostCommand,
    onState: ({ id, state, problem }) => emit('driver.state', { driver: id, state, problem }),
  })
  const verbs: Record<string, Verb> = {
    'desk.hello': { run: async () => ({ pid: process.pid, platform: process.platform, simulate }) },
    ...deviceVerbs(drivers),
    ...cardVerbs(drivers, async (what, args) => {
      const answer = await peer?.request(what, args, { deadlineMs: 20_000 })
      return (answer ?? {}) as Record<string, unknown>
    }),
    ...printVerbs({ dataDir, drivers, emit }),
  }
  const handle = async (request: PeerRequest) => {
    const verb = Object.hasOwn(verbs, request.verb) ? verbs[request.verb] : undefined
    if (!verb) throw new AgentError('ARGS_INVALID', { verb: request.verb })
    return verb.run(request.args, request)
  }
  peer = await connectBack(pipe, { maxBytes: deskFrameBytes, handle }, trusts)
  const stopWatching = simulate ? watchInsertions(dataDir, emit) : () => {}
  const link = peer
  leave?.addEventListener('abort', () => link.close())
  await link.closed
  stopWatching()
  drivers.close()
}
