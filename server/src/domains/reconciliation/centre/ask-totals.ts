import { Refusal } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import type { DiffType } from '../../../centre/dictionaries.ts'
import type { StatementCounting } from '../../../centre/fund-sum.ts'
import type { Figures } from '../../../centre/operations/figures.ts'
import { checkTotals } from '../../../centre/operations/reconciliation.ts'
import { type NotSent, notLookedAt, type Refused, type Unknown } from '../../../centre/outcome.ts'
import type { Database } from '../../../database/open.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import type { Sums } from '../../book/rows.ts'
import type { GroupKey } from '../../order/group.ts'
import type { AreaSettings } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { stillCounts } from '../../settlement/counted.ts'

/** What one 3201 speaks of: a group, its days (both count) and our sums of them. */
export interface Totals extends GroupKey, Sums {
  from: string
  until: string
}

/** The same of a group on record, of a day or of a month. */
export interface GroupTotals extends Totals {
  id: string
}

/** How a question about a group ended: reconState 2 平, 3 不平 or 5 对账未完成, and the words for it. */
interface Verdict {
  state: '2' | '3' | '5'
  centreResult: string | null
  centreText: string | null
}

/** A verdict with the figures of the centre that it follows from, where the centre tells them. */
export interface Answered extends Verdict {
  figures?: Figures
  /** The centre said no to this very question. */
  refused?: boolean
  /** It said nothing at all. */
  silent?: boolean
}

/** One question to the centre about a group: 3201 by its verdict, 1320 by its figures. */
export type Ask = (
  deps: Deps,
  storeRow: StoreRow,
  settings: Pick<AreaSettings, 'cntMode' | 'refundInTotals' | 'figureTolerance'>,
  totals: GroupTotals,
) => Promise<Answered>

/** The same question, and whether the centre stayed silent to all it was asked; undefined while it was asked nothing. */
export const hearing = (ask: Ask = askTotals): { ask: Ask; silent: () => boolean | undefined } => {
  const heard = new Set<boolean>()
  return {
    ask: async (...asked) => {
      const answered = await ask(...asked)
      heard.add(!answered.silent)
      return answered
    },
    silent: () => (heard.size ? !heard.has(true) : undefined),
  }
}

/** Why the days behind one were not asked about. */
export const noAnswer = '医保中心没有答复，之后的日子没有再问；请等中心恢复后再做'

export const verdicts: Record<DiffType, string> = {
  balanced: '平',
  centreOnly: '中心多',
  localOnly: '医药机构多',
  different: '数据不一致',
  unclear: '不平',
}

/** A group of which the centre gave no verdict, with the words that its row shows instead. */
export const unfinished = (text: string): Verdict => ({
  state: '5',
  centreResult: null,
  centreText: text.slice(0, 500),
})

/** A question that the centre said no to. */
export const refusedWith = (answer: Refused): Answered => ({
  ...unfinished(`医保中心：“${answer.message}”`),
  refused: !notLookedAt(answer),
})

/** A question that got no answer. What our own check or a plugin held back says nothing of the centre. */
export const unanswered = (answer: NotSent | Unknown): Answered => ({
  ...unfinished('医保中心没有答复，请稍后重新对总账'),
  silent: answer.kind === 'unknown' || !(answer.faults?.length || answer.plugin),
})

/** A question that could not be put. */
export const unaskable = ({ message, key }: Refusal): Answered => ({
  ...unfinished(message),
  silent: key === 'centre.down',
})

/** What whoever compares reads where an option turned what was compared while it was under way. */
export const countedAnew = (what: '对账' | '对明细') => `${what}期间医保配置的金额口径有改动，请重新${what}`

/**
 * An answer as it may be written in this transaction: where the area counts otherwise by now than when our sums were read,
 * they were told the centre wrongly, and what it said of them is no verdict. Beside that stand the sums of our book as it
 * was turned, which `sumsNow` reads.
 */
export const asCounted = async (
  tx: Database,
  areaCode: string,
  begun: StatementCounting,
  { answered, sumsNow }: { answered: Answered; sumsNow: () => Promise<Sums> },
): Promise<Answered & Partial<Sums>> =>
  (await stillCounts(tx, areaCode, begun)) ? answered : { ...unfinished(countedAnew('对账')), ...(await sumsNow()) }

/** 3201 of one group: equal, unequal, or not finished with the reason (domain.md 5.2). */
export const askTotals = async (
  deps: Deps,
  storeRow: StoreRow,
  { refundInTotals }: Pick<AreaSettings, 'refundInTotals'>,
  { insutype, clrType, clrOptins, from, until, total, fund, account, count }: Totals,
): Promise<Answered> => {
  const asked = {
    ...{ insurance: insutype, clrType, setlOptins: clrOptins, from, until },
    ...{ total, fundTotal: fund, account, count, refunded: refundInTotals ? undefined : false },
  }
  try {
    const answer = await runAsSystem(deps, storeRow, checkTotals, asked, { timeoutMs: 60_000 })
    if (answer.kind === 'refused') return refusedWith(answer)
    if (answer.kind !== 'booked') return unanswered(answer)
    const { diff, description } = answer.value
    return {
      state: diff === 'balanced' ? '2' : '3',
      centreResult: verdicts[diff],
      centreText: description ? `医保中心：“${description}”` : null,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return unaskable(error)
  }
}
