import { fenText, parseFen } from './decimal.ts'
import { type DiffType, diffTypeOf } from './dictionaries.ts'
import type { CentreProfile } from './profile.ts'
import { columnsOf } from './standard.ts'
import { linesOf, piecesOf, zipOf } from './zip.ts'

/** One settlement or reversal of the upload file; a refunded settlement is two rows, + and − (domain.md 5.3). Fen. */
export interface UploadRow {
  setlId: string
  mdtrtId: string
  psnNo: string
  total: number
  fundTotal: number
  account: number
  refunded: boolean
}

const cell = (text: string) => text.replace(/[\t\r\n]/g, ' ') || 'null'

/** The TXT of an upload: 7 columns, TAB, LF, `null` for empty, no heading. */
export const uploadText = (rows: Iterable<UploadRow>): string => {
  const columns = columnsOf('JX', '3202', 'upload file').map(({ name }) => name)
  let text = ''
  for (const row of rows) {
    const values: Record<string, string> = {
      setl_id: row.setlId,
      mdtrt_id: row.mdtrtId,
      psn_no: row.psnNo,
      medfee_sumamt: fenText(row.total),
      fund_pay_sumamt: fenText(row.fundTotal),
      acct_pay: fenText(row.account),
      refd_setl_flag: row.refunded ? '1' : '0',
    }
    text += `${columns.map((name) => cell(values[name] ?? '')).join('\t')}\n`
  }
  return text
}

/** The ZIP of an upload; `name` without ending names the one entry. */
export const uploadZip = (name: string, rows: Iterable<UploadRow>): Uint8Array => zipOf(`${name}.txt`, uploadText(rows))

/** One row of a result file. The amounts are the centre's, where the edition has them. */
export interface ResultRow {
  psnNo: string
  /** '' when only the centre has the row */
  mdtrtId: string
  setlId: string
  /** the omsgid of a 2601 */
  msgid: string
  /** stmt_rslt as sent, and our class of it */
  code: string
  diff: DiffType
  refunded: boolean
  memo?: string
  total?: number
  fundTotal?: number
  account?: number
}

/** A line that is no result row: its number from 1. */
export interface BadLine {
  line: number
}

const money = (text: string | undefined) => (text ? parseFen(text) : undefined)

const resultRow = (line: string, profile: Pick<CentreProfile, 'resultColumns' | 'stmtRslt'>): ResultRow | undefined => {
  const cells = line.split('\t').map((text) => (/^null$/i.test(text.trim()) ? '' : text.trim()))
  const row = Object.fromEntries(profile.resultColumns.map((name, index) => [name, cells[index]]))
  // Trailing columns may be cut when empty; without the person, the message and the verdict it is no row.
  if (!row.psn_no || !row.msgid || !row.stmt_rslt) return undefined
  return {
    psnNo: row.psn_no,
    mdtrtId: row.mdtrt_id ?? '',
    setlId: row.setl_id ?? '',
    msgid: row.msgid,
    code: row.stmt_rslt,
    diff: diffTypeOf(profile.stmtRslt, row.stmt_rslt, row.setl_id ?? ''),
    refunded: row.refd_setl_flag === '1',
    memo: row.memo || undefined,
    total: money(row.medfee_sumamt),
    fundTotal: money(row.fund_pay_sumamt),
    account: money(row.acct_pay),
  }
}

/**
 * The rows of a downloaded result, one by one while it is unpacked; columns by the profile, extra ones ignored. Keep the
 * bytes themselves too: the centre deletes its copy. Throws Error on a broken ZIP.
 */
export function* resultRows(
  content: Uint8Array,
  profile: Pick<CentreProfile, 'resultColumns' | 'stmtRslt'>,
): Generator<ResultRow | BadLine> {
  let line = 0
  for (const text of linesOf(piecesOf(content))) {
    line += 1
    yield resultRow(text, profile) ?? { line }
  }
}
