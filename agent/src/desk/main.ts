import { mkdirSync } from 'node:fs'
import { AgentError } from '../agent-error.ts'
import { hostCommand } from '../dll/host-command.ts'
import type { HostCommand } from '../dll/host-process.ts'
import { connectToParent, deskFrameBytes, type Peer, secretVariable } from '../pipe.ts'
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
  driversDir: string | readonly string[]
  /** Whether simulated devices exist. */
  simulate: boolean
  /** Secret of this start; from the environment when absent. */
  secret?: string
  hostCommand?: HostCommand
  /** Milliseconds, for the breakers. */
  now?: () => number
}

/**
 * The desk role: one per logged-on user. Connects back to the gateway, answers its verbs and starts hosts;
 * resolves when the gateway is gone, after every host has been ended.
 */
export const runDesk = async (options: DeskOptions): Promise<void> => {
  const { pipe, dataDir, driversDir, simulate, now } = options
  const secret = options.secret ?? process.env[secretVariable] ?? ''
  delete process.env[secretVariable]
  mkdirSync(dataDir, { recursive: true })
  let peer: Peer | undefined
  const emit = (event: string, data: unknown) => peer?.emit(event, data)
  const drivers = createDrivers({
    dataDir,
    simulate,
    now,
    // Shapes and exit codes, never values.
    onEvidence: (evidence) => emit('driver.crash', evidence),
    roots: typeof driversDir === 'string' ? [driversDir] : driversDir,
    command: options.hostCommand ?? hostCommand,
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
  peer = await connectToParent(pipe, secret, {
    maxBytes: deskFrameBytes,
    handle: async (request) => {
      const verb = Object.hasOwn(verbs, request.verb) ? verbs[request.verb] : undefined
      if (!verb) throw new AgentError('ARGS_INVALID', { verb: request.verb })
      return verb.run(request.args, request)
    },
  })
  const stopWatching = simulate ? watchInsertions(dataDir, emit) : () => {}
  await peer.closed
  stopWatching()
  drivers.close()
}
