import { parseTime } from '@yibao/shared/time.ts'
import type { FigureRow } from '../../../centre/operations/figures.ts'
import type { Deps } from '../../../context.ts'
import { refuse } from '../../../refuse.ts'
import { type StoreRow, storeOf } from '../../attendance/sign.ts'
import { type AreaSettings, settingsOf } from '../../organisation/settings.ts'
import { classifyRows, duplicates, groupFinding, keyOf, type Listed } from '../classify.ts'
import { keepFindings } from '../detail.ts'
import { type Books, type Finding, type ListedRow, sideOfResult } from '../finding.ts'
import { type GroupRow, siblingsOf } from '../groups.ts'
import { tellReconciled } from '../live.ts'
import { type BookRow, bookRows, rowsInTotals } from '../rows.ts'
import type { DayMeans } from '../store-day.ts'
import { type Run, totalOfStore } from '../total.ts'
import { amountsApart } from './apart.ts'
import { askFigures, requireFigures } from './ask.ts'
import { figuresById, keepRows } from './keep.ts'
import { amountsOf, pairUp } from './pair.ts'
import { isWhole, pullRows } from './pull.ts'

/** A row of the centre with the group it was listed in. */
type Theirs = FigureRow & { group: GroupRow }

const attempts = 3

/** Rows of all insurances of a clearing organisation and type, read by one look at the centre's sums and at its rows. */
const pullWhole = async (
  deps: Deps,
  place: { storeRow: StoreRow; settings: AreaSettings },
  asked: GroupRow,
  { by, step }: { by: string; step: (text: string) => Promise<void> },
): Promise<{ groups: GroupRow[]; rows: Map<string, FigureRow[]> }> => {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const rows = new Map<string, FigureRow[]>()
    let moved = false
    for (const group of await siblingsOf(deps.db, asked)) {
      const told = (count: number) => step(`已读取 ${count} 行（险种 ${group.insutype}）`)
      const found = await pullRows(deps, place, group, told)
      if (found) rows.set(group.id, found)
      moved ||= !found
    }
    // The verdict and the rows speak of one state of the centre's book, and of ours as it is now.
    await totalOfStore(deps, place.storeRow, { day: asked.day, by, force: true, ask: askFigures })
    const groups = await siblingsOf(deps.db, asked)
    const failed = groups.find(({ state }) => state === '5')
    if (failed) return refuse('recon.state', { text: failed.centreText ?? '对账未完成，请稍后重试' })
    const kept = await figuresById(
      deps.db,
      groups.map(({ id }) => id),
    )
    const whole = groups.every(({ id }) => {
      const [list, figures] = [rows.get(id), kept.get(id)]
      return list && figures && isWhole(list, figures)
    })
    if (!moved && whole) return { groups, rows }
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

const localRow = (mine: BookRow): ListedRow =>
  listedOf({
    ...{ psnNo: '', mdtrtId: mine.mdtrtId, setlId: mine.setlId, refunded: mine.refunded, diff: 'localOnly' },
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
    else if (!centre) ours.push({ row: localRow(local), mine: local })
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
  const storeRow = await storeOf(deps, asked.storeId)
  requireFigures(deps, storeRow.areaCode)
  const settings = await settingsOf(deps.db, storeRow.areaCode)
  const { day, clrOptins, clrType } = asked
  const { groups, rows } = await pullWhole(deps, { storeRow, settings }, asked, { by, step })
  const own = rowsInTotals(await bookRows(deps.db, storeRow.id, day), settings).filter(
    (row) => row.clrOptins === clrOptins && row.clrType === clrType,
  )
  const books: Books = { deps, storeRow, day, clrOptins, clrType, rows: own }
  const theirs = groups.flatMap((group) => rows.get(group.id)!.map((row) => ({ ...row, group })))
  await step('逐笔比对')
  const findings = await findingsOf(books, theirs, settings.figureTolerance)
  for (const { id } of groups) await keepRows(deps, id, rows.get(id)!)
  const automatic = await keepFindings(deps, { groups, asked }, findings)
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
