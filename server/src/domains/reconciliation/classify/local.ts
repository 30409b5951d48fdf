import { daysBetween, formatDay, formatTime, parseTime } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import type { QueriedSettlement } from '../../../centre/operations/settlement-query.ts'
import { type BookRow, reversalNumberOf } from '../../book/rows.ts'
import { reversedThere } from '../../settlement/recover/reversed-there.ts'
import { type Asked, ask, personOf } from './ask.ts'
import { amountEvidence, quoted, tailOf } from './evidence.ts'
import { type Books, type Finding, type ListedRow, sideOfBook, sideOfResult, sideOfSettlement } from './finding.ts'

const baseOf = (row: ListedRow, mine: BookRow) => ({
  msgid: row.msgid,
  psnNo: row.psnNo,
  order: mine.order,
  maskedName: mine.order.maskedName,
  at: mine.at,
  local: sideOfBook(mine),
  evidence: [] as string[],
  proposal: null,
})

const same = (a: Finding['local'], b: Finding['local']) =>
  a?.total === b?.total && a?.fund === b?.fund && a?.account === b?.account

/** Our own refund is the settlement with the opposite sign, so its amounts cannot be taken over alone. */
const amountsFinding = (
  base: Omit<Finding, 'class'> & Required<Pick<Finding, 'local' | 'centre'>>,
  mine: BookRow,
): Finding => {
  const evidence = amountEvidence(base.local, base.centre)
  return mine.refunded
    ? { ...base, class: 'amounts', evidence: [...evidence, '中心退费行的金额与本地原结算不相反'], proposal: null }
    : { ...base, class: 'amounts', evidence, proposal: 'takeCentre' }
}

/** The centre holds the settlement that its file says it lacks, or calls unequal: what 5203 shows decides. */
const held = (books: Books, row: ListedRow, mine: BookRow, s: QueriedSettlement): Finding => {
  const base = { ...baseOf(row, mine), centre: sideOfSettlement(s, mine.refunded) }
  const theirs = s.setlTime ? formatDay(parseTime(s.setlTime)) : books.day
  if (theirs !== books.day) {
    const near = Math.abs(daysBetween(books.day, theirs)) <= 1
    const evidence = [`中心记在 ${s.setlTime}，本地记在 ${formatTime(mine.at)}`]
    return { ...base, class: 'crossDay', evidence, proposal: 'moveDay', automatic: near ? 'moveDay' : undefined }
  }
  const keys: [string, string, string][] = [
    ['清算机构', mine.clrOptins, s.clrOptins],
    ['清算类别', mine.clrType, s.clrType],
    ['险种', mine.insutype, s.insurance],
  ]
  const differing = keys.filter(([, ours, centre]) => centre && ours !== centre)
  if (differing.length) {
    const evidence = differing.map(([title, ours, centre]) => `${title}本地 ${ours} / 中心 ${centre}`)
    return { ...base, class: 'group', evidence, proposal: 'correctGroup', automatic: 'correctGroup' }
  }
  if (!same(base.local, base.centre)) {
    return amountsFinding(base, mine)
  }
  if (s.refunded && mine.order.state === 'settled') {
    const evidence = ['医保中心已退费，本地仍是已结算']
    return { ...base, class: 'oneSideReversed', evidence, proposal: 'confirmReversal' }
  }
  // The statement and the query contradict each other: no cause is claimed and nothing is proposed.
  if (row.diff !== 'localOnly')
    return { ...base, class: 'amounts', evidence: ['医保中心查询结果与本地一致，对账文件却不一致'] }
  const late = '医保中心查得到这笔结算，对账文件里却没有：中心的清单可能还没有生成，请稍后重新对明细'
  return { ...base, class: 'localOnly', evidence: [late] }
}

const missing = (row: ListedRow, mine: BookRow, answer: Exclude<Asked, { kind: 'found' }>): Finding => {
  const evidence = answer.kind === 'none' ? [quoted(answer.text)] : [`对账文件：${row.memo ?? '医药机构多'}`]
  return {
    ...baseOf(row, mine),
    class: 'localOnly',
    evidence: [`报文尾号 ${tailOf(mine.order.msgid ?? row.msgid)}`, ...evidence],
    proposal: 'markReversed',
  }
}

/** A refund row that the centre does not list: is its settlement still standing there? */
const missingReversal = async (books: Books, row: ListedRow, mine: BookRow): Promise<Finding> => {
  const { deps, storeRow } = books
  const { order } = mine
  const person = personOf(deps, order)
  const mdtrtId = order.mdtrtId ?? ''
  // Under its settlement's number the centre shows the settlement, whose day and amounts are not the reversal's.
  const setlId = reversalNumberOf(order)
  if (setlId) {
    const own = await ask(deps, storeRow, person, { setlId, mdtrtId })
    if (own.kind === 'found') return held(books, row, mine, own.settlement)
  }
  const original = await ask(deps, storeRow, person, { setlId: order.setlId ?? '', mdtrtId })
  if (original.kind === 'silent') return row.diff === 'localOnly' ? missing(row, mine, original) : refuse('centre.down')
  const base = baseOf(row, mine)
  if (original.kind === 'none')
    return { ...base, class: 'localOnly', evidence: [quoted(original.text)], proposal: 'markReversed' }
  const there = (await reversedThere(deps, storeRow, person, original.settlement)) ?? refuse('centre.down')
  if (there.reversed) {
    // Its day is unknown here; the statement of that day finds it by our msgid and moves it.
    return { ...base, class: 'crossDay', evidence: ['医保中心已退费，但不记在这一天'] }
  }
  const centre = sideOfSettlement(original.settlement, false)
  const evidence = [`结算号尾号 ${order.setlId?.slice(-6)} 在医保中心没有退费`]
  return { ...base, class: 'oneSideReversed', centre, evidence, proposal: 'confirmReversal' }
}

/**
 * Classifies a listed row that our book has. Jiangxi says which side lacks it and sends the centre's amounts; Hunan says
 * only unequal, so 5203 finds the class there, and without its answer nothing is claimed.
 */
export const classifyLocal = async (books: Books, row: ListedRow, mine: BookRow): Promise<Finding> => {
  if (row.diff === 'different' && row.total !== undefined) {
    const centre = sideOfResult(row)
    return amountsFinding({ ...baseOf(row, mine), centre }, mine)
  }
  if (mine.refunded) return missingReversal(books, row, mine)
  const answer = await ask(books.deps, books.storeRow, personOf(books.deps, mine.order), mine)
  if (answer.kind === 'found') return held(books, row, mine, answer.settlement)
  if (answer.kind === 'silent' && row.diff !== 'localOnly') return refuse('centre.down')
  return missing(row, mine, answer)
}
