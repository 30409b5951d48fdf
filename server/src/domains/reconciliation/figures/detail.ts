import { parseTime } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import type { FigureRow, Figures } from '../../../centre/operations/figures.ts'
import { refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { type BookRow, bookRows, rowsInTotals } from '../../book/rows.ts'
import { type AreaSettings, settingsOf } from '../../organisation/settings.ts'
import { type StoreRow, storeOf } from '../../organisation/store.ts'
import type { Ask } from '../centre/ask-totals.ts'
import { keepRows } from '../centre/keep-figures.ts'
import { personOf } from '../classify/ask.ts'
import { classifyRows, duplicates, groupFinding, keyOf, type Listed } from '../classify/classify.ts'
import { type Books, type Finding, type ListedRow, sideOfResult } from '../classify/finding.ts'
import { keepFindings } from '../day/detail.ts'
import type { DayMeans } from '../day/store-day.ts'
import { type Begun, begunNow } from '../day/store-findings.ts'
import { type Run, totalOfStore } from '../day/total.ts'
import { type GroupRow, siblingsOf } from '../groups/groups.ts'
import { tellReconciled } from '../live.ts'
import { amountsApart } from './apart.ts'
import { askFigures, judgeFigures, readFigures, requireFigures } from './ask.ts'
import { amountsOf, pairUp } from './pair.ts'
import { isWhole, pullRows } from './pull.ts'

/** A row of the centre with the group it was listed in. */
type Theirs = FigureRow & { group: GroupRow }

const attempts = 3

interface Pulled {
  rows: FigureRow[]
  figures: Figures
}

type Place = { storeRow: StoreRow; settings: AreaSettings }

/** A group's rows and, after them, its sums; undefined when both are not of one moment of the centre's book. */
const pullGroup = async (
  deps: Deps,
  place: Place,
  group: GroupRow,
  step: (text: string) => Promise<void>,
): Promise<Pulled | undefined> => {
  const told = (count: number) => step(`已读取 ${count} 行（险种 ${group.insutype}）`)
  const rows = await pullRows(deps, place, group, told)
  if (!rows) return undefined
  const answer = await readFigures(deps, place.storeRow, place.settings, {
    ...group,
    from: group.day,
    until: group.day,
  })
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  return isWhole(rows, answer.value) ? { rows, figures: answer.value } : undefined
}

/**
 * Rows of all insurances of a clearing organisation and type, and the verdict that follows from their sums. What the run
 * before left stands until both are there.
 */
const pullWhole = async (
  deps: Deps,
  place: Place,
  asked: GroupRow,
  { by, step, begun }: { by: string; step: (text: string) => Promise<void>; begun: Begun },
): Promise<{ groups: GroupRow[]; pulled: Map<string, Pulled> }> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const pulled = new Map<string, Pulled>()
    const known = await siblingsOf(deps.db, asked)
    for (const group of known) {
      const one = await pullGroup(deps, place, group, step)
      if (one) pulled.set(group.id, one)
    }
    if (pulled.size === known.length) {
      const ask: Ask = (...question) => {
        const one = pulled.get(question[3].id)
        return one ? judgeFigures(question, one.figures) : askFigures(...question)
      }
      await totalOfStore(deps, place.storeRow, { day: asked.day, by, force: true, only: asked, ask, begun })
      const groups = await siblingsOf(deps.db, asked)
      const failed = groups.find(({ state }) => state === '5')
      if (failed) return refuse('recon.unfinished', { text: failed.centreText ?? '对账未完成，请 1 分钟后重试' })
      // What was sold meanwhile under another insurance is a group that was not read yet.
      if (groups.every(({ id }) => pulled.has(id))) return { groups, pulled }
    }
    await step('医保中心的账目在读取时有变动，重新读取')
  }
  return refuse('recon.state', { text: '医保中心的账目在读取时一直有变动，没有读到完整的明细，请稍后重新拉取' })
}

const listedOf = (row: Omit<ListedRow, 'code'>): ListedRow => ({ ...row, code: '' })

const centreRow = (row: FigureRow, diff: ListedRow['diff']): ListedRow =>
  listedOf({
    ...{ psnNo: row.psnNo, mdtrtId: row.mdtrtId, setlId: row.setlId, msgid: row.msgid, refunded: row.refunded, diff },
    ...{ total: row.total, fundTotal: row.pool + row.aid, pool: row.pool, account: row.account, cash: row.cash },
  })

const localRow = ({ deps }: Books, mine: BookRow): ListedRow =>
  listedOf({
    psnNo: personOf(deps, mine.order).psnNo,
    ...{ mdtrtId: mine.mdtrtId, setlId: mine.setlId, refunded: mine.refunded, diff: 'localOnly' },
    msgid: (mine.refunded ? mine.order.reversalMsgid : mine.order.msgid) ?? '',
    memo: '医保中心的明细中没有这一笔',
  })

/**
 * What differs between the rows of both books, for the same classification as a result file's (domain.md 5.4). Amounts
 * within the tolerance are no difference where the group as a whole agrees by it.
 */
const findingsOf = async (books: Books, theirs: readonly Theirs[], tolerance: number): Promise<Finding[]> => {
  const centres: ListedRow[] = []
  const ours: Listed[] = []
  const misgrouped: Finding[] = []
  for (const { local, centre } of pairUp(books.rows, theirs, keyOf)) {
    if (!local) centres.push(centreRow(centre!, 'centreOnly'))
    else if (!centre) ours.push({ row: localRow(books, local), mine: local })
    else {
      const allowed = centre.group.state === '2' ? tolerance : 0
      const row = centreRow(centre, 'different')
      if (amountsApart(amountsOf(local), centre, allowed).length) ours.push({ row, mine: local })
      else if (centre.group.insutype !== local.insutype && !local.refunded) {
        const found = { insurance: centre.group.insutype, at: parseTime(centre.settledAt), centre: sideOfResult(row) }
        misgrouped.push(groupFinding(books, local, found))
      }
    }
  }
  return [...(await classifyRows(books, { centres, ours })), ...misgrouped, ...duplicates(books)]
}

/**
 * 对明细 of an area whose centre lists its settlements (1321): of all insurances that share this group's clearing
 * organisation and type, row by row beside ours. What differs is classified, kept and dealt with as a result file's
 * differences are. Refuses when the centre's rows and sums do not come to the same.
 */
export const detailByFigures = async (
  deps: Deps,
  asked: GroupRow,
  { by, step = async () => {} }: { by: string; step?: (text: string) => Promise<void> },
): Promise<{ groupIds: string[]; automatic: number; differences: number }> => {
  const begun = await begunNow(deps, asked)
  const storeRow = await storeOf(deps, asked.storeId)
  requireFigures(deps, storeRow.areaCode)
  const settings = await settingsOf(deps.db, storeRow.areaCode)
  const { day, clrOptins, clrType } = asked
  const { groups, pulled } = await pullWhole(deps, { storeRow, settings }, asked, { by, step, begun })
  const own = rowsInTotals(await bookRows(deps.db, storeRow.id, day), settings).filter(
    (row) => row.clrOptins === clrOptins && row.clrType === clrType,
  )
  const books: Books = { deps, storeRow, day, clrOptins, clrType, rows: own }
  const theirs = groups.flatMap((group) => pulled.get(group.id)!.rows.map((row) => ({ ...row, group })))
  await step('逐笔比对')
  const findings = await findingsOf(books, theirs, settings.figureTolerance)
  for (const group of groups) await keepRows(deps, group, pulled.get(group.id)!.rows, begun)
  const automatic = await keepFindings(deps, { groups, asked, begun }, findings)
  tellReconciled(deps, storeRow.id)
  return { groupIds: groups.map(({ id }) => id), automatic, differences: findings.length }
}

/** A day compared by the centre's figures. */
export const byFigures: DayMeans = {
  ask: askFigures,
  detail: (deps: Deps, group: GroupRow, { by }: Run) => detailByFigures(deps, group, { by }),
  // A run of sums says nothing of rows: they are pulled again.
  isDetailed: () => false,
}
