import { addDays, formatDay } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'

/**
 * The asked days of counts that are kept for `days`; the last seven unless said. Refuses an inverted period and one from
 * before they are kept. `what`: how people call them.
 */
export const keptPeriod = (
  c: Context,
  f: { from?: string; to?: string },
  { days, what }: { days: number; what: string },
): { from: string; to: string } => {
  const to = f.to ?? formatDay(c.now)
  const from = f.from ?? addDays(to, -6)
  if (from > to) refuse('input.invalid', { text: '结束日期早于开始日期' }, { fields: { to: '结束日期早于开始日期' } })
  const first = addDays(formatDay(c.now), 1 - days)
  if (from < first) {
    const text = `${what}只保留 ${days} 天，开始日期最早 ${first}`
    refuse('input.invalid', { text }, { fields: { from: text } })
  }
  return { from, to }
}
