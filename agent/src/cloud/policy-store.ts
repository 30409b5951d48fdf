import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type AgentPolicy, policyAnswer } from '@yibao/shared/agent/cloud.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { writeWhole } from '../files/disk.ts'
import { isSignedBy } from './signature.ts'

/** How long a policy still counts after its end when the server cannot be reached (agent 3.4). ms. */
const offlineGrace = 30 * 24 * 3600 * 1000

export class PolicyRefused extends Error {}

const isSigned = (policy: AgentPolicy, signature: string, keys: AgentPolicy['serverKeys']) => {
  const key = keys.find(({ kid }) => kid === policy.kid)
  const data = Buffer.from(canonicalJson(policy))
  return key !== undefined && isSignedBy(key.publicKey, data, Buffer.from(signature, 'base64url'))
}

/** The policy this agent lives by: kept in a file, replaced only by a newer one that the known server signed. */
export class PolicyStore {
  readonly #file: string
  readonly #agentId: string
  #policy: AgentPolicy | undefined
  /** unix ms up to which it counts; every request asks */
  #until = 0
  #former: AgentPolicy | undefined
  #listeners: ((policy: AgentPolicy) => void)[] = []
  #forgotten: (() => void)[] = []

  constructor(file: string, agentId: string) {
    this.#file = file
    this.#agentId = agentId
    this.#liveBy(this.#read(this.#file))
    if (!this.#policy) this.#former = this.#read(this.#formerFile)
  }

  /** A copy: the policy itself may be damaged, or be put away because the server does not know us. */
  get #formerFile() {
    return `${this.#file}.former`
  }

  get current() {
    return this.#policy
  }

  /**
   * By what this agent lived until the server no longer knew it, or its policy could not be read. It grants nothing; its
   * keys tell the same server when that knows the agent (again: it ran on another database for a while), and nobody has
   * to go round the counters.
   */
  get former() {
    return this.#former
  }

  /** What counts now: nothing before enrolment and nothing once the grace is over. */
  view(nowMs: number) {
    if (!this.#policy) return { pairing: 'unenrolled', policy: undefined } as const
    if (nowMs > this.#until) return { pairing: 'expired', policy: undefined, greeted: this.#policy.origins } as const
    return { pairing: 'enrolled', policy: this.#policy } as const
  }

  /**
   * Takes over the server's answer. An enrolment trusts the keys it brings (its one-time code vouches for it), anything
   * later must be signed by a key already known and must not be older. Throws PolicyRefused; true when something changed.
   */
  accept(answer: unknown, how: 'enrolment' | 'refresh') {
    const known = how === 'refresh' ? (this.#policy ?? this.#former) : undefined
    const policy = this.#check(answer, known)
    const changed = canonicalJson(policy) !== canonicalJson(this.#policy ?? null)
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    if (changed || !existsSync(this.#formerFile)) writeWhole(this.#formerFile, JSON.stringify(answer), 0o600)
    if (!changed) return false
    // On the disk before it is renamed: an empty file after a power cut would be a counter that has to be bound again.
    writeWhole(this.#file, JSON.stringify(answer), 0o600)
    this.#liveBy(policy)
    this.#former = undefined
    for (const listener of this.#listeners) listener(policy)
    return true
  }

  /**
   * The server no longer knows this agent: without a policy nobody may come, until it is bound again. False when the file
   * cannot be removed (a virus scanner holds it): the next start hears from the server once more.
   */
  forget(): boolean {
    this.#former = this.#policy
    this.#liveBy(undefined)
    for (const listener of this.#forgotten) listener()
    try {
      // What Node tries again at all is a removal that is recursive.
      rmSync(this.#file, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      return true
    } catch {
      return false
    }
  }

  /** Whether the policy of the last run could be read; true when there was none. */
  get loads() {
    return this.#policy !== undefined || !existsSync(this.#file)
  }

  onForgotten(listener: () => void) {
    this.#forgotten.push(listener)
  }

  onChange(listener: (policy: AgentPolicy) => void) {
    this.#listeners.push(listener)
  }

  #liveBy(policy: AgentPolicy | undefined) {
    this.#policy = policy
    this.#until = policy ? Date.parse(policy.expires) + offlineGrace : 0
  }

  /** What the file holds; a file that was changed or cut off is as good as none, the server has the policy. */
  #read(file: string) {
    if (!existsSync(file)) return undefined
    try {
      return this.#check(JSON.parse(readFileSync(file, 'utf8')), undefined)
    } catch {
      return undefined
    }
  }

  #check(answer: unknown, known: AgentPolicy | undefined) {
    const parsed = policyAnswer.safeParse(answer)
    if (!parsed.success) throw new PolicyRefused('the policy is malformed')
    const { policy, policySignature } = parsed.data
    if (policy.agentId !== this.#agentId) throw new PolicyRefused('the policy is for another agent')
    if (!isSigned(policy, policySignature, (known ?? policy).serverKeys))
      throw new PolicyRefused('the policy is not signed by a known key')
    if (known && policy.policyVersion < known.policyVersion) throw new PolicyRefused('the policy is older than ours')
    return policy
  }
}
