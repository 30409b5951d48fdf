import { type UploadRow, uploadZip } from '../../../centre/files.ts'
import { checkDetails } from '../../../centre/operations/reconciliation.ts'
import { refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { downloadFile, uploadFile } from '../../../centre/transfer.ts'
import { systemHeader } from '../../attendance/sign.ts'
import { type BookRow, rowsInTotals, sumsOf } from '../../book/rows.ts'
import type { AreaSettings } from '../../organisation/settings.ts'
import { personOf } from '../classify/ask.ts'
import type { Books } from '../classify/finding.ts'

const waiting = { timeoutMs: 120_000 }

/** A result file as it came. */
export interface ResultFile {
  filename: string
  content: Buffer
  /** dld_endtime of the centre's own copy. */
  expiresAt?: string
}

const uploadRowOf = ({ deps }: Books, row: BookRow): UploadRow => ({
  setlId: row.setlId,
  mdtrtId: row.mdtrtId,
  psnNo: personOf(deps, row.order).psnNo,
  total: row.total,
  fundTotal: row.fund,
  account: row.account,
  refunded: row.refunded,
})

/**
 * 9101, 3202, 9102: sends our rows of a clearing group and fetches what the centre makes of them (domain.md 5.3). The
 * sums cover exactly the file's rows. Refuses with the centre's words, or centre.down when an answer is missing.
 */
export const exchangeDetails = async (books: Books, settings: AreaSettings): Promise<ResultFile> => {
  const { deps, storeRow, day, clrOptins, clrType } = books
  const client = deps.services.centre.of(storeRow.areaCode)
  const header = () => systemHeader(deps, storeRow)
  const rows = rowsInTotals(books.rows, settings)
  const name = `${storeRow.fixmedinsCode}_${day.replaceAll('-', '')}`
  const content = uploadZip(
    name,
    rows.map((row) => uploadRowOf(books, row)),
    client.profile,
  )
  const sent = await uploadFile(client, { filename: `${name}.zip`, content }, await header(), waiting)
  if (sent.kind !== 'booked') return refuseOutcome(sent)
  // However the area's totals count a refund, the file has a row of it.
  const { count, total, fund, account, cash } = sumsOf(rows, { cntMode: 'GROSS' })
  const group = {
    setlOptins: clrOptins,
    clrType,
    fileQuryNo: sent.value.fileQuryNo,
    from: day,
    until: day,
    total,
    fundTotal: fund,
    account,
    cash,
    count,
    refunded: settings.refundInTotals ? undefined : false,
  }
  const checked = await client.run(checkDetails, group, await header(), waiting)
  if (checked.kind !== 'booked') return refuseOutcome(checked)
  const { fileQuryNo, filename, downloadUntil } = checked.value
  const file = await downloadFile(client, { fileQuryNo, filename }, await header(), waiting)
  if (file.kind !== 'file') return refuseOutcome(file)
  return { filename, content: file.content, expiresAt: downloadUntil }
}
