import { daysBetween, formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq } from 'drizzle-orm'
import { type BookRow, reversedRow, settledRow } from '../../book/rows.ts'
import { hashPerson } from '../../card/identity.ts'
import { order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import { soldAgain } from '../../settlement/duplicates.ts'
import { livesOn } from '../../settlement/recover/life.ts'
import { reversedThere } from '../../settlement/recover/reversed-there.ts'
import { ask, personOf } from './ask.ts'
import type { DiffAction } from './classes.ts'
import { messageEvidence, tailOf } from './evidence.ts'
import { type Books, type Finding, isFindable, type ListedRow, sideOfBook, sideOfResult } from './finding.ts'
import { isOut, type Owner, ownerOf, twinOf } from './owner.ts'

const baseOf = (row: ListedRow, known?: OrderRow) => ({
  msgid: row.msgid,
  psnNo: row.psnNo,
  order: known,
  maskedName: known?.maskedName ?? '',
  centre: sideOfResult(row),
  evidence: [] as string[],
  proposal: null,
})

/** Our book has this very message, elsewhere: on another day or in another group (domain.md 5.4). Nothing is sent. */
const bookedElsewhere = ({ day, clrOptins, clrType }: Books, row: ListedRow, mine: BookRow): Finding => {
  const base = { ...baseOf(row, mine.order), at: mine.at, local: sideOfBook(mine) }
  const same = `报文尾号 ${tailOf(row.msgid)} 两边一致`
  const ours = formatDay(mine.at)
  if (ours !== day) {
    const near = Math.abs(daysBetween(day, ours)) <= 1
    const evidence = [same, `中心记在 ${day}，本地记在 ${formatTime(mine.at)}`]
    return { ...base, class: 'crossDay', evidence, proposal: 'moveDay', automatic: near ? 'moveDay' : undefined }
  }
  if (mine.clrOptins !== clrOptins || mine.clrType !== clrType) {
    const evidence = [same, `清算机构和类别 本地 ${mine.clrOptins} ${mine.clrType} / 中心 ${clrOptins} ${clrType}`]
    return { ...base, class: 'group', evidence, proposal: 'correctGroup', automatic: 'correctGroup' }
  }
  return { ...base, class: 'centreOnlyKnown', evidence: [same, '本地已有这笔结算，结算号与中心不一致'] }
}

/** What is not sold twice is booked where goods left under it; a duplicate goes back, and a person says so of goods. */
const proposed = (facts: Record<'again' | 'out' | 'restored' | 'findable', boolean>): DiffAction | null => {
  if (facts.again) return facts.out ? null : 'undo'
  if (facts.out || facts.restored) return facts.findable ? 'backfill' : null
  return 'undo'
}

/** A settlement under our own msgid that our book does not have (DESIGN 7, "A 3202 centre-only row with our msgid"). */
const ownSettlement = async (books: Books, row: ListedRow, owner: Owner): Promise<Finding> => {
  const { order: mine, intent: sent } = owner
  const booked = mine.msgid === row.msgid ? settledRow(mine) : undefined
  if (booked) return bookedElsewhere(books, row, booked)
  const again = mine.msgid !== row.msgid && settledRow(mine) ? mine : await twinOf(books.deps.db, mine)
  const evidence = messageEvidence(owner, row.msgid)
  if (again?.settledAt && sent) {
    const apart = Math.round(Math.abs(again.settledAt.getTime() - sent.sentAt.getTime()) / 1000)
    evidence.push(
      `${mine.erpBill ? `ERP 单 ${mine.erpBill}` : `订单 ${mine.orderNo}`} 有两笔中心结算，相隔 ${apart} 秒`,
    )
  }
  const like = again || !sent ? undefined : await soldAgain(books.deps.db, mine, sent.sentAt)
  if (like) evidence.push(`之后同一参保人另买了同样的药品（订单 ${like.orderNo}），疑似重复：先核对是不是只买了一次`)
  const undecided = sent?.outcome === 'open' || sent?.outcome === 'unknown'
  const onlyNotFound = sent?.outcome === 'undone' && sent.undoneBy === 'notFound'
  const out = isOut(owner, row.msgid)
  // What became of it after the backup, or in the last moments of the host that failed, may be lost.
  const restored = sent !== undefined && !(await livesOn(books.deps.db, sent.life))
  const byItself = (undecided || onlyNotFound) && !out && !restored
  const findable = isFindable(books.deps, books.storeRow.areaCode, true)
  if (restored) evidence.push('数据库恢复过备份或换过主机，药品可能已交付：先核实再处理')
  if (out && !findable) evidence.push('本地区查不到结算号：在异常订单中按医保中心网站的结算号补录')
  return {
    ...baseOf(row, mine),
    class: again ? 'duplicate' : 'centreOnlyKnown',
    at: sent?.sentAt,
    evidence,
    proposal: proposed({ again: (again ?? like) !== undefined, out, restored, findable }),
    automatic: byItself ? 'undo' : undefined,
  }
}

/** A reversal under our own msgid. What we do not have yet is booked from it; nothing is sent. */
const ownReversal = (books: Books, row: ListedRow, owner: Owner): Finding => {
  const { order: mine, intent: sent } = owner
  const booked = reversedRow(mine)
  const isHere = ({ at, clrOptins, clrType }: BookRow) =>
    formatDay(at) === books.day && clrOptins === books.clrOptins && clrType === books.clrType
  if (booked && !isHere(booked)) return bookedElsewhere(books, row, booked)
  const undecided = sent?.outcome === 'open' || sent?.outcome === 'unknown'
  const local = booked ?? settledRow(mine)
  const evidence = [
    ...messageEvidence(owner, row.msgid).slice(0, 1),
    booked ? '撤销报文两边一致，本地没有撤销的结算号' : '中心对账文件中有这笔撤销',
  ]
  return {
    ...baseOf(row, mine),
    class: 'oneSideReversed',
    at: sent?.sentAt ?? mine.reversedAt ?? undefined,
    local: local && sideOfBook(local),
    evidence,
    proposal: 'confirmReversal',
    automatic: booked || undecided ? 'confirmReversal' : undefined,
  }
}

const candidates = 5

/** A reversal that we did not send: of which of this person's settlements? 5203 tells. */
const strangeReversal = async (books: Books, row: ListedRow, ofPerson: OrderRow[]): Promise<Finding | undefined> => {
  const fitting = ofPerson.filter(
    (one) => one.state === 'settled' && (row.total === undefined || one.total === -row.total),
  )
  for (const one of fitting.slice(0, candidates)) {
    const ids = { setlId: one.setlId ?? '', mdtrtId: one.mdtrtId ?? '' }
    const answer = await ask(books.deps, books.storeRow, personOf(books.deps, one), ids)
    if (answer.kind !== 'found') continue
    const there = await reversedThere(books.deps, books.storeRow, personOf(books.deps, one), answer.settlement)
    if (!there?.reversed) continue
    const evidence = [`结算号尾号 ${ids.setlId.slice(-6)} 在医保中心已退费`, '本店系统没有发出过这笔撤销']
    const mine = settledRow(one)
    const local = mine && sideOfBook(mine)
    return { ...baseOf(row, one), class: 'oneSideReversed', local, evidence, proposal: 'confirmReversal' }
  }
  return undefined
}

/** A row whose message this store never sent: another system, or an older book. */
const stranger = async (books: Books, row: ListedRow): Promise<Finding> => {
  const { deps, storeRow } = books
  const hash = hashPerson(deps.services.vault, row.psnNo)
  const ofPerson = await deps.db
    .select()
    .from(order)
    .where(and(eq(order.storeId, storeRow.id), eq(order.psnHash, hash)))
    .orderBy(desc(order.createdAt), desc(order.id))
    .limit(50)
  const reversal = row.refunded ? await strangeReversal(books, row, ofPerson) : undefined
  if (reversal) return reversal
  const evidence = [`本店系统没有发出过报文尾号 ${tailOf(row.msgid)} 的记录`]
  const maskedName = ofPerson[0]?.maskedName ?? ''
  const alike = row.refunded
    ? undefined
    : ofPerson.find(
        (one) => one.state === 'settled' && one.total === row.total && formatDay(one.settledAt!) === books.day,
      )
  if (alike)
    evidence.push(`同一参保人当天在本店有同样金额的结算（订单 ${alike.orderNo}），可能重复：先核对是不是只买了一次`)
  // Whoever is asked for him or his settlement needs to know where he is insured: the province for one from elsewhere.
  const last = ofPerson.find(({ identity }) => identity)
  const insuredArea = last && personOf(deps, last).insuredArea
  return { ...baseOf(row), class: 'centreOnlyUnknown', maskedName, insuredArea, evidence }
}

/** Classifies a row that only the centre has: first by its message number over our whole book (DESIGN 7). */
export const classifyCentre = async (books: Books, row: ListedRow): Promise<Finding> => {
  const { msgid, refunded } = row
  const owner = await ownerOf(books.deps.db, books.storeRow.id, { msgid, refunded })
  if (!owner) return stranger(books, row)
  return refunded ? ownReversal(books, row, owner) : ownSettlement(books, row, owner)
}
