import {
  compareVersions,
  inRing,
  releaseGraceMs,
  type SignedRelease,
  type UpdateReport,
} from '@yibao/shared/agent/release.ts'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { type agent, store } from '../organisation/tables.ts'
import { release } from './tables.ts'

type Release = typeof release.$inferSelect
type Shop = { id: string; areaCode: string; code: string }

/** Whether a release is meant for a counter of these stores: the server's ring, inside the signed one (ring.ts asks it of all). */
const isMeantFor = (row: Pick<Release, 'scope' | 'areas' | 'stores' | 'rollout'>, shops: readonly Shop[]): boolean => {
  const own = {
    all: () => true,
    areas: () => shops.some(({ areaCode }) => row.areas.includes(areaCode)),
    stores: () => shops.some(({ id }) => row.stores.includes(id)),
  }
  const codes = shops.map(({ code }) => code)
  return own[row.scope]() && inRing(row.rollout, codes)
}

const shopsOf = (db: Deps['db'], storeIds: string[]): Promise<Shop[]> =>
  storeIds.length
    ? db
        .select({ id: store.id, areaCode: store.areaCode, code: store.fixmedinsCode })
        .from(store)
        .where(inArray(store.id, storeIds))
    : Promise.resolve([])

interface Offered {
  version: string
  signed: SignedRelease
  forced: boolean
}

/**
 * The newest open release that is meant for this agent, newer than what it runs, and one that it can take: it is not over,
 * and signed with keys that this agent knows (a PC that was off over a change of keys takes the release between first).
 * undefined when there is none.
 */
export const offerFor = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { storeIds, version, state }: Pick<typeof agent.$inferSelect, 'storeIds' | 'version' | 'state'>,
  channel: 'stable' | 'grey',
): Promise<Offered | undefined> => {
  const ended = new Date(clock().getTime() - releaseGraceMs)
  const { unfit = [] } = (state.update ?? {}) as Partial<UpdateReport>
  const open = await db
    .select()
    .from(release)
    .where(and(eq(release.state, 'open'), eq(release.channel, channel), gt(release.expiresAt, ended)))
    .orderBy(desc(release.rank))
    .limit(20)
  const isNewer = (one: Release) => !/^\d+\.\d+\.\d+$/.test(version) || compareVersions(one.version, version) > 0
  const newer = open.filter((one) => isNewer(one) && !unfit.includes(one.version))
  if (!newer.length) return undefined
  const shops = await shopsOf(db, storeIds)
  const found = newer.find((one) => isMeantFor(one, shops))
  return found && { version: found.version, signed: found.signed, forced: found.forced }
}
