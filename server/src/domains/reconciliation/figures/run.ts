import type { InputOf } from '@yibao/shared/call.ts'
import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { addDays, daysBetween, formatDay } from '@yibao/shared/time.ts'
import { Refusal, refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { reportFault } from '../../../process/fault.ts'
import { besideText } from '../../auth/other-areas.ts'
import { inBackground, startProgress } from '../../system/progress.ts'
import { totalsOfStores } from '../day/many-totals.ts'
import { findGroup } from '../groups/groups.ts'
import { storesOfDays } from '../month/run.ts'
import { askFigures, requireFigures } from './ask.ts'
import { detailByFigures } from './detail.ts'
import { onlyFigures } from './places.ts'

type Calls = typeof figureBooks

/** Days of one run of 对总账; a whole month is 逐日核对's. */
const mostDays = 31

const daysOf = ({ from, to }: { from: string; to: string }, now: Date): string[] => {
  if (to < from) return refuse('recon.state', { text: '结束日期早于开始日期，请重新选择' })
  if (from > formatDay(now)) return refuse('recon.state', { text: '这一天还没有到，不能对账' })
  const days = daysBetween(from, to) + 1
  if (days > mostDays) return refuse('recon.state', { text: '一次最多对 31 天，请缩短日期' })
  return Array.from({ length: days }, (_, i) => addDays(from, i)).filter((day) => day <= formatDay(now))
}

/** Reconciliation/JsV2PullTotal: 1320 for the groups of some days, store by store behind one progress. */
export const pullTotals = async (c: Context, { from, to, storeId, force }: InputOf<Calls['pullTotal']>) => {
  const days = daysOf({ from, to }, c.now)
  const asked = await storesOfDays(c, { first: from, last: to }, storeId === undefined ? undefined : [storeId])
  const stores = onlyFigures(c)(asked)
  return totalsOfStores(c, stores, { days, force, ask: askFigures, beside: await besideText(c, storeId) })
}

/** Reconciliation/JsV2PullDetail: 1321 of a group and of those it shares its settlements with, behind a progress. */
export const pullDetails = async (c: Context, { groupId }: InputOf<Calls['pullDetail']>) => {
  const group = await findGroup(c, groupId)
  requireFigures(c, group.areaCode)
  const running = await startProgress(c.deps, c.me, '读取医保中心的明细')
  const work = async () => {
    const step = (text: string) => running.step(50, text)
    const { differences, automatic } = await detailByFigures(c.deps, group, { by: c.me.name, step })
    return differences ? `${differences} 笔差异 · 系统已处理 ${automatic}` : '没有差异，逐笔一致'
  }
  const progressId = inBackground(c.deps, running, work, {
    errorText: (fault) => (fault instanceof Refusal ? fault.message : '拉取中断，请再做一次'),
    report: (fault) => fault instanceof Refusal || reportFault('figures of a day', fault),
  })
  return { progressId }
}
