import { and, eq } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { maskName } from '../../../base/mask.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import type { DownloadedRx } from '../../../centre/operations/prescription.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { noteRx } from '../moving.ts'
import { marksOf, sealPersonal } from '../personal.ts'
import { sexOf } from '../save.ts'
import { prescription, rxDownload } from '../tables.ts'
import { lockNumber, typedOf } from '../twice.ts'
import { matchDrugs } from './match.ts'

interface How {
  useNo: number
  /** Of the download; absent for one that the centre sent by itself. */
  seqNo?: string
  by: string
}

/** The day and, where it ends within it, the moment: a bare day of the centre reads as its midnight (china-time.ts). */
const endOf = (moment: string) => {
  const time = moment.slice(11)
  return { validUntil: moment.slice(0, 10), validTime: /^(00:00:00|23:59:59)$/.test(time) ? '' : time }
}

/** Writes a downloaded prescription down, sealed and waiting for a pharmacist, with its download's end; answers its id. */
export const keepDownloaded = async (
  c: Pick<Context, 'db' | 'now' | 'services'>,
  shop: StoreRow,
  whole: DownloadedRx,
  { useNo, seqNo, by }: How,
): Promise<string> => {
  const id = newId(c.now)
  const { name, certificateNo: certNo, psnNo, gender, age } = whole.person
  const { vault } = c.services
  const { diagnosis, diagnosisCode } = whole
  const lines = await matchDrugs(c.db, shop, whole.drugs)
  const row: typeof prescription.$inferInsert = {
    ...{ id, companyId: shop.companyId, areaCode: shop.areaCode, storeId: shop.id },
    ...{ source: 'circulation', useNo, downloadCode: whole.downloadCode, number: whole.number },
    ...{ hospital: whole.hospital, department: whole.department, doctor: whole.doctor },
    ...{ prescribedOn: whole.issuedAt.slice(0, 10), ...endOf(whole.validUntil) },
    ...{ rxType: whole.herbal ? '2' : '1', attribute: whole.attribute, maskedName: maskName(name), lines },
    ...{ personal: sealPersonal(vault, { name, certNo, diagnosis, diagnosisCode }), sex: sexOf(gender) },
    ...{ age: Math.floor(Number(age)) || null, ...marksOf(vault, { name, certNo, psnNo }) },
    ...{ state: 'waiting', enteredName: by, editors: [], submittedAt: c.now, createdAt: c.now, changedAt: c.now },
  }
  return c.db.transaction(async (tx) => {
    await lockNumber(tx, shop, whole.number)
    const typed = (await typedOf(tx, shop, [whole])).get(whole.number)
    const [added] = await tx.insert(prescription).values(row).onConflictDoNothing().returning({ id: prescription.id })
    // The centre counts the download: what came meanwhile is said, and keeps it no longer away.
    const text = `从医保中心下载的流转处方${typed ? `；「${typed.storeName}」录入了同号的纸质处方，只能结算一张，请撤销另一张` : ''}`
    if (added) await noteRx(tx, id, c.now, { move: '下载', text, by })
    const kept = added ?? (await keptAs(tx, row))
    if (seqNo)
      await tx.update(rxDownload).set({ state: 'done', prescriptionId: kept.id }).where(eq(rxDownload.id, seqNo))
    return kept.id
  })
}

/** The one that somebody else wrote down in the same moment. */
const keptAs = async (tx: Context['db'], { storeId, number, useNo }: typeof prescription.$inferInsert) => {
  const rows = await tx
    .select({ id: prescription.id, state: prescription.state, source: prescription.source })
    .from(prescription)
    .where(and(eq(prescription.storeId, storeId), eq(prescription.number, number), eq(prescription.useNo, useNo ?? 1)))
  return (
    rows.find(({ state, source }) => state !== 'undone' && source === 'circulation') ??
    refuse('not.found', { what: '这张处方' })
  )
}
