import { and, lt, or, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { sweepingTime } from '../../database/sweeping.ts'
import { version } from '../../process/version.ts'
import { figuresOf, type Measured, together } from './measured.ts'
import { type Latest, nodeSample, serverNode } from './tables.ts'
import type { ThisNode } from './this-node.ts'

type NodeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'services'>

/** Seconds of the steps that are kept. */
export const fine = 10
export const coarse = 300

/** ms after which a node of that step counts as lost: some beats may come late. */
export const silence = 35_000

const hour = 3_600_000
const fineKept = hour + 600_000
const coarseKept = 7 * 24 * hour + 600_000
/** ms a node that has ended, or is no longer heard of, stays in the list. */
const nodeKept = 24 * hour

/** Samples that the latencies of the list are taken from: calls are few and far between. */
const recent = 30

const floor = (at: Date, span: number) => new Date(Math.floor(at.getTime() / span / 1000) * span * 1000)

/** What a node remembers of its own samples. */
export class Recording {
  #recent: Measured[] = []
  #running: { at: number; sum: Measured } | undefined

  /** Adds a sample; gives what the list shows, and the sum of its 5 minutes so far. */
  add(at: Date, measured: Measured): { latest: Latest; from: Date; sum: Measured } {
    const from = floor(at, coarse)
    const running = this.#running?.at === from.getTime() ? together(this.#running.sum, measured) : measured
    this.#running = { at: from.getTime(), sum: running }
    this.#recent = [...this.#recent, measured].slice(-recent)
    const { p50, p95 } = figuresOf(this.#recent.reduce(together))
    return { latest: { ...figuresOf(measured), p50, p95 }, from, sum: running }
  }
}

/** What is the same in every heartbeat of a process. */
const selfOf = ({ config }: NodeDeps, { id, name, host, startedAt, restart }: ThisNode) => ({
  ...{ id, name, host, startedAt, version, restartable: restart !== undefined },
  role: config.databaseUrl ? ('cluster' as const) : ('single' as const),
})

/** Enters this process into the list; what had its name before has ended, and makes room. */
export const enter = async (deps: NodeDeps): Promise<void> => {
  const { node } = deps.services
  const gone = sql`${serverNode.name} = ${node.name} and ${serverNode.id} <> ${node.id}`
  await deps.db.delete(serverNode).where(gone)
  await keep(deps, undefined)
}

/** Says that the node lives, and how it is. Answers what it was last asked to be. */
const keep = (deps: NodeDeps, latest: Latest | undefined) => {
  const { node } = deps.services
  return node.say(async () => {
    const now = { state: node.state, heartbeatAt: deps.clock(), endedAt: null, ...(latest && { latest }) }
    const [kept] = await deps.db
      .insert(serverNode)
      .values({ ...selfOf(deps, node), ...now })
      .onConflictDoUpdate({ target: serverNode.id, set: now })
      .returning({ wanted: serverNode.wanted, wantedAt: serverNode.wantedAt })
    return kept
  })
}

const write = async (deps: NodeDeps, span: number, at: Date, measured: Measured): Promise<void> => {
  const { name, id: nodeId } = deps.services.node
  const { name: n, span: s, at: a, nodeId: i } = nodeSample
  await deps.db
    .insert(nodeSample)
    .values({ name, nodeId, span, at, ...measured })
    .onConflictDoUpdate({ target: [n, s, a, i], set: measured })
}

/** One heartbeat with its sample. */
export const beat = async (deps: NodeDeps, recording: Recording, report: (fault: unknown) => void): Promise<void> => {
  const at = deps.clock()
  const measured = deps.services.node.load.take()
  const { latest, from, sum } = recording.add(at, measured)
  deps.services.node.obey(await keep(deps, latest)).catch(report)
  await write(deps, fine, floor(at, fine), measured)
  await write(deps, coarse, from, sum)
}

/** A change of state is told at once, between two heartbeats. */
export const tellState = async (deps: NodeDeps): Promise<void> => void (await keep(deps, undefined))

/** The process ends in order. */
export const leave = async (deps: NodeDeps): Promise<void> => {
  const { node } = deps.services
  const mine = sql`${serverNode.id} = ${node.id}`
  await node.say(() => deps.db.update(serverNode).set({ endedAt: deps.clock() }).where(mine))
}

/** Removes samples that have served their time, and nodes that were not heard of for a day. */
export const trimNodes = async (deps: Pick<Deps, 'db' | 'clock' | 'moved'>): Promise<void> => {
  const { db } = deps
  const now = await sweepingTime(deps)
  if (!now) return
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { span, at } = nodeSample
  const old = (kind: number, ms: number) => and(sql`${span} = ${kind}`, lt(at, ago(ms)))
  await db.delete(nodeSample).where(or(old(fine, fineKept), old(coarse, coarseKept)))
  await db.delete(serverNode).where(lt(serverNode.heartbeatAt, ago(nodeKept)))
}
