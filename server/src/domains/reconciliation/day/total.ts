import { addDays, formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { countingOf, type StatementCounting } from '../../../centre/fund-sum.ts'
import { lasting } from '../../../database/held.ts'
import { bookRows, sumsOfGroup } from '../../book/rows.ts'
import { intent } from '../../order/tables.ts'
import { type AreaSettings, settingsOf } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { recoverIntent } from '../../settlement/recover/recover.ts'
import { type Ask, asCounted, askTotals } from '../centre/ask-totals.ts'
import { keepFigures } from '../centre/keep-figures.ts'
import { dropAbsent } from '../groups/absent.ts'
import { type GroupRow, voidOpen } from '../groups/groups.ts'
import { release, writeGroups } from '../groups/write.ts'
import { tellReconciled } from '../live.ts'
import { reconGroup } from '../tables.ts'

export interface Run {
  day: string
  by: string
  /** Balanced groups are asked again, and what the last run found is void. */
  force?: boolean
  /** How the centre is asked; 3201 unless said. */
  ask?: Ask
  /** Nothing but the groups that one exchange of rows covers. */
  only?: Pick<GroupRow, 'clrOptins' | 'clrType'>
  /** How the area counted when something that this run goes by was read; when it begins unless said. */
  begun?: StatementCounting
}

/** Settlements whose result is unknown belong to some day's book: they are made definite before it is compared (DESIGN 7). */
const recoverDay = async (deps: Deps, storeRow: StoreRow, day: string): Promise<void> => {
  const open = await deps.db
    .select({ id: intent.id })
    .from(intent)
    .where(
      and(
        eq(intent.storeId, storeRow.id),
        inArray(intent.outcome, ['open', 'unknown']),
        eq(intent.needsPerson, false),
        lt(intent.sentAt, startOfDay(addDays(day, 1))),
      ),
    )
  for (const { id } of open) await recoverIntent(deps, id)
}

/** One group asked about; answers whether the centre spoke of it, or refused to. */
const runGroup = async (
  deps: Deps,
  storeRow: StoreRow,
  settings: AreaSettings,
  group: GroupRow,
  { by, ask = askTotals, begun }: Run & { begun: StatementCounting },
) => {
  const totals = { ...group, from: group.day, until: group.day }
  const { refused = false, ...answered } = await ask(deps, storeRow, settings, totals)
  await deps.db.transaction(async (tx) => {
    const sumsNow = async () => sumsOfGroup(await bookRows(tx, storeRow.id, group.day), group, settings)
    const { figures, ...verdict } = await asCounted(tx, storeRow.areaCode, begun, { answered, sumsNow })
    // The group before its differences, as who writes those does (store-findings.ts).
    await tx
      .update(reconGroup)
      .set({ ...verdict, operatorName: by, at: lasting(deps, 0) })
      .where(eq(reconGroup.id, group.id))
    if (verdict.state === '2') await voidOpen(tx, [group.id])
    await keepFigures({ ...deps, db: tx }, totals, { figures, state: verdict.state })
  })
  return { refused, answered: answered.state !== '5' }
}

/** Whether the centre answers about a group of the day that it has answered about before. Nothing is written of it. */
const answersStill = async (
  deps: Deps,
  storeRow: StoreRow,
  settings: AreaSettings,
  { day, ask = askTotals }: Run,
): Promise<boolean> => {
  const known = and(
    eq(reconGroup.storeId, storeRow.id),
    eq(reconGroup.day, day),
    inArray(reconGroup.state, ['2', '3', '4']),
  )
  const [other] = await deps.db.select().from(reconGroup).where(known).limit(1)
  if (!other) return false
  const { state } = await ask(deps, storeRow, settings, { ...other, from: day, until: day })
  return state !== '5'
}

/**
 * 对总账 of one store-day: open settlements are recovered first, our groups are written, each is asked about (3201, or
 * 1320). A group without an answer says why and stays open; one that the centre knows nothing of is none. Answers the ids of
 * the day's groups.
 */
export const totalOfStore = async (deps: Deps, storeRow: StoreRow, run: Run): Promise<string[]> => {
  if (run.day > formatDay(deps.clock())) return refuse('recon.state', { text: '这一天还没有到，不能对账' })
  const settings = await settingsOf(deps.db, storeRow.areaCode)
  await recoverDay(deps, storeRow, run.day)
  const begun = run.begun ?? countingOf(deps.services.centre.of(storeRow.areaCode).profile)
  const { ids, claimed } = await writeGroups(deps, storeRow, settings, run)
  const asked = claimed.map(({ id }) => id)
  try {
    if (run.force && asked.length) await voidOpen(deps.db, asked, deps)
    const refused: GroupRow[] = []
    let answered = false
    for (const group of claimed) {
      const heard = await runGroup(deps, storeRow, settings, group, { ...run, begun })
      if (heard.refused) refused.push(group)
      answered ||= heard.answered
    }
    // Where nothing else was asked this time, one that it has answered about is asked again: does it speak at all?
    answered ||= refused.length > 0 && (await answersStill(deps, storeRow, settings, run))
    const none = await dropAbsent(deps.db, storeRow.id, { refused, answered })
    return ids.filter((id) => !none.has(id))
  } finally {
    await release(deps, asked)
    if (asked.length) tellReconciled(deps, storeRow.id)
  }
}
