import { eq } from 'drizzle-orm'
import { Refusal, refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { type ResultRow, resultRows } from '../../../centre/files.ts'
import type { Database } from '../../../database/open.ts'
import { bookRows } from '../../book/rows.ts'
import { note as orderNote } from '../../order/states.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { storeOf } from '../../organisation/store.ts'
import { confirmShown } from '../actions/confirm-reversal.ts'
import { actions } from '../actions/index.ts'
import { exchangeDetails, type ResultFile } from '../centre/exchange.ts'
import { fileCompared, keepFile } from '../centre/result-file.ts'
import type { DiffAction } from '../classify/classes.ts'
import { classify } from '../classify/classify.ts'
import type { Books, Finding } from '../classify/finding.ts'
import { type DifferenceRow, type GroupRow, siblingsOf } from '../groups/groups.ts'
import { tellReconciled } from '../live.ts'
import { atWork, stands } from '../repair/at-work.ts'
import { openRepair, writeHandled } from '../repair/repair.ts'
import { reconDifference } from '../tables.ts'
import { type Begun, begunNow, replaceFindings } from './store-findings.ts'

const system = '系统'

const unpacked = <T>(read: () => T): T => {
  try {
    return read()
  } catch {
    return refuse('recon.state', { text: '医保中心给的结果文件是空的或不完整，原文件已保存，请稍后重新对明细' })
  }
}

/** The rows of a result file; refuses one with a line that is no row: nothing may be overlooked. */
const readRows = (deps: Deps, areaCode: string, { content }: ResultFile): ResultRow[] => {
  const { profile } = deps.services.centre.of(areaCode)
  return unpacked(() => [...resultRows(content, profile)]).map((row) =>
    'line' in row ? refuse('recon.state', { text: `结果文件第 ${row.line} 行无法识别，原文件已保存` }) : row,
  )
}

const repairStanding = async (deps: Deps, difference: DifferenceRow, action: DiffAction): Promise<boolean> => {
  const repair = await openRepair(deps, difference, { by: system })
  try {
    const done = action === 'confirmReversal' ? await confirmShown(repair) : await actions[action](repair)
    if (!done) return false
    return await writeHandled(deps, difference, { action, by: system, note: done.text, before: done.before })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // It stays open for a person, with what the attempt said.
    const evidence = [...difference.evidence, `系统处理未完成：${error.message}`]
    await deps.db.update(reconDifference).set({ evidence }).where(eq(reconDifference.id, difference.id))
    if (difference.orderId)
      await orderNote(deps.db, difference.orderId, deps.clock(), {
        by: system,
        text: `对账处理未完成：${error.message}`,
      })
    return false
  }
}

/**
 * What the system does by itself: local corrections, and a 2601 where nothing left the counter (DESIGN 7). Nothing, where
 * another run or a person has been at the difference since it was written.
 */
const repairAlone = (deps: Deps, difference: DifferenceRow, action: DiffAction): Promise<boolean> =>
  atWork({ db: deps.db, deps }, difference, async (mine) => (stands(mine) ? repairStanding(deps, mine, action) : false))

/** The group a finding is shown in: that of its insurance; a stranger's insurance is unknown, so the one that was unequal. */
const groupFor = (groups: readonly GroupRow[], asked: GroupRow, { order }: Finding): GroupRow => {
  const own = groups.find(({ insutype }) => insutype === order?.insutype)
  const unequal = groups.filter(({ state }) => state === '3')
  return own ?? (unequal.some(({ id }) => id === asked.id) ? asked : (unequal[0] ?? asked))
}

/**
 * Puts what a run found in place of what the one before left open, each in its group, and does at once what is safe.
 * `begun` = what stood when the books began to be read for it, `also` = what is written with it or not at all, `rowByRow` =
 * the centre compared every row (store-findings.ts). Answers how
 * many the system has put right.
 */
export const keepFindings = async (
  deps: Deps,
  {
    groups,
    asked,
    begun,
    ...more
  }: {
    groups: readonly GroupRow[]
    asked: GroupRow
    begun: Begun
    also?: (tx: Database) => Promise<void>
    rowByRow?: boolean
  },
  findings: readonly Finding[],
): Promise<number> => {
  const placed = findings.map((finding) => ({ finding, groupId: groupFor(groups, asked, finding).id }))
  let automatic = 0
  for (const { difference, action } of await replaceFindings(deps, { groups, begun, ...more }, placed))
    if (action && (await repairAlone(deps, difference, action))) automatic += 1
  return automatic
}

/**
 * 对明细 of all insurances that share this group's clearing organisation and type: the file goes out and comes back, is
 * kept, and each listed row becomes a classified difference; what is safe the system does at once.
 */
export const detailOfGroup = async (
  deps: Deps,
  asked: GroupRow,
): Promise<{ groupIds: string[]; automatic: number }> => {
  const begun = await begunNow(deps, asked)
  const storeRow = await storeOf(deps, asked.storeId)
  const settings = await settingsOf(deps.db, storeRow.areaCode)
  const groups = await siblingsOf(deps.db, asked)
  if (groups.some(({ state }) => state === '1')) return refuse('recon.state', { text: '这一天正在对账，请等待结果' })
  const { day, clrOptins, clrType } = asked
  const rows = (await bookRows(deps.db, storeRow.id, day)).filter(
    (row) => row.clrOptins === clrOptins && row.clrType === clrType,
  )
  const books: Books = { deps, storeRow, day, clrOptins, clrType, rows }
  const file = await exchangeDetails(books, settings)
  await keepFile(deps, asked, file)
  const listed = readRows(deps, storeRow.areaCode, file)
  const unequal = new Set(groups.filter(({ state }) => state === '3').map(({ insutype }) => insutype))
  const findings = await classify(books, listed, unequal)
  const also = (tx: Database) => fileCompared(tx, groups, deps.clock())
  const automatic = await keepFindings(deps, { groups, asked, begun, also, rowByRow: true }, findings)
  tellReconciled(deps, storeRow.id)
  return { groupIds: groups.map(({ id }) => id), automatic }
}
