import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { type DownloadedRx, downloadRx, type ListedRx } from '../../../centre/operations/prescription.ts'
import { unknownText } from '../../../centre/outcome.ts'
import { messageOrRefuse, refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { clerkHeader } from '../../attendance/sign.ts'
import { hashPerson } from '../../card/identity.ts'
import { tellRx } from '../moving.ts'
import { shownRx } from '../shown.ts'
import { prescription, rxDownload } from '../tables.ts'
import { requireNotTyped } from '../twice.ts'
import { type Download, markDownload, withDownload } from './claim.ts'
import { keepDownloaded } from './keep.ts'
import { askCentre, keptHere, nextUse, stateOf } from './listed.ts'
import { type Reader, readerOf, tokenOf, waiting } from './reading.ts'

const reasons: Record<Exclude<ReturnType<typeof stateOf>, 'usable'>, string> = {
  other: '已由其他药店审核',
  refused: '药师审核未通过，须由医生修改后重新开具',
  used: '已使用',
  later: '还没有到下次使用的日期',
  over: '已过期',
  revoked: '已被开方医院撤销',
}

/**
 * What the centre says of it now: this also makes an earlier 7203 definite whose answer was lost, for it is asked again then.
 */
const usableNow = async (c: Context, reader: Reader, one: Download, token: string): Promise<ListedRx> => {
  const listed = (await askCentre(c, reader, { token, number: one.number })).find(({ number }) => number === one.number)
  if (!listed) return refuse('rx.person', { number: one.number })
  const state = stateOf(listed, reader.shop.fixmedinsCode)
  return state === 'usable' ? listed : refuse('rx.notUsable', { number: one.number, text: reasons[state] })
}

/** 7203. It is marked unknown before it leaves: the centre counts the download, and `authorization` serves once. */
const fetchRx = async (
  c: Context,
  { shop, insuredArea }: Reader,
  one: Download,
  args: { number: string; authorization: string; token: string },
): Promise<DownloadedRx> => {
  const client = c.services.centre.of(shop.areaCode)
  const header = await clerkHeader(c.deps, shop, c.me, insuredArea)
  const message = messageOrRefuse(client.prepare(downloadRx, args, header))
  // Without the mark nothing leaves: the claim has run out, and somebody else may be downloading it.
  if (!(await markDownload(c, one, { state: 'unknown' }))) return refuse('rx.downloading')
  const answer = client.readAnswer(downloadRx, await client.send(message.body, '7203', waiting))
  if (answer.kind === 'booked') return answer.value
  if (answer.kind === 'unknown') return refuse('rx.downloadUnknown', { text: unknownText(answer) })
  await markDownload(c, one, { state: 'open' })
  return refuseOutcome(answer)
}

/** Downloads it and keeps it; a prescription that the store has already is that one. */
const download = async (c: Context, reader: Reader, one: Download): Promise<string> => {
  const token = await tokenOf(c, reader, false)
  if (!token) return refuse('rx.present')
  const listed = await usableNow(c, reader, one, token)
  const useNo = nextUse(listed)
  const { shop } = reader
  const known = (await keptHere(c, shop.id, [one.number])).find((kept) => kept.useNo === useNo)
  if (known) {
    await markDownload(c, one, { state: 'done', prescriptionId: known.id })
    return known.id
  }
  await requireNotTyped(c.db, shop, listed)
  const { number, authorization } = listed
  const whole = await fetchRx(c, reader, one, { number, authorization, token })
  const own = hashPerson(c.services.vault, reader.reading.person.person.psnNo)
  if (whole.number !== number || hashPerson(c.services.vault, whole.person.psnNo) !== own)
    return refuse('rx.person', { number })
  const id = await keepDownloaded(c, shop, whole, { useNo, seqNo: one.id, by: c.me.name })
  tellRx(c, { id, storeId: shop.id })
  return id
}

/** Rx/Download and Rx/CounterDownload: exactly once for a sequence number, whoever asks. It waits for a pharmacist then. */
export const downloadCirculated = async (
  { readId, seqNo }: InputOf<typeof calls.download>,
  c: Context,
): Promise<ResultOf<typeof calls.download>> => {
  const reader = await readerOf(c, readId)
  const [row] = await c.db
    .select()
    .from(rxDownload)
    .where(and(eq(rxDownload.id, seqNo), eq(rxDownload.storeId, reader.shop.id)))
  if (!row) return refuse('not.found', { what: '这个流水号' })
  if (row.psnHash !== hashPerson(c.services.vault, reader.reading.person.person.psnNo))
    refuse('rx.person', { number: row.number })
  c.on(`${reader.shop.name} ${row.number} ${formatDay(c.now)}`, reader.shop.id)
  const id = await withDownload(
    c.deps,
    seqNo,
    (mine) => (mine.state === 'done' ? keptOf(c, mine) : download(c, reader, mine)),
    () => refuse('rx.downloading'),
  )
  return shownRx(c, id)
}

/** What became of an ended download, as long as it is not withdrawn. */
const keptOf = async (c: Context, { prescriptionId, number }: Download): Promise<string> => {
  const [one] = await c.db.select().from(prescription).where(eq(prescription.id, prescriptionId))
  return one && one.state !== 'undone' ? one.id : refuse('rx.notUsable', { number, text: '已在本店撤销，请重新查询' })
}
