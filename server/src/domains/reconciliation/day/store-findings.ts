import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { countingOf, type StatementCounting } from '../../../centre/fund-sum.ts'
import type { Database } from '../../../database/open.ts'
import { stillCounts } from '../../settlement/counted.ts'
import { countedAnew } from '../centre/ask-totals.ts'
import type { DiffAction } from '../classify/classes.ts'
import type { Finding } from '../classify/finding.ts'
import { isMarkedSum, sumsApart } from '../classify/sums-apart.ts'
import { type DifferenceRow, type GroupRow, settleState, voidOpen } from '../groups/groups.ts'
import { reconDifference, reconGroup } from '../tables.ts'

interface Placed {
  finding: Finding
  groupId: string
}

interface WrittenFinding {
  difference: DifferenceRow
  action?: DiffAction
}

const reversedIn = ({
  centre,
  local,
}: {
  centre?: { reversed: boolean } | null
  local?: { reversed: boolean } | null
}) => (centre ?? local)?.reversed ?? false

type Row = Pick<Finding, 'msgid'> & { centre?: Finding['centre'] | null; local?: Finding['local'] | null }

const rowOf = (one: Row) => `${one.msgid} ${reversedIn(one)}`

const keyOf = (one: Row & { class: string }) => `${one.class} ${rowOf(one)}`

/** What stood when a run began to read the books. */
export interface Begun extends StatementCounting {
  /** The differences of the store's day that were dealt with already, each with when. */
  handled: ReadonlyMap<string, number | undefined>
}

/** What stands now of a store's day. */
export const begunNow = async (
  { db, services }: Pick<Deps, 'db' | 'services'>,
  { storeId, areaCode, day }: Pick<GroupRow, 'storeId' | 'areaCode' | 'day'>,
): Promise<Begun> => {
  const counting = countingOf(services.centre.of(areaCode).profile)
  const here = and(eq(reconDifference.storeId, storeId), eq(reconDifference.day, day))
  const rows = await db
    .select({ id: reconDifference.id, at: reconDifference.handledAt })
    .from(reconDifference)
    .where(and(here, isNotNull(reconDifference.handledAt)))
  return { ...counting, handled: new Map(rows.map(({ id, at }) => [id, at?.getTime()])) }
}

/**
 * The groups of which nothing but the sums differs, and of which nobody has marked a difference that explains it. One whose
 * book has moved since 3201 was asked (outdate) has no verdict: it is asked again first.
 */
const apart = (asked: readonly GroupRow[], marked: readonly DifferenceRow[]): Placed[] =>
  asked
    .filter(({ state, centreResult }) => state === '3' && centreResult !== null)
    .map((group) => ({ group, finding: sumsApart(group) }))
    .filter(({ group: { id }, finding }) =>
      marked.every((one) => one.groupId !== id || (one.class === 'totals' && !isMarkedSum(one, finding))),
    )
    .map(({ group, finding }) => ({ finding, groupId: group.id }))

/**
 * Writes the findings of a run and voids what the earlier one left open, and `also` with it or not at all. A difference that
 * a person has marked, with his note, stays as it is and is not raised again. Nor is a row raised whose repair is under way,
 * or has ended since this run began to read the books, when only what `begun` names was: it would be found as it was before.
 * With `rowByRow` the run compared whole rows: where it found none to differ, what is unequal in a group is the centre's sum.
 * Refuses what was read by another counting than the area's is by now: what differs is turned with the option, and this run
 * knows nothing of it.
 */
export const replaceFindings = async (
  deps: Pick<Deps, 'db' | 'clock' | 'moved' | 'services'>,
  {
    groups,
    begun,
    also,
    rowByRow = false,
  }: { groups: readonly GroupRow[]; begun: Begun; also?: (tx: Database) => Promise<void>; rowByRow?: boolean },
  placed: readonly Placed[],
): Promise<WrittenFinding[]> => {
  const { db, clock, services } = deps
  const ids = groups.map(({ id }) => id)
  const written = await db.transaction(async (tx) => {
    if (!(await stillCounts(tx, groups[0]!.areaCode, begun)))
      return refuse('recon.state', { text: countedAnew('对明细') })
    // Of two runs at once the second speaks for both: it voids what the first has written, and not beside it.
    const asked = await tx
      .select()
      .from(reconGroup)
      .where(inArray(reconGroup.id, ids))
      .orderBy(reconGroup.id)
      .for('update')
    await also?.(tx)
    // Held until the end: no repair begins or ends in between.
    const standing = await tx
      .select()
      .from(reconDifference)
      .where(and(inArray(reconDifference.groupId, ids), eq(reconDifference.voided, false)))
      .for('update')
    const voided = new Set((await voidOpen(tx, ids, deps).returning()).map(({ id }) => id))
    const marked = standing.filter(({ action, handledAt }) => action === 'mark' && handledAt)
    const repaired = standing.filter(({ id, handledAt }) =>
      handledAt ? begun.handled.get(id) !== handledAt.getTime() : !voided.has(id),
    )
    const known = new Set([...marked.map(keyOf), ...repaired.map(rowOf)])
    const rows = placed.filter(({ finding }) => !known.has(keyOf(finding)) && !known.has(rowOf(finding)))
    const quiet = rowByRow && !rows.length && !repaired.length
    const fresh = quiet ? apart(asked, marked) : rows
    if (fresh.length)
      await tx
        .update(reconGroup)
        .set({ state: '3' })
        .where(
          inArray(
            reconGroup.id,
            fresh.map(({ groupId }) => groupId),
          ),
        )
    const written: WrittenFinding[] = []
    for (const { finding, groupId } of fresh) {
      const group = groups.find(({ id }) => id === groupId)!
      const [difference] = await tx
        .insert(reconDifference)
        .values({
          id: newId(clock()),
          groupId,
          storeId: group.storeId,
          day: group.day,
          class: finding.class,
          orderId: finding.order?.id,
          msgid: finding.msgid,
          psn: services.vault.seal(finding.psnNo),
          insuredArea: finding.insuredArea,
          maskedName: finding.maskedName,
          at: finding.at,
          local: finding.local,
          centre: finding.centre,
          evidence: finding.evidence,
          proposal: finding.proposal,
        })
        .returning()
      written.push({ difference: difference!, action: finding.automatic })
    }
    return { fresh: written, left: [...marked, ...repaired].map(({ groupId }) => groupId) }
  })
  // Where all that is unequal has been marked by a person, nothing is left to be done.
  for (const id of new Set(written.left)) await settleState({ db }, id)
  return written.fresh
}
