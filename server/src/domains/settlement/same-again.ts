import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { StoredHit } from '../order/audit-hit.ts'
import { order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'

/** ms: a counter without power, and a customer who comes back when it is there again. */
const lookBack = 12 * 3_600_000

type Goods = Pick<Line, 'ownCode' | 'quantity'>

/** What is bought, whatever the order of its lines. */
const goodsOf = (lines: readonly Goods[]): string =>
  lines
    .map(({ ownCode, quantity }) => `${ownCode} ${Number(quantity)}`)
    .toSorted()
    .join('\n')

/**
 * A word on a basket whose person has just bought the same goods here and never got a slip: a page that died with its
 * settlement under way, on a PC that lost its power, offers the basket once more, and nobody but our book knows of the
 * first. It is confirmed like the other reminders; nothing where it is not so.
 */
export const sameAgain = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, psnHash, lines, orderId }: { storeId: string; psnHash: string; lines: readonly Line[]; orderId?: string },
): Promise<StoredHit[]> => {
  const before = await db
    .select({ orderNo: order.orderNo, settledAt: order.settledAt, total: order.total, lines: order.lines })
    .from(order)
    .where(
      and(
        ...[eq(order.psnHash, psnHash), gt(order.settledAt, new Date(now.getTime() - lookBack))],
        ...[inArray(order.state, ['settled', 'reversing', 'unknown']), eq(order.storeId, storeId)],
        ...[eq(order.printed, 0), orderId ? ne(order.id, orderId) : undefined],
      ),
    )
    .orderBy(desc(order.settledAt), desc(order.id))
  const goods = goodsOf(lines)
  const same = before.find((one) => goodsOf(one.lines) === goods)
  if (!same) return []
  const [{ name, nationalCode, quantity }] = lines as [Line]
  return [
    {
      ...{ key: 'TWICE/0', line: 0, rule: 'TWICE', ruleName: '刚结算过同样的药品', kind: 'repeat', level: 'remind' },
      what: `本店 ${formatTime(same.settledAt!).slice(11, 16)} 已为此人结算同样的药品 ${yuan(same.total)} 元，小票没有打印（订单 ${same.orderNo}）`,
      meaning: '停电或死机前可能已经收费，再结算会扣两次',
      next: '先到订单管理核对并补打小票；确实再买一份才继续',
      reasonRequired: false,
      own: true,
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      ...{ ownCode: '', nationalCode, name: lines.length > 1 ? `${name}等 ${lines.length} 种` : name, quantity },
    },
  ]
}
