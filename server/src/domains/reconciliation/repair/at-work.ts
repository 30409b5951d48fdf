import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { claimsOn, lease, mineOf } from '../../../database/claims.ts'
import { isFree, lasting } from '../../../database/held.ts'
import type { DifferenceRow } from '../groups/groups.ts'
import { reconDifference, reconRepair } from '../tables.ts'

type Parts = Pick<Context, 'db' | 'deps'>

/** The settlement that a repair is about: the message it was sent with, and by which store. */
type Matter = Pick<DifferenceRow, 'storeId' | 'msgid'>

const claimed = claimsOn(reconDifference)

/** Holds a settlement of the centre for `work`, or tells it that somebody else does. Who died leaves it after the lease. */
const holding = async <R>(
  { db, deps }: Parts,
  { storeId, msgid }: Matter,
  work: (held: boolean) => Promise<R>,
): Promise<R> => {
  const claimedUntil = lasting(deps, lease)
  const [mine] = await db
    .insert(reconRepair)
    .values({ id: `${storeId} ${msgid}`, claimedUntil })
    .onConflictDoUpdate({
      target: reconRepair.id,
      set: { claimedUntil },
      setWhere: isFree(deps, reconRepair.claimedUntil, lease),
    })
    .returning()
  try {
    return await work(mine !== undefined)
  } finally {
    if (mine) await db.delete(reconRepair).where(mineOf(reconRepair, [mine.id], mine.claimedUntil))
  }
}

/**
 * One repair at a time of a difference, and none of one that a newer run has voided: `work` gets it as it is now, or
 * nothing while somebody else is at it, also where no difference says so. No run voids it or raises its row again as long
 * as `work` goes on.
 */
export const atWork = <R>(
  c: Parts,
  { id, ...matter }: Pick<DifferenceRow, 'id' | 'storeId' | 'msgid'>,
  work: (mine: DifferenceRow | undefined) => Promise<R>,
): Promise<R> =>
  claimed(c.deps, [id], ([mine]) =>
    mine ? holding(c, matter, (held) => work(held ? mine : undefined)) : work(undefined),
  )

/**
 * A repair of what somebody found by asking the centre of a person: `free` is false while the same settlement is being
 * repaired, here or as a difference. Those that stand open are shown as locked meanwhile.
 */
export const atMatter = async <R>(c: Parts, matter: Matter, work: (free: boolean) => Promise<R>): Promise<R> => {
  const open = await c.db
    .select({ id: reconDifference.id })
    .from(reconDifference)
    .where(
      and(
        eq(reconDifference.storeId, matter.storeId),
        eq(reconDifference.msgid, matter.msgid),
        eq(reconDifference.voided, false),
        isNull(reconDifference.handledAt),
      ),
    )
  const ids = open.map(({ id }) => id)
  return claimed(c.deps, ids, (mine) => (mine.length < ids.length ? work(false) : holding(c, matter, work)))
}

/** Whether a claimed difference may be repaired: neither handled nor voided meanwhile. */
export const stands = (mine: DifferenceRow | undefined): mine is DifferenceRow =>
  mine !== undefined && !mine.voided && !mine.handledAt
