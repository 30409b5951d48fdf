import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentCommand, commandTextMost, listenAnswer, paths } from '@yibao/shared/agent/cloud.ts'
import type { CommandDone } from '@yibao/shared/calls/agent.ts'
import * as z from 'zod/mini'
import type { PolicyStore } from '../../cloud/policy-store.ts'
import { isUnbound, type ServerClient, ServerRefused, ServerUnreachable } from '../../cloud/server-client.ts'
import { isGenuine, type RemoteParts, runCommand } from './commands.ts'

/** The server answers after 25 s at the latest; what is later is a cut line. ms. */
const holdMs = 40_000
const firstPause = 1_000
const longestPause = 60_000
/** An answer without a command that comes sooner is a server that is stopping, not one that waited. ms. */
const tooSoon = 1_000
/** Commands this start has carried out: a line that is repeated does nothing twice. */
const remembered = 200

const tooLate = '轮到这条指令时它已经过期，没有执行。请再试一次；总是这样时，请校准这台电脑的时间'

interface LineOptions {
  client: ServerClient
  agentId: string
  policies: PolicyStore
  parts: RemoteParts
  clock: () => number
  log: { info(text: string): void; warn(text: string): void }
  /** ms of the first pause after a fault */
  pauseMs?: number
}

/**
 * The line by which a remote administrator reaches this agent: the agent asks and the server answers when there is
 * something to do. So nothing listens here but loopback, and any proxy that lets the heartbeat out lets this out too.
 */
export class RemoteLine {
  readonly #options: LineOptions
  readonly #stop = new AbortController()
  readonly #done = new Set<string>()
  /** What became of a restart whose answer got lost: it is told again, not done again. */
  readonly #untold = new Map<string, CommandDone>()
  #running: Promise<void> = Promise.resolve()

  constructor(options: LineOptions) {
    this.#options = options
  }

  start() {
    this.#running = this.#live().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) throw error
    })
  }

  async stop() {
    this.#stop.abort()
    await this.#running
  }

  async #live() {
    const { policies, pauseMs = firstPause } = this.#options
    let pause = pauseMs
    while (!this.#stop.signal.aborted) {
      // Unbound, there is nobody to listen to.
      const heard = policies.current !== undefined && (await this.#once())
      pause = heard ? pauseMs : Math.min(pause * 2, longestPause)
      if (!heard)
        await sleep(policies.current ? pause : Math.min(pause, 5_000), undefined, { signal: this.#stop.signal })
    }
  }

  async #once(): Promise<boolean> {
    const { client, agentId, policies, log } = this.#options
    const begin = performance.now()
    try {
      const { commands } = await client.post(paths.listen, { agentId }, listenAnswer, this.#stop.signal, holdMs)
      let heard = performance.now() - begin > tooSoon
      // A command that we refuse is sent again with the next answer, which comes at once: that is no reason to ask at once.
      for (const one of commands) heard = (await this.#carryOut(one)) || heard
      return heard
    } catch (error) {
      if (this.#stop.signal.aborted) throw error
      // A fault of ours ends this one try: what serves the counter must not end with it.
      const known = error instanceof ServerRefused || error instanceof ServerUnreachable
      log.info(`remote line: ${known ? error.message : (error as Error).name}`)
      // It ends this line to tell us so: the heartbeat would hear of it half a minute later.
      if (isUnbound(error) && policies.current && !policies.forget()) log.warn('the policy file cannot be removed')
      return false
    }
  }

  /** Whether the server has heard what became of it. */
  async #carryOut({ command, signature }: z.infer<typeof listenAnswer>['commands'][number]): Promise<boolean> {
    const { agentId, policies, parts, clock, log } = this.#options
    const untold = this.#untold.get(command.id)
    if (untold) return this.#tell(command.kind, untold)
    if (this.#done.has(command.id)) return false
    if (!isGenuine(command, signature, policies.current)) {
      log.warn('remote command refused')
      return false
    }
    // The server sends none that has run out by its own clock: ours is ahead, or what came before it took long.
    if (clock() > command.expires) {
      log.warn('remote command too late')
      return this.#tell(command.kind, { agentId, id: command.id, ok: false, text: tooLate })
    }
    this.#done.add(command.id)
    for (const [first] of this.#done.entries()) if (this.#done.size > remembered) this.#done.delete(first)
    log.info(`remote command ${command.kind}`)
    const { ok, text } = await runCommand(command, parts, this.#stop.signal)
    return this.#tell(command.kind, { agentId, id: command.id, ok, text: text.slice(-commandTextMost) })
  }

  async #tell(kind: AgentCommand['kind'], body: CommandDone): Promise<true> {
    try {
      await this.#options.client.post(paths.commandDone, body, z.unknown(), this.#stop.signal)
      this.#untold.delete(body.id)
      return true
    } catch (error) {
      // The answer got lost: the server sends the command again. What has no effect is simply done anew.
      if (kind === 'restart') this.#untold.set(body.id, body)
      else this.#done.delete(body.id)
      throw error
    }
  }
}
