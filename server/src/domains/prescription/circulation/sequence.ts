import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { and, desc, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { compactText } from '../../../centre/china-time.ts'
import { nextSerial } from '../../attendance/serial.ts'
import { hashPerson } from '../../card/identity.ts'
import { rxDownload } from '../tables.ts'
import { readerOf } from './reading.ts'

/** The download of a prescription in a store that has not ended. */
const openOf = async (c: Context, storeId: string, number: string) => {
  const here = and(eq(rxDownload.storeId, storeId), eq(rxDownload.number, number))
  const rows = await c.db
    .select()
    .from(rxDownload)
    .where(here)
    .orderBy(desc(rxDownload.createdAt), desc(rxDownload.id))
    .limit(5)
  return rows.find(({ state }) => state !== 'done')
}

/**
 * MatchsOutsideRxExternal/EcRxGetSeqNoHass: the number under which a prescription comes into this store. Whoever asks for
 * the same one meanwhile gets the same number, so that two counters make one download (domain.md 7.2).
 */
export const sequenceFor = async (
  { readId, number }: InputOf<typeof calls.ecRxGetSeqNoHass>,
  c: Context,
): Promise<ResultOf<typeof calls.ecRxGetSeqNoHass>> => {
  const { shop, reading } = await readerOf(c, readId)
  const psnHash = hashPerson(c.services.vault, reading.person.person.psnNo)
  const known = await openOf(c, shop.id, number)
  if (known && known.psnHash !== psnHash) return refuse('rx.person', { number })
  if (known) return { seqNo: known.id }
  const serial = String(await nextSerial(c.db)).padStart(4, '0')
  const id = `${shop.fixmedinsCode.slice(-8)}${compactText(c.now)}${serial}`
  await c.db
    .insert(rxDownload)
    .values({ id, storeId: shop.id, number, psnHash, createdAt: c.now })
    .onConflictDoNothing()
  // Somebody else may have been quicker in this very moment.
  const mine = await openOf(c, shop.id, number)
  return { seqNo: mine?.id ?? id }
}
