import { parseTime } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import type { ResultRow } from '../../../centre/files.ts'
import { type BookRow, reversalNumberOf } from '../../book/rows.ts'
import type { Side } from '../tables.ts'
import { ask, personOf } from './ask.ts'
import { classifyCentre } from './centre.ts'
import { type Books, type Finding, type ListedRow, sideOfBook, sideOfSettlement } from './finding.ts'
import { classifyLocal } from './local.ts'

/** A settlement and its reversal may share a number. */
export const keyOf = (setlId: string, refunded: boolean) => `${setlId} ${refunded}`

/** The message that made a row of ours. */
const messageOf = ({ refunded, order }: BookRow) => (refunded ? order.reversalMsgid : order.msgid) ?? ''

/** 5203 is asked for at most this many settlements of one run when groups are unequal but no row is listed. */
const askLimit = 300

/** A settlement that both books have, under two insurances. */
export const groupFinding = (
  { deps }: Books,
  mine: BookRow,
  { insurance, at, centre }: { insurance: string; at: Date; centre: Side },
): Finding => ({
  class: 'group',
  msgid: mine.order.msgid ?? '',
  psnNo: personOf(deps, mine.order).psnNo,
  order: mine.order,
  maskedName: mine.order.maskedName,
  at,
  local: sideOfBook(mine),
  centre,
  evidence: [`险种本地 ${mine.insutype} / 中心 ${insurance}`],
  proposal: 'correctGroup',
  automatic: 'correctGroup',
})

/** Settlements that the centre counts under another insurance: its file, which knows no insurance, lists none of them. */
const misgrouped = async (books: Books, rows: readonly BookRow[]): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const mine of rows.filter(({ refunded }) => !refunded).slice(0, askLimit)) {
    const person = personOf(books.deps, mine.order)
    const answer = await ask(books.deps, books.storeRow, person, mine)
    if (answer.kind !== 'found') continue
    const { settlement: s } = answer
    if (!s.insurance || s.insurance === mine.insutype) continue
    const at = s.setlTime ? parseTime(s.setlTime) : mine.at
    found.push(groupFinding(books, mine, { insurance: s.insurance, at, centre: sideOfSettlement(s, false) }))
  }
  return found
}

/** Two settlements of one ERP bill that both books have: no difference between them, but money to give back. */
export const duplicates = (books: Books): Finding[] => {
  const standing = books.rows.filter(({ refunded, order }) => !refunded && order.state === 'settled' && order.erpBill)
  return standing.flatMap((later, index) => {
    const first = standing.slice(0, index).find(({ order }) => order.erpBill === later.order.erpBill)
    if (!first) return []
    const apart = Math.round((later.at.getTime() - first.at.getTime()) / 1000)
    const finding: Finding = {
      class: 'duplicate',
      msgid: later.order.msgid ?? '',
      psnNo: personOf(books.deps, later.order).psnNo,
      order: later.order,
      maskedName: later.order.maskedName,
      at: later.at,
      local: sideOfBook(later),
      centre: sideOfBook(later),
      evidence: [`ERP 单 ${later.order.erpBill} 有两笔中心结算，相隔 ${apart} 秒`],
      proposal: 'reverse',
    }
    return [finding]
  })
}

/** Our refund row that the file lists under the settlement's number, because the refund's own number never came. */
const isSameReversal = (finding: Finding, mine: BookRow): boolean =>
  finding.class === 'oneSideReversed' &&
  finding.automatic !== undefined &&
  mine.refunded &&
  mine.order.id === finding.order?.id &&
  !reversalNumberOf(mine.order)

/** A row and what our book has under its number. */
export interface Listed {
  row: ListedRow
  mine: BookRow
}

/** Rows that only the centre has, and rows of ours that differ, each with its class (domain.md 5.4). */
export const classifyRows = async (
  books: Books,
  { centres, ours }: { centres: readonly ListedRow[]; ours: readonly Listed[] },
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const row of centres) findings.push(await classifyCentre(books, row))
  for (const { row, mine } of ours) {
    if (findings.some((finding) => isSameReversal(finding, mine))) continue
    findings.push(await classifyLocal(books, row, mine))
  }
  return findings
}

/**
 * Sorts the rows of a result file into classes (domain.md 5.4). Rows that are not listed are equal. `unequal` = the
 * insurances whose totals differ: with two of them or no listed row, the grouping itself is looked into.
 */
export const classify = async (
  books: Books,
  listed: readonly ResultRow[],
  unequal: ReadonlySet<string>,
): Promise<Finding[]> => {
  const byKey = new Map(books.rows.map((row) => [keyOf(row.setlId, row.refunded), row]))
  const ownOf = (row: ResultRow) => byKey.get(keyOf(row.setlId, row.refunded))
  // What we sent under a number and a message, whatever its sign in the file.
  const sent = new Set(books.rows.map((row) => `${row.setlId} ${messageOf(row)}`))
  // The standard has no number in such a row; a centre that writes one says all the same that it is its own. Where its code
  // does not say whose a row is (Hunan), one that we did not send is nobody else's: a refund without a number of its own
  // bears that of the settlement, and its own message.
  const isCentres = (row: ResultRow) =>
    row.setlId === '' ||
    (!ownOf(row) && (row.diff === 'centreOnly' || (row.diff === 'unclear' && !sent.has(`${row.setlId} ${row.msgid}`))))
  const differing = listed.filter(({ diff }) => diff !== 'balanced')
  const ours = differing.flatMap((row): Listed[] => {
    if (isCentres(row)) return []
    const mine = ownOf(row)
    if (!mine) return refuse('recon.state', { text: `结果文件中的结算号 ${row.setlId} 不在上传的明细里` })
    return [{ row, mine }]
  })
  const findings = await classifyRows(books, { centres: differing.filter(isCentres), ours })
  if (unequal.size > 1 || (unequal.size === 1 && !findings.length)) {
    const reported = new Set(findings.map(({ order }) => order?.id))
    const silent = books.rows.filter((row) => unequal.has(row.insutype) && !reported.has(row.order.id))
    findings.push(...(await misgrouped(books, silent)))
  }
  return [...findings, ...duplicates(books)]
}
