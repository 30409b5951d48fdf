import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { liquidationBatch as calls } from '@yibao/shared/calls/liquidation-batch.ts'
import { claimNames } from '@yibao/shared/entities/liquidation.ts'
import { fen } from '@yibao/shared/money.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { ClaimAmounts } from '../../centre/operations/liquidation.ts'
import { reportFault } from '../../process/fault.ts'
import { store } from '../organisation/tables.ts'
import { inBackground, type Progress, startProgress } from '../system/progress.ts'
import { Silences, silentText } from '../system/silences.ts'
import { isStopping } from '../system/stopping.ts'
import { claimOf, wireAmounts } from './amounts.ts'
import { apply } from './apply.ts'
import { callsOf, type Found } from './claim.ts'
import { applicationsOf } from './rows.ts'
import { liquidation } from './tables.ts'

type Chosen = InputOf<typeof calls.toApply>

/** The drafts among what was chosen, store by store. */
const draftsOf = async (c: Context, { ids, ...filters }: Chosen): Promise<Found[]> => {
  const named = ids && and(inArray(liquidation.id, ids), c.scope.where(liquidation.storeId))
  return c.db
    .select({ one: liquidation, shop: store })
    .from(liquidation)
    .innerJoin(store, eq(store.id, liquidation.storeId))
    .where(and(eq(liquidation.state, '0'), named ?? applicationsOf(c, filters)))
    .orderBy(asc(store.pinyin), asc(store.id), asc(liquidation.month), asc(liquidation.id))
}

const summed = (some: readonly Found[]): ClaimAmounts => {
  const claims = some.map(({ one }) => claimOf(one))
  const sumOf = (name: keyof ClaimAmounts) => claims.reduce((sum, claim) => sum + claim[name], 0)
  return Object.fromEntries(claimNames.map((name) => [name, sumOf(name)])) as unknown as ClaimAmounts
}

const sumsOf = (some: readonly Found[]) => ({ ...wireAmounts(summed(some)), applications: some.length })

/** Liquidation/ToApply: what would be applied for, for a person to confirm. */
export const toApply = async (c: Context, chosen: Chosen): Promise<ResultOf<typeof calls.toApply>> => {
  const drafts = await draftsOf(c, chosen)
  if (!drafts.length) return refuse('liquidation.noDrafts')
  const kinds = [...new Set(drafts.map(({ one }) => one.clrType))].sort()
  return {
    ...sumsOf(drafts),
    stores: new Set(drafts.map(({ shop }) => shop.id)).size,
    kinds: kinds.map((clrType) => ({
      clrType: clrType || undefined,
      ...sumsOf(drafts.filter(({ one }) => one.clrType === clrType)),
    })),
    unsummed: drafts.filter(({ shop }) => !callsOf(c, shop.areaCode).summed).length,
  }
}

/** What became of one: at the centre, not taken there, nobody knows, or it never left. */
type Fate = 'accepted' | 'refused' | 'unknown' | 'kept'

/** By what a refusal of one says which; whatever else keeps it here is ours. */
const fates: Readonly<Record<string, Fate>> = { 'liquidation.unknown': 'unknown', 'centre.refused': 'refused' }

const attempt = async (c: Context, { one }: Found): Promise<{ fate: Fate; silent?: boolean; text: string }> => {
  const { total, fund } = wireAmounts(claimOf(one))
  try {
    await apply(c, { id: one.id, total, fund })
    return { fate: 'accepted', text: '已受理' }
  } catch (error) {
    if (error instanceof Refusal) {
      const text = [error.message, error.tips].filter(Boolean).join('。')
      const fate = fates[error.key] ?? 'kept'
      return { fate, silent: fate === 'unknown' || error.key === 'centre.down', text }
    }
    // Whatever one met, the others are applied for.
    reportFault('an application among many', error)
    return { fate: 'unknown', silent: true, text: '没有做完，请刷新后看这份申请的状态' }
  }
}

const told = (counts: Record<Fate, number>): string =>
  [
    `医保中心受理 ${counts.accepted} 份`,
    counts.refused && `没有受理 ${counts.refused} 份`,
    counts.unknown && `结果未知 ${counts.unknown} 份`,
    counts.kept && `没有发送 ${counts.kept} 份`,
  ]
    .filter(Boolean)
    .join('，')

const applyEach = async (c: Context, drafts: readonly Found[], running: Progress): Promise<string> => {
  const counts: Record<Fate, number> = { accepted: 0, refused: 0, unknown: 0, kept: 0 }
  const silences = new Silences()
  for (const [i, found] of drafts.entries()) {
    if (await isStopping(c.deps, running.id))
      return `已停止，余下 ${drafts.length - i} 份没有发送，仍是草稿。${told(counts)}`
    const { shop, one } = found
    const target = [shop.name, one.month, one.clrOptins, one.clrType, one.clrWay, one.insutype]
      .filter(Boolean)
      .join(' ')
    await running.step((i / drafts.length) * 100, `${i + 1} / ${drafts.length} 份：${target}`)
    const { fate, silent, text } = silences.has(shop.areaCode)
      ? { fate: 'kept' as const, silent: true, text: silentText('没有发送', '申请') }
      : await attempt(c, found)
    counts[fate] += 1
    // What was kept here says nothing of the centre.
    silences.hear(shop.areaCode, silent || (fate === 'kept' ? undefined : false))
    await running.step(((i + 1) / drafts.length) * 100, told(counts), { target, ok: fate === 'accepted', text })
  }
  return told(counts)
}

/**
 * Liquidation/ApplyAll: each draft by its own claim, as it was confirmed, one after the other behind a progress. Refused
 * when they are others by now, or their sums are.
 */
export const applyAll = async (
  c: Context,
  { applications, total, fund, ...chosen }: InputOf<typeof calls.applyAll>,
): Promise<{ progressId: string }> => {
  const drafts = await draftsOf(c, chosen)
  const now = summed(drafts)
  if (drafts.length !== applications || now.total !== fen(total) || now.fund !== fen(fund)) refuse('liquidation.seen')
  c.on(`${drafts.length} 份清算申请`, ...drafts.map(({ shop }) => shop.id))
  const stores = [...new Set(drafts.map(({ shop }) => shop.id))]
  // Who applies for the same at once is told so by each application.
  const running = await startProgress(c.deps, c.me, `共 ${drafts.length} 份`, {
    name: '批量申请',
    by: c.me.name,
    stores,
  })
  const progressId = inBackground(c.deps, running, () => applyEach(c, drafts, running), {
    errorText: '批量申请中断，已发送的保留结果，没有发送的仍是草稿',
    report: (fault) => reportFault('liquidation.applyAll', fault),
  })
  return { progressId }
}
