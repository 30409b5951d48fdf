import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, notInArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { PluginService, PluginUse } from '../../centre/plugin/types.ts'
import { addedTo, asIncoming } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import { pluginDay, pluginLog, pluginNode } from './tables.ts'

/** Errors written down of ten seconds; a plugin that fits nothing must not fill a table. */
const mostErrors = 20

interface Loaded {
  version: string
  since: Date
  calls: number
  errors: number
  ms: number
  lastError: string
  lastErrorAt: Date | null
}
type Failure = PluginUse & { at: Date; areaCode: string; fault: string }

/** Which plugins this node has loaded and what they did, told now and then: no call waits for it. */
export class PluginMeter {
  readonly #plugins = new Map<string, Loaded>()
  #days = new Map<string, { calls: number; errors: number }>()
  #failures: Failure[] = []
  #told = false
  readonly #db: Database
  readonly #clock: () => Date
  readonly #node: string

  constructor(db: Database, clock: () => Date, node: string) {
    this.#db = db
    this.#clock = clock
    this.#node = node
  }

  /** What is in force here from now on; `renewed` are the plugins that were just read again: counted anew. */
  loaded(services: readonly PluginService[], renewed: ReadonlySet<string>): void {
    const since = this.#clock()
    const former = new Map(this.#plugins)
    this.#plugins.clear()
    for (const { plugin, version } of services) {
      const anew = { version, since, calls: 0, errors: 0, ms: 0, lastError: '', lastErrorAt: null }
      this.#plugins.set(plugin, (!renewed.has(plugin) && former.get(plugin)) || anew)
    }
  }

  /** One call that a service had a part in. */
  count(areaCode: string, use: PluginUse): void {
    const { plugin, service, ms, fault } = use
    const at = this.#clock()
    const own = this.#plugins.get(plugin)
    if (own) {
      own.calls++
      own.ms += ms
    }
    const key = JSON.stringify([formatDay(at), plugin, service])
    const day = this.#days.get(key) ?? { calls: 0, errors: 0 }
    day.calls++
    if (fault !== undefined) {
      day.errors++
      if (own) Object.assign(own, { errors: own.errors + 1, lastError: fault, lastErrorAt: at })
      if (this.#failures.length < mostErrors) this.#failures.push({ ...use, at, areaCode, fault })
    }
    this.#days.set(key, day)
  }

  /** Writes down what was counted since the last time and that this node lives. Without plugins it asks nothing. */
  async flush(): Promise<void> {
    if (!this.#plugins.size && !this.#days.size && !this.#told) return
    const [days, failures] = [this.#days, this.#failures]
    this.#days = new Map()
    this.#failures = []
    try {
      await this.#db.transaction((tx) => this.#write(tx, days, failures))
      this.#told = this.#plugins.size > 0
    } catch (fault) {
      for (const [key, { calls, errors }] of days) {
        const now = this.#days.get(key) ?? { calls: 0, errors: 0 }
        this.#days.set(key, { calls: now.calls + calls, errors: now.errors + errors })
      }
      this.#failures = [...failures, ...this.#failures].slice(0, mostErrors)
      throw fault
    }
  }

  async #write(
    tx: Database,
    days: ReadonlyMap<string, { calls: number; errors: number }>,
    failures: readonly Failure[],
  ): Promise<void> {
    await this.#writeNode(tx)
    if (days.size) {
      const rows = [...days].map(([key, counts]) => {
        const [day, plugin, service] = JSON.parse(key) as [string, string, string]
        return { day, plugin, service, ...counts }
      })
      await tx
        .insert(pluginDay)
        .values(rows)
        .onConflictDoUpdate({
          target: [pluginDay.day, pluginDay.plugin, pluginDay.service],
          set: addedTo(pluginDay, ['calls', 'errors']),
        })
    }
    const log = failures.map(({ at, plugin, version, service, areaCode, infno, fault: text }) => ({
      ...{ id: newId(at), at, plugin, version, service, areaCode, infno, text, node: this.#node },
    }))
    if (log.length) await tx.insert(pluginLog).values(log)
  }

  async #writeNode(tx: Database): Promise<void> {
    const here = eq(pluginNode.node, this.#node)
    const codes = [...this.#plugins.keys()]
    await tx.delete(pluginNode).where(codes.length ? and(here, notInArray(pluginNode.plugin, codes)) : here)
    if (!codes.length) return
    const seenAt = this.#clock()
    const rows = [...this.#plugins].map(([plugin, one]) => ({ node: this.#node, plugin, ...one, seenAt }))
    const columns = ['version', 'calls', 'errors', 'ms', 'lastError', 'lastErrorAt', 'since', 'seenAt'] as const
    const set = asIncoming(pluginNode, columns)
    await tx
      .insert(pluginNode)
      .values(rows)
      .onConflictDoUpdate({ target: [pluginNode.node, pluginNode.plugin], set })
  }
}
