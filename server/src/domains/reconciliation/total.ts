import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { DiffType } from '../../centre/dictionaries.ts'
import { checkTotals } from '../../centre/operations/reconciliation.ts'
import type { Deps } from '../../context.ts'
import { Refusal, refuse } from '../../refuse.ts'
import { type StoreRow, systemHeader } from '../attendance/sign.ts'
import { type AreaSettings, settingsOf } from '../organisation/settings.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { intent } from '../settlement/tables.ts'
import { type GroupRow, voidOpen } from './groups.ts'
import { boundsOf } from './keys.ts'
import { reconGroup } from './tables.ts'
import { release, writeGroups } from './write-groups.ts'

export interface Run {
  day: string
  by: string
  /** Balanced groups are asked again, and what the last run found is void. */
  force?: boolean
}

const verdicts: Record<DiffType, string> = {
  balanced: '平',
  centreOnly: '中心多',
  localOnly: '医药机构多',
  different: '数据不一致',
  unclear: '不平',
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
        lt(intent.sentAt, boundsOf(addDays(day, 1)).start),
      ),
    )
  for (const { id } of open) await recoverIntent(deps, id)
}

type Verdict = Pick<GroupRow, 'state'> & { centreResult: string | null; centreText: string | null }

/** 3201 of one group: equal, unequal, or not finished with the reason (domain.md 5.2). */
const askCentre = async (
  deps: Deps,
  storeRow: StoreRow,
  { refundInTotals }: AreaSettings,
  group: GroupRow,
): Promise<Verdict> => {
  const { day, insutype, clrType, clrOptins, total, fund, account, count } = group
  const asked = {
    insurance: insutype,
    clrType,
    setlOptins: clrOptins,
    from: day,
    until: day,
    total,
    fundTotal: fund,
    account,
    count,
    refunded: refundInTotals ? undefined : false,
  }
  const header = await systemHeader(deps, storeRow)
  const client = deps.services.centre.of(storeRow.areaCode)
  const answer = await client.run(checkTotals, asked, header, { timeoutMs: 60_000 })
  if (answer.kind === 'booked') {
    const { diff, description } = answer.value
    return {
      state: diff === 'balanced' ? '2' : '3',
      centreResult: verdicts[diff],
      centreText: description ? `医保中心：“${description}”` : null,
    }
  }
  const text = answer.kind === 'refused' ? `医保中心：“${answer.message}”` : '医保中心没有答复，请稍后重新对总账'
  return { state: '5', centreResult: null, centreText: text.slice(0, 500) }
}

const runGroup = async (deps: Deps, storeRow: StoreRow, settings: AreaSettings, group: GroupRow, by: string) => {
  const verdict = await askCentre(deps, storeRow, settings, group).catch((error: unknown): Verdict => {
    if (!(error instanceof Refusal)) throw error
    return { state: '5', centreResult: null, centreText: error.message }
  })
  if (verdict.state === '2') await voidOpen(deps.db, [group.id])
  await deps.db
    .update(reconGroup)
    .set({ ...verdict, operatorName: by, at: deps.clock() })
    .where(eq(reconGroup.id, group.id))
}

/**
 * 对总账 of one store-day: open settlements are recovered first, our groups are written, each is asked by 3201. A group
 * without an answer says why and stays open. Answers the ids of the day's groups.
 */
export const totalOfStore = async (deps: Deps, storeRow: StoreRow, run: Run): Promise<string[]> => {
  if (run.day > formatDay(deps.clock())) return refuse('recon.state', { text: '这一天还没有到，不能对账' })
  const settings = await settingsOf(deps.db, storeRow.areaCode)
  await recoverDay(deps, storeRow, run.day)
  const { ids, claimed } = await writeGroups(deps, storeRow, settings, run)
  const asked = claimed.map(({ id }) => id)
  try {
    if (run.force && asked.length) await voidOpen(deps.db, asked)
    for (const group of claimed) await runGroup(deps, storeRow, settings, group, run.by)
  } finally {
    await release(deps, asked)
  }
  return ids
}
