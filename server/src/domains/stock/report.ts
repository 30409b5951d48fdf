import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { stock as calls } from '@yibao/shared/calls/stock.ts'
import { type StockKind, stockForms } from '@yibao/shared/entities/stock.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { requireCompany } from '../auth/company-key.ts'
import { erpStore } from '../organisation/erp-store.ts'
import { saidOf } from '../telling/for-person.ts'
import { rowChecker } from './check-row.ts'
import type { GoodRow } from './put.ts'
import { stateTitle } from './rows.ts'
import type { Shop, StockInput } from './stock-row.ts'
import type { StockMessage } from './tables.ts'
import { saysTheSame, writeStock } from './write.ts'

type Input = InputOf<typeof calls.report>
type Answer = ResultOf<typeof calls.report>[number]

/** A purchase before the return that names it. */
const order = ['purchase', 'back', 'take', 'change'] as const

type Standing = Pick<StockMessage, 'docNo' | 'state' | 'nextAt' | 'message'>

const standing = (kind: StockKind, one: Standing) => {
  const { docNo, state } = one
  const said = saidOf(one)
  return { kind, docNo, ok: true, state, text: said ? `${stateTitle(state)}：${said}` : stateTitle(state) }
}

/** Takes the rows of one kind: what each is answered is decided by itself, those that are right are written together. */
const takeRows = async (c: Context, shop: Shop, kind: StockKind, rows: readonly StockInput[]): Promise<Answer[]> => {
  const checker = await rowChecker(c, shop, kind, rows)
  const seen = new Set<string>()
  const good: GoodRow[] = []
  const no = (docNo: string, text: string): Answer => ({ kind, docNo, ok: false, text })
  /** The answer of a row that is not written; undefined: it is. */
  const answer = (row: StockInput): Answer | undefined => {
    const { docNo } = row
    if (seen.has(docNo)) return no(docNo, '单据行号在这次上报中重复')
    seen.add(docNo)
    const before = checker.before(docNo)
    const goods = checker.goods(row.ownCode)
    if (before && saysTheSame(before, goods, row)) return standing(kind, before)
    const fault = checker.fault(row)
    if (fault || !goods) {
      const title = fault && metaOf((stockForms[kind] as Record<string, Schema>)[fault.key]!)?.title
      return no(docNo, `${title}：${fault?.reason}`)
    }
    good.push({ goods, row })
    return undefined
  }
  const answers = rows.map(answer)
  const { written, surplus } = await c.db.transaction((tx) =>
    writeStock({ db: tx, now: c.now, shop, kind, source: 'erp' }, good),
  )
  return answers.map((known, i) => {
    const { docNo } = rows[i]!
    if (known) return known
    return written.has(docNo)
      ? standing(kind, { docNo, state: 'waiting', nextAt: c.now, message: surplus })
      : no(docNo, '正在上传，请稍后再报')
  })
}

/**
 * Stock/Report: an ERP's rows of one store, each taken or refused by itself; nothing leaves for the centre here, the job
 * tells it. A row that comes again unchanged answers how it stands, so all may be sent until they are at the centre.
 */
export const reportStock = async (input: Input, c: Context): Promise<Answer[]> => {
  await requireCompany(c, input, 'stock')
  const count = order.reduce((sum, kind) => sum + (input[kind]?.length ?? 0), 0)
  if (!count) refuse('stock.empty')
  const shop = await erpStore(c, input)
  c.on(`${shop.name}，${count} 条`, shop.id)
  const answers: Answer[] = []
  for (const kind of order) {
    const rows = input[kind] as StockInput[] | undefined
    if (rows?.length) answers.push(...(await takeRows(c, shop, kind, rows)))
  }
  return answers
}
