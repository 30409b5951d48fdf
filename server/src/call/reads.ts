import { type Call, isRead } from '@yibao/shared/call.ts'
import { Refusal } from '../base/refuse.ts'
import { wasEnded } from '../database/ended.ts'
import { readsEnd } from '../database/open.ts'
import type { Deps } from './context.ts'
import type { SessionUser } from './session-user.ts'

/** Whether a call reads what stands under the data roles of somebody without a store: as many orders as a chain has. */
const isOfMany = (call: Call, user: SessionUser | undefined): boolean =>
  user !== undefined && !user.storeId && call.scope !== undefined && isRead(call)

const known = new WeakMap<Deps, Deps>()

/**
 * What a call is performed with: for a read over many stores connections of their own, so that however long lists and
 * reports take, the counters have theirs.
 */
export const readsOf = (deps: Deps, call: Call, user: SessionUser | undefined): Deps => {
  if (deps.reads === deps.db || !isOfMany(call, user)) return deps
  const own = known.get(deps) ?? { ...deps, db: deps.reads }
  known.set(deps, own)
  return own
}

/** node-postgres, when no connection came free in time. */
const waited = /^timeout exceeded when trying to connect/

const isLate = (fault: unknown): boolean =>
  fault instanceof Error && (wasEnded(fault) || waited.test(fault.message) || isLate(fault.cause))

/** A fault of such a read; where it took too long, or waited that long for others of its kind, the refusal that says it. */
export const slowRead = (fault: unknown): unknown =>
  isLate(fault) ? new Refusal('read.slow', { seconds: readsEnd / 1000 }) : fault
