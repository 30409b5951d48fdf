import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { DiffAction } from './classes.ts'
import type { Finding } from './finding.ts'
import { type DifferenceRow, type GroupRow, settleState, voidOpen } from './groups.ts'
import { reconDifference, reconGroup } from './tables.ts'

export interface Placed {
  finding: Finding
  groupId: string
}

export interface WrittenFinding {
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

const keyOf = (one: {
  class: string
  msgid: string
  centre?: Finding['centre'] | null
  local?: Finding['local'] | null
}) => `${one.class} ${one.msgid} ${reversedIn(one)}`

/**
 * Writes the findings of a run and voids what the earlier one left open. A difference that a person has marked, with his
 * note, stays as it is and is not raised again.
 */
export const replaceFindings = async (
  { db, clock, services }: Pick<Deps, 'db' | 'clock' | 'services'>,
  groups: readonly GroupRow[],
  placed: readonly Placed[],
): Promise<WrittenFinding[]> => {
  const ids = groups.map(({ id }) => id)
  const written = await db.transaction(async (tx) => {
    await voidOpen(tx, ids)
    const marked = await tx
      .select()
      .from(reconDifference)
      .where(
        and(
          inArray(reconDifference.groupId, ids),
          eq(reconDifference.voided, false),
          eq(reconDifference.action, 'mark'),
          isNotNull(reconDifference.handledAt),
        ),
      )
    const known = new Set(marked.map(keyOf))
    const fresh = placed.filter(({ finding }) => !known.has(keyOf(finding)))
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
    return { fresh: written, marked: marked.map(({ groupId }) => groupId) }
  })
  // Where all that is unequal has been marked by a person, nothing is left to be done.
  for (const id of new Set(written.marked)) await settleState({ db }, id)
  return written.fresh
}
