import type { InputOf } from '@yibao/shared/call.ts'
import type { sale as calls } from '@yibao/shared/calls/sale.ts'
import { and, asc, desc, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { reportFault } from '../../fault.ts'
import { Refusal, refuse } from '../../refuse.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { withPieces } from './claim.ts'
import { conditionOf } from './rows.ts'
import { type Piece, salePiece } from './tables.ts'
import type { Told } from './told.ts'
import { uploadPiece } from './upload-piece.ts'

/** More than these are a period's matter, not a button's. */
const most = 2000
/** What is named of those that were not uploaded. */
const named = 50

/** Something was not uploaded: the progress ends with it. */
class Unfinished extends Error {}

const asked = async (c: Context, { ids, ...filters }: InputOf<typeof calls.upload>) => {
  const rows = await c.db
    .select({ id: salePiece.id, orderNo: salePiece.orderNo, no: salePiece.no, storeId: salePiece.storeId })
    .from(salePiece)
    .where(
      and(
        conditionOf(c, filters),
        ids ? inArray(salePiece.id, ids) : undefined,
        inArray(salePiece.state, ['waiting', 'refused', 'unknown', 'deleted'] satisfies Piece['state'][]),
      ),
    )
    // The oldest first, line by line, a sale before its return (idOf).
    .orderBy(asc(salePiece.soldAt), desc(salePiece.id))
    .limit(most + 1)
  if (!rows.length) refuse('sale.none')
  if (rows.length > most) refuse('sale.many', { limit: most })
  return rows
}

const tell = async (c: Context, id: string): Promise<Told> => {
  try {
    return await withPieces(
      c.deps,
      [id],
      async ([one]): Promise<Told> => (one ? uploadPiece(c.deps, one) : { kind: 'open', text: '正在上传，请稍候再看' }),
    )
  } catch (fault) {
    if (fault instanceof Refusal) return { kind: 'down', text: fault.message }
    throw fault
  }
}

/** Sale/Upload: one after the other behind a progress. A store whose centre cannot be told now is left for later. */
export const uploadSales = async (input: InputOf<typeof calls.upload>, c: Context): Promise<{ progressId: string }> => {
  const rows = await asked(c, input)
  const running = await startProgress(c.deps, c.me, `上传销售明细，共 ${rows.length} 条`)
  const all = async () => {
    const down = new Set<string>()
    let done = 0
    let failed = 0
    for (const [i, { id, orderNo, no, storeId }] of rows.entries()) {
      const told: Told = down.has(storeId) ? { kind: 'down', text: '医保中心没有答复，没有再发' } : await tell(c, id)
      if (told.kind === 'done') done++
      else failed++
      if (told.kind === 'down') down.add(storeId)
      const target = `${orderNo} 第 ${no} 行`
      const result = told.kind !== 'done' && failed <= named ? { target, ok: false, text: told.text } : undefined
      await running.step(((i + 1) / rows.length) * 100, `${i + 1} / ${rows.length}`, result)
    }
    if (failed) throw new Unfinished(`${done} 条已处理，${failed} 条没有上传`)
    return `${done} 条已处理`
  }
  const progressId = inBackground(c.deps, running, all, {
    errorText: (fault) =>
      fault instanceof Unfinished ? fault.message : '上传没有做完，已上传的已保存，请刷新后重试其余的',
    report: (fault) => {
      if (!(fault instanceof Unfinished)) reportFault('sale upload', fault)
    },
  })
  return { progressId }
}
