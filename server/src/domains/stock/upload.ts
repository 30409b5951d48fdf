import type { InputOf } from '@yibao/shared/call.ts'
import type { stock as calls } from '@yibao/shared/calls/stock.ts'
import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { reportFault } from '../../fault.ts'
import { Refusal, refuse } from '../../refuse.ts'
import type { Told } from '../sale/told.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { withMessages } from './claim.ts'
import { conditionOf } from './rows.ts'
import { tellStock } from './send.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** More than these are a period's matter, not a button's. */
const most = 2000
/** What is named of those that were not told. */
const named = 50

/** Something was not told: the progress ends with it. */
class Unfinished extends Error {}

/** What came in before what goes out: a return names a purchase that the centre has to hold. */
export const inOrder = sql`case ${stockMessage.kind} when 'back' then 1 else 0 end`

const asked = async (c: Context, { ids, ...filters }: InputOf<typeof calls.upload>) => {
  const open = ['waiting', 'refused', 'unknown', 'deleted'] satisfies StockMessage['state'][]
  const rows = await c.db
    .select({ id: stockMessage.id, docNo: stockMessage.docNo, storeId: stockMessage.storeId })
    .from(stockMessage)
    .where(
      and(conditionOf(c, filters), ids ? inArray(stockMessage.id, ids) : undefined, inArray(stockMessage.state, open)),
    )
    .orderBy(inOrder, asc(stockMessage.happenedOn), asc(stockMessage.id))
    .limit(most + 1)
  if (!rows.length) refuse('stock.none')
  if (rows.length > most) refuse('stock.many', { limit: most })
  return rows
}

const tell = async (c: Context, id: string): Promise<Told> => {
  try {
    return await withMessages(
      c.deps,
      [id],
      async ([one]): Promise<Told> => (one ? tellStock(c.deps, one) : { kind: 'open', text: '正在上报，请稍候再看' }),
    )
  } catch (fault) {
    if (fault instanceof Refusal) return { kind: 'down', text: fault.message }
    throw fault
  }
}

/** Stock/Upload: one after the other behind a progress. A store whose centre cannot be told now is left for later. */
export const uploadStock = async (input: InputOf<typeof calls.upload>, c: Context): Promise<{ progressId: string }> => {
  const rows = await asked(c, input)
  const running = await startProgress(c.deps, c.me, `上报进销存，共 ${rows.length} 条`)
  const all = async () => {
    const down = new Set<string>()
    let done = 0
    let failed = 0
    for (const [i, { id, docNo, storeId }] of rows.entries()) {
      const told: Told = down.has(storeId) ? { kind: 'down', text: '医保中心没有答复，没有再发' } : await tell(c, id)
      if (told.kind === 'done') done++
      else failed++
      if (told.kind === 'down') down.add(storeId)
      const result = told.kind !== 'done' && failed <= named ? { target: docNo, ok: false, text: told.text } : undefined
      await running.step(((i + 1) / rows.length) * 100, `${i + 1} / ${rows.length}`, result)
    }
    if (failed) throw new Unfinished(`${done} 条已上报，${failed} 条没有上报`)
    return `${done} 条已上报`
  }
  const progressId = inBackground(c.deps, running, all, {
    errorText: (fault) =>
      fault instanceof Unfinished ? fault.message : '上报没有做完，已上报的已保存，请刷新后重试其余的',
    report: (fault) => {
      if (!(fault instanceof Unfinished)) reportFault('stock upload', fault)
    },
  })
  return { progressId }
}
