import { eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { markOn, oneOn } from '../../../database/claims.ts'
import type { Written } from '../../../database/columns.ts'
import type { Database } from '../../../database/open.ts'
import { prescription, type RxTold, rxDownload, rxMessage } from '../tables.ts'

export type Message = typeof rxMessage.$inferSelect
export type Download = typeof rxDownload.$inferSelect

/** A message that one request or job at a time works on (claims.ts). */
export const withMessage = oneOn(rxMessage)

/** The same of a download. */
export const withDownload = oneOn(rxDownload)

/** What is known of a claimed download from now on; false when the claim has ended. */
export const markDownload = markOn(rxDownload)

/** How a prescription shows a message of a kind and state. */
const shownAs = (kind: Message['kind'], state: Message['state']): Partial<Record<'verdict' | 'dispense', RxTold>> => {
  if (kind === 'verdict') return { verdict: state === 'needless' ? '' : state }
  if (state === 'needless') return { dispense: '' }
  return { dispense: kind === 'return' && state === 'told' ? 'returned' : state }
}

/** What the prescription shows follows its message, in the same transaction. */
export const showOn = async (
  tx: Database,
  { prescriptionId, kind }: Pick<Message, 'prescriptionId' | 'kind'>,
  state: Message['state'],
): Promise<void> => {
  await tx.update(prescription).set(shownAs(kind, state)).where(eq(prescription.id, prescriptionId))
}

const markRow = markOn(rxMessage)

/** What is known of a claimed message from now on; false when the claim has ended, or `when` no longer holds. */
export const mark = (
  { db }: Pick<Deps, 'db'>,
  one: Message,
  set: Written<Omit<Message, 'state'>> & Partial<Pick<Message, 'state'>>,
  when?: SQL,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const marked = await markRow({ db: tx }, one, set, when)
    if (marked && set.state) await showOn(tx, one, set.state)
    return marked
  })
