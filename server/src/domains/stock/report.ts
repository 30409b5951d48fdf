import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { stock as calls } from '@yibao/shared/calls/stock.ts'
import { stockForms } from '@yibao/shared/entities/stock.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { and, eq, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { requireCompany } from '../organisation/company-key.ts'
import { store } from '../organisation/tables.ts'
import { rowChecker, type StockInput } from './check-row.ts'
import { stateTitle } from './rows.ts'
import { writeStock } from './write.ts'

type Input = InputOf<typeof calls.report>
type Answer = ResultOf<typeof calls.report>[number]

const shopOf = async (c: Context, { companyId, storeNo }: Input) => {
  const [shop] = await c.db
    .select()
    .from(store)
    .where(
      and(
        and(eq(store.companyId, companyId), eq(store.closed, false)),
        or(eq(store.fixmedinsCode, storeNo), eq(store.erpStoreNo, storeNo)),
      ),
    )
    .limit(1)
  return shop ?? refuse('stock.store', { storeNo })
}

const no = (docNo: string, text: string): Answer => ({ docNo, ok: false, text })

/**
 * Stock/Report: an ERP's rows of one store and kind, each taken or refused by itself; nothing leaves for the centre here,
 * the job tells it. A row that is known already answers how it stands, so it may be sent until it is at the centre.
 */
export const reportStock = async (input: Input, c: Context): Promise<Answer[]> => {
  await requireCompany(c, input, 'stock')
  const shop = await shopOf(c, input)
  const { kind } = input
  c.keep({ target: `${shop.name}，${input.rows.length} 条` })
  const shape = stockForms[kind] as Record<string, Schema>
  const schema = z.object(shape)
  const parsed = input.rows.map((given) => {
    const row = given as unknown as StockInput
    const own = Object.fromEntries(Object.keys(shape).map((name) => [name, row[name]]))
    const result = z.safeParse(schema, own)
    if (result.success) return { row: result.data as StockInput }
    const [issue] = result.error.issues
    return { docNo: row.docNo, fault: issue?.message ?? '格式不正确' }
  })
  const rows = parsed.flatMap(({ row }) => row ?? [])
  const checker = await rowChecker(c, shop, kind, rows)
  const seen = new Set<string>()
  const answers: Answer[] = []
  for (const one of parsed) {
    if (!one.row) {
      answers.push(no(one.docNo, one.fault))
      continue
    }
    const { row } = one
    const { docNo } = row
    const before = checker.before(docNo)
    if (seen.has(docNo)) answers.push(no(docNo, '单据行号在这次上报中重复'))
    else if (before?.state === 'uploaded' || before?.state === 'unknown')
      answers.push({ docNo, ok: true, state: before.state, text: stateTitle(before.state) })
    else {
      const fault = checker.fault(row)
      const goods = checker.goods(row.ownCode)
      if (fault || !goods) {
        const title = fault && metaOf(shape[fault.key]!)?.title
        answers.push(no(docNo, fault ? `${title ?? fault.key}：${fault.reason}` : '没有这个商品'))
      } else answers.push(await take(c, { shop, kind, row }, goods))
    }
    seen.add(docNo)
  }
  return answers
}

const take = async (
  c: Context,
  { shop, kind, row }: { shop: typeof store.$inferSelect; kind: Input['kind']; row: StockInput },
  goods: Parameters<typeof writeStock>[1],
): Promise<Answer> => {
  const written = await c.db.transaction((tx) =>
    writeStock({ db: tx, now: c.now, shop, kind, source: 'erp' }, goods, row),
  )
  // Told in this very moment: what came first stands.
  if (!written) return { docNo: row.docNo, ok: true, state: 'unknown', text: '正在上报' }
  return { docNo: row.docNo, ok: true, state: 'waiting', text: stateTitle('waiting') }
}
