import { arch, hostname, platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { heartbeatAnswer, paths, policyAnswer } from '@yibao/shared/agent/cloud.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { agent as calls, Heartbeat } from '@yibao/shared/calls/agent.ts'
import { type DriverPackages, PackageDamaged, PackageUnreadable } from './driver-packages.ts'
import type { Identity } from './identity.ts'
import { PolicyRefused, type PolicyStore } from './policy-store.ts'
import { isUnbound, type ServerClient, ServerRefused, ServerUnreachable } from './server-client.ts'

interface CloudOptions {
  client: ServerClient
  /** brings the driver packages of the policy; none in a test that needs none */
  packages?: Pick<DriverPackages, 'sync'>
  identity: Identity
  policies: PolicyStore
  version: string
  /** one-time code of the installer or of `npm start` */
  enrolCode: string | undefined
  /** what the heartbeat tells beside the agent's own name and versions */
  told: () => Promise<Omit<Heartbeat, 'agentId' | 'version' | 'policyVersion'>>
  /** asks what became of the ERP's bills elsewhere; none in a test that needs none */
  askBills?: (signal: AbortSignal) => Promise<void>
  /** called after each enrolment */
  onEnrolled: () => void
  /** called after each heartbeat with the version of a release that is meant for this agent, if there is one */
  onRelease?: (version: string | undefined) => void
  log: { info(text: string): void; warn(text: string): void }
  /** ms between heartbeats, and the longest pause between two tries to enrol */
  everyMs?: number
}

/** Rounds between two questions that are not for each heartbeat: 5 min. */
const rarely = 10

const expected = (error: unknown) =>
  [ServerRefused, ServerUnreachable, PolicyRefused, PackageDamaged, PackageUnreadable].some(
    (kind) => error instanceof kind,
  )

/** What a fault that nobody foresaw is called; its message may quote what it was about. */
const faultName = (error: unknown) => {
  const { name, code } = error as NodeJS.ErrnoException
  return code ? `${name} ${code}` : name
}

/** Enrolment once, then policy and heartbeat for as long as the agent runs. Never a reason to stop working. */
export class CloudLink {
  readonly #options: CloudOptions
  readonly #every: number
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()
  /** The drivers that are on their way. */
  #bringing: Promise<unknown> | undefined
  #wake = new AbortController()
  /** There was news since the last heartbeat was put together. */
  #urgent = false

  constructor(options: CloudOptions) {
    this.#options = options
    this.#every = options.everyMs ?? 30_000
  }

  start() {
    this.#running = this.#live().catch((error: unknown) => {
      if (!this.#stop.signal.aborted) throw error
    })
  }

  async stop() {
    this.#stop.abort()
    await this.#running
    await this.#bringing
  }

  /** Something changed that the server should not hear of half a minute later. */
  speakUp() {
    this.#urgent = true
    this.#wake.abort()
  }

  /** Sends the one-time code and our public key, takes over the policy. */
  async enrol(code: string) {
    const { client, identity, policies, version, onEnrolled, log } = this.#options
    const { agentId, publicKey } = identity
    const machine = { name: hostname(), os: platform(), arch: arch() }
    const body: InputOf<typeof calls.enroll> = { code, agentId, publicKey, machine, version }
    policies.accept(await client.post(paths.enrol, body, policyAnswer, this.#stop.signal), 'enrolment')
    log.info(`enrolled, policy ${policies.current?.policyVersion}`)
    onEnrolled()
  }

  async refresh() {
    const { client, identity, policies } = this.#options
    const body: InputOf<typeof calls.policy> = {
      agentId: identity.agentId,
      policyVersion: (policies.current ?? policies.former)?.policyVersion ?? 0,
    }
    policies.accept(await client.post(paths.policy, body, policyAnswer, this.#stop.signal), 'refresh')
  }

  async heartbeat() {
    const { client, identity, policies, version, told, onRelease } = this.#options
    const { agentId } = identity
    const policyVersion = policies.current?.policyVersion ?? 0
    const body: Heartbeat = { agentId, version, policyVersion, ...(await told()) }
    const answer = await client.post(paths.heartbeat, body, heartbeatAnswer, this.#stop.signal)
    if (answer.policyVersion > policyVersion) await this.refresh()
    onRelease?.(answer.release)
  }

  async #live() {
    const { policies, enrolCode, askBills } = this.#options
    const refreshed =
      (policies.current ?? policies.former) !== undefined && (await this.#try('policy', () => this.refresh()))
    // A server that no longer knows us (its data was made anew) takes us back with a fresh code.
    if (enrolCode && refreshed !== true) await this.#enrolPatiently(enrolCode)
    for (let round = 1; !this.#stop.signal.aborted; round += 1) {
      this.#urgent = false
      if (policies.current) await this.#try('heartbeat', () => this.heartbeat())
      else if (policies.former && round % rarely === 0) await this.#try('policy', () => this.refresh())
      await this.#bringDrivers()
      if (askBills && policies.current && round % rarely === 1)
        await this.#try('reversed bills', () => askBills(this.#stop.signal))
      await this.#pause()
    }
  }

  /**
   * Between heartbeats: what a policy wants is fetched before the next one is asked for. What a slow line takes longer for
   * goes on beside them: without heartbeats the server would think this PC off, and its news never come.
   */
  async #bringDrivers() {
    const { packages, policies } = this.#options
    const wanted = policies.current?.drivers
    if (packages && wanted)
      this.#bringing ??= this.#try('drivers', () =>
        packages.sync(wanted, policies.current?.driverSettings, this.#stop.signal),
      )
        .catch(() => undefined)
        .finally(() => {
          this.#bringing = undefined
        })
    if (!this.#bringing) return
    const there = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, there.signal])
    const due = sleep(this.#every, undefined, { signal }).catch(() => undefined)
    await Promise.race([this.#bringing, due])
    there.abort()
  }

  /** Until the next heartbeat is due, or somebody has something to say; a second at least. */
  async #pause() {
    this.#wake = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, this.#wake.signal])
    if (!this.#urgent) await sleep(this.#every, undefined, { signal }).catch(() => undefined)
    await sleep(Math.min(this.#every, 1000), undefined, { signal: this.#stop.signal })
  }

  /** The server may start at the same time as we do: only its own no ends the tries. */
  async #enrolPatiently(code: string) {
    for (let pause = 500; ; pause = Math.min(pause * 2, this.#every)) {
      const done = await this.#try('enrolment', () => this.enrol(code))
      if (done !== 'unreachable') return
      await sleep(pause, undefined, { signal: this.#stop.signal })
    }
  }

  async #try(what: string, work: () => Promise<void>): Promise<true | 'refused' | 'unreachable'> {
    try {
      await work()
      return true
    } catch (error) {
      if (this.#stop.signal.aborted) throw error
      const { log, policies } = this.#options
      // A full disk, a fault of ours: the counter is served all the same, and the next round tries again.
      if (!expected(error)) {
        log.warn(`${what}: ${faultName(error)}`)
        return 'unreachable'
      }
      log.warn(`${what}: ${(error as Error).message}`)
      // An administrator unbound us: that counts here too, at once and not only when somebody reads a card.
      if (isUnbound(error) && policies.current && !policies.forget()) log.warn('the policy file cannot be removed')
      return error instanceof ServerUnreachable ? 'unreachable' : 'refused'
    }
  }
}
