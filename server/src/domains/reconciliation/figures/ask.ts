import type { FigureName } from '@yibao/shared/entities/figures.ts'
import { Refusal, refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import type { Answer } from '../../../centre/client.ts'
import { centreTotals, type FigureGroup, type Figures } from '../../../centre/operations/figures.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import type { AreaSettings } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import {
  type Answered,
  type Ask,
  refusedWith,
  type Totals,
  unanswered,
  unaskable,
  unfinished,
  verdicts,
} from '../centre/ask-totals.ts'
import { apart, apartText } from './apart.ts'
import { noFigures, ownFigures, placeOf } from './own.ts'

/** Whether an area's centre tells its own figures (医保配置). */
export const hasFigures = ({ services }: Pick<Deps, 'services'>, areaCode: string): boolean =>
  services.centre.of(areaCode).profile.figures !== 'none'

/** Refuses in an area whose centre tells only verdicts. */
export const requireFigures = (deps: Pick<Deps, 'services'>, areaCode: string): void => {
  if (!hasFigures(deps, areaCode))
    refuse('recon.state', { text: '本统筹区的医保中心不返回对账金额，请用「日对账」「月对账」核对' })
}

/** A group and its days as 1320 and 1321 ask for them. */
export const figureGroup = (
  { insutype, clrType, clrOptins, from, until }: Pick<Totals, 'insutype' | 'clrType' | 'clrOptins' | 'from' | 'until'>,
  { refundInTotals }: Pick<AreaSettings, 'refundInTotals'>,
): FigureGroup => ({
  ...{ insurance: insutype, clrType, setlOptins: clrOptins, from, until },
  refunded: refundInTotals ? undefined : false,
})

/** Which side has more, as 3201 would call it. */
const resultOf = (ours: Figures, theirs: Figures, by: readonly FigureName[]): string => {
  if (!by.includes('count')) return verdicts.different
  return ours.count > theirs.count ? verdicts.localOnly : verdicts.centreOnly
}

/** Our figures of a group as they are now, with the pooled fund that its sums do not tell apart. */
const ownOf = async (
  deps: Deps,
  storeRow: StoreRow,
  settings: Parameters<Ask>[2],
  totals: Totals,
): Promise<Figures> => {
  const by = totals.from === totals.until ? 'day' : 'month'
  const span = { from: totals.from, until: totals.until }
  const found = await ownFigures(deps.db, { storeIds: [storeRow.id], span, by }, () => settings)
  const part = by === 'day' ? totals.from : totals.from.slice(0, 7)
  return found.get(placeOf(storeRow.id, part, totals)) ?? noFigures
}

const isSame = (ours: Figures, { count, total, fund, account, cash }: Totals): boolean =>
  ours.count === count &&
  ours.total === total &&
  ours.pool + ours.aid === fund &&
  ours.account === account &&
  ours.cash === cash

/** 1320 of one group: what the centre says it holds, or whatever else came of the question. */
export const readFigures = (
  deps: Deps,
  storeRow: StoreRow,
  settings: Pick<AreaSettings, 'refundInTotals'>,
  totals: Parameters<typeof figureGroup>[0],
): Promise<Answer<Figures>> =>
  runAsSystem(deps, storeRow, centreTotals, figureGroup(totals, settings), { timeoutMs: 60_000 })

/**
 * What follows from the centre's figures: equal where no amount is further apart than the area's tolerance and the
 * numbers of settlements are the same (domain.md 5.5, 8.7).
 */
export const judgeFigures = async (
  [deps, storeRow, settings, totals]: Parameters<Ask>,
  theirs: Figures,
): Promise<Answered> => {
  const ours = await ownOf(deps, storeRow, settings, totals)
  if (!isSame(ours, totals)) return unfinished('对账期间本店账目有变动，请重新对总账')
  const by = apart(ours, theirs, settings.figureTolerance)
  if (by.length)
    return {
      state: '3',
      centreResult: resultOf(ours, theirs, by),
      centreText: apartText(ours, theirs, by),
      figures: theirs,
    }
  const rest = apart(ours, theirs, 0)
  const inTolerance = rest.length ? `${apartText(ours, theirs, rest)}，在容差内` : null
  return { state: '2', centreResult: verdicts.balanced, centreText: inTolerance, figures: theirs }
}

/** 1320 of one group, compared by us. Its verdict is written where 3201's is. */
export const askFigures: Ask = async (...asked) => {
  const [deps, storeRow, settings, totals] = asked
  try {
    requireFigures(deps, storeRow.areaCode)
    const answer = await readFigures(deps, storeRow, settings, totals)
    if (answer.kind === 'refused') return refusedWith(answer)
    if (answer.kind !== 'booked') return unanswered(answer)
    return await judgeFigures(asked, answer.value)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return unaskable(error)
  }
}
