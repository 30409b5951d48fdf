import type { InputOf } from '@yibao/shared/call.ts'
import type { stock as calls } from '@yibao/shared/calls/stock.ts'
import { and, asc, inArray, notInArray, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { tellInTurn } from '../telling/in-turn.ts'
import type { Told } from '../telling/told.ts'
import { standAgain, withMessage } from './claim.ts'
import { tellStock } from './send.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** What came in before what goes back: a return names a purchase that the centre has to hold. */
const inOrder = sql`case ${stockMessage.kind} when 'back' then 1 else 0 end`

/** One that was taken away and is wanted there after all is a stock take of its day again before it leaves. */
const tellAgain = async (deps: Deps, mine: StockMessage): Promise<Told> => {
  if (mine.kind !== 'take' || mine.state !== 'deleted') return tellStock(deps, mine)
  const { one, surplus } = await standAgain(deps, mine)
  const told = await tellStock(deps, one)
  return surplus ? { ...told, also: surplus } : told
}

/** Stock/Upload: what of these rows the centre does not have yet, behind a progress. */
export const uploadStock = async (
  { ids }: InputOf<typeof calls.upload>,
  c: Context,
): Promise<{ progressId: string }> => {
  const rows = await c.db
    .select({ id: stockMessage.id, target: stockMessage.docNo, storeId: stockMessage.storeId })
    .from(stockMessage)
    .where(
      and(
        c.scope.where(stockMessage.storeId),
        inArray(stockMessage.id, ids),
        notInArray(stockMessage.state, ['uploaded', 'needless']),
      ),
    )
    .orderBy(inOrder, asc(stockMessage.happenedOn), asc(stockMessage.id))
  if (!rows.length) refuse('sale.none')
  return tellInTurn(c, '上传进销存', rows, (id) => withMessage(c.deps, id, (one) => tellAgain(c.deps, one)))
}
