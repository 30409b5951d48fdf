import { fenText, parseFen } from './decimal.ts'
import { type DiffType, diffTypeOf } from './dictionaries.ts'
import { fundSum, fundsOf } from './fund-sum.ts'
import type { CentreProfile } from './profile.ts'
import { asRefund } from './refund-sign.ts'
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
export const uploadText = (rows: Iterable<UploadRow>, profile: Pick<CentreProfile, 'fundIncludesAcct'>): string => {
  const columns = columnsOf('JX', '3202', 'upload file').map(({ name }) => name)
  let text = ''
  for (const row of rows) {
    const values: Record<string, string> = {
      setl_id: row.setlId,
      mdtrt_id: row.mdtrtId,
      psn_no: row.psnNo,
      medfee_sumamt: fenText(row.total),
      fund_pay_sumamt: fenText(fundSum(profile, row.fundTotal, row.account)),
      acct_pay: fenText(row.account),
      refd_setl_flag: row.refunded ? '1' : '0',
    }
    text += `${columns.map((name) => cell(values[name] ?? '')).join('\t')}\n`
  }
  return text
}

/** The ZIP of an upload; `name` without ending names the one entry. */
export const uploadZip = (
  name: string,
  rows: Iterable<UploadRow>,
  profile: Pick<CentreProfile, 'fundIncludesAcct'>,
): Uint8Array => zipOf(`${name}.txt`, uploadText(rows, profile))

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
interface BadLine {
  line: number
}

const money = (text: string | undefined) => (text ? parseFen(text) : undefined)

type ResultRules = Pick<CentreProfile, 'resultColumns' | 'stmtRslt' | 'fundIncludesAcct'>

const amountsOf = (row: Record<string, string | undefined>, profile: ResultRules, refunded: boolean) => {
  const [sum, account] = [money(row.fund_pay_sumamt), money(row.acct_pay)]
  const fundTotal = sum === undefined || account === undefined ? sum : fundsOf(profile, sum, account)
  const amounts = { total: money(row.medfee_sumamt), fundTotal, account }
  return refunded ? asRefund(amounts) : amounts
}

const resultRow = (line: string, profile: ResultRules): ResultRow | undefined => {
  const cells = line.split('\t').map((text) => (/^null$/i.test(text.trim()) ? '' : text.trim()))
  const row = Object.fromEntries(profile.resultColumns.map((name, index) => [name, cells[index]]))
  // Trailing columns may be cut when empty; without the person, the message and the verdict it is no row.
  if (!row.psn_no || !row.msgid || !row.stmt_rslt) return undefined
  const refunded = row.refd_setl_flag === '1'
  return {
    psnNo: row.psn_no,
    mdtrtId: row.mdtrt_id ?? '',
    setlId: row.setl_id ?? '',
    msgid: row.msgid,
    code: row.stmt_rslt,
    diff: diffTypeOf(profile.stmtRslt, row.stmt_rslt, row.setl_id ?? ''),
    refunded,
    memo: row.memo || undefined,
    ...amountsOf(row, profile, refunded),
  }
}

/** Bytes that a day's result may unpack to, two million rows: they are compared all at once. */
const mostResult = 256 * 2 ** 20

/**
 * The rows of a downloaded result, one by one while it is unpacked; columns by the profile, extra ones ignored. Keep the
 * bytes themselves too: the centre deletes its copy. Throws Error on a broken ZIP.
 */
export function* resultRows(content: Uint8Array, profile: ResultRules): Generator<ResultRow | BadLine> {
  let line = 0
  for (const text of linesOf(piecesOf(content, mostResult))) {
    line += 1
    yield resultRow(text, profile) ?? { line }
  }
}
