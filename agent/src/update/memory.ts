import { join } from 'node:path'
import { compareVersions, releaseVersion, signaturesNeeded } from '@yibao/shared/agent/release.ts'
import * as z from 'zod/mini'
import { privateFolder, readJson, writeWhole } from '../files/disk.ts'
import type { Installation } from '../install/platform.ts'
import { updateFolder } from './installation.ts'

/** A version that went wrong is left alone for this long (agent.md 5.4). ms. */
const restMs = 24 * 3600 * 1000

const kept = z.object({
  /** by key id, the highest version it was seen to sign */
  floors: z.record(z.string(), releaseVersion),
  /** versions that went wrong, and when (unix ms) */
  bad: z.record(z.string(), z.number()),
  /** the last version whose desk came after nobody could try it out */
  desk: z.optional(releaseVersion),
})

/**
 * What an agent remembers of releases: the floor of each key, and which versions went wrong lately. Gateway and updater
 * write it in turn, so each of them looks before it says anything.
 */
export class UpdateMemory {
  readonly #file: string

  constructor(installation: Pick<Installation, 'data'>) {
    this.#file = join(privateFolder(updateFolder(installation)), 'memory.json')
  }

  get #kept(): z.infer<typeof kept> {
    const parsed = kept.safeParse(readJson(this.#file))
    return parsed.success ? parsed.data : { floors: {}, bad: {} }
  }

  /**
   * Whether enough of these keys never signed anything newer. The floor is each key's own: a stolen key that signed
   * version 99999 keeps nobody from the releases of the other two.
   */
  allows(version: string, signers: readonly string[]): boolean {
    const { floors } = this.#kept
    const free = signers.filter((kid) => compareVersions(version, floors[kid] ?? version) >= 0)
    return free.length >= signaturesNeeded
  }

  /** Raises the floor of the keys that signed this version. */
  saw(version: string, signers: readonly string[]): void {
    const { floors, ...rest } = this.#kept
    const higher = signers.filter((kid) => compareVersions(version, floors[kid] ?? '0.0.0') > 0)
    if (higher.length === 0) return
    this.#save({ ...rest, floors: { ...floors, ...Object.fromEntries(higher.map((kid) => [kid, version])) } })
  }

  /** Whether the version went wrong within the last 24 hours. */
  isBad(version: string, nowMs: number): boolean {
    const at = this.#kept.bad[version]
    return at !== undefined && Math.abs(nowMs - at) < restMs
  }

  wentWrong(version: string, nowMs: number): void {
    const { bad, ...rest } = this.#kept
    this.#save({ ...rest, bad: { ...bad, [version]: nowMs } })
  }

  /** Whether the desk of this version, which the updater could not try out, has come once. */
  hasDesk(version: string): boolean {
    return this.#kept.desk === version
  }

  deskCame(version: string): void {
    this.#save({ ...this.#kept, desk: version })
  }

  #save(next: z.infer<typeof kept>) {
    writeWhole(this.#file, JSON.stringify(next))
  }
}
