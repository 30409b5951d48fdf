import { yuan } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Settlement } from '../../../centre/operations/settlement.ts'
import { acctPayOf } from '../../order/acct-pay.ts'
import { order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import { bookedColumns } from '../../settlement/book.ts'
import { countingNow, recounted } from '../../settlement/counted.ts'
import { ask } from '../classify/ask.ts'
import { type Action, orderIn, personIn } from '../repair/repair.ts'
import { patchOrder } from '../repair/restore.ts'
import { reconDifference, type Side } from '../tables.ts'

/** What a statement says; `account` is the centre's acct_pay (order/acct-pay.ts). */
type Amounts = Required<Pick<Side, 'total' | 'fund' | 'account'>> & Pick<Side, 'pool'>

const amountsOf = (side: Side | null): Amounts | undefined =>
  side?.total === undefined || side.fund === undefined || side.account === undefined
    ? undefined
    : { total: side.total, fund: side.fund, pool: side.pool, account: side.account }

const agrees = (s: Settlement, stated: Amounts | undefined): boolean =>
  !stated || (s.total === stated.total && s.fundTotal === stated.fund && acctPayOf(s) === stated.account)

/** Only the sums change: whatever fund and account do not bear, the person paid in cash (domain.md 4.2 I3, I4). */
const sumsPatch = (row: OrderRow, { total, fund, pool, account: acctPay }: Amounts) => {
  // Only the whole split brings another payment of the family's account.
  const account = acctPay + row.account - acctPayOf(row)
  const cash = row.cash + (total - row.total) - (fund - row.fundTotal) - (account - row.account)
  const personPart = total - fund - (row.split?.hospitalPart ?? 0)
  const pooled = pool === undefined ? {} : { poolFund: pool }
  const split = row.split && { ...row.split, ...pooled, total, fundTotal: fund, account, cash, personPart }
  return { total, fundTotal: fund, account, cash, split }
}

/**
 * 以中心金额更新本地: the whole split of 5203 when it agrees with the statement, else the statement's three sums, which
 * are what 3201 counts.
 */
export const takeCentre: Action = async (repair) => {
  const { deps, storeRow, difference, by } = repair
  const row = orderIn(repair)
  const ids = { setlId: row.setlId ?? '', mdtrtId: row.mdtrtId ?? '' }
  const answer = await ask(deps, storeRow, personIn(repair), ids)
  const shown = answer.kind === 'found' ? answer.settlement : undefined
  return deps.db.transaction(async (tx) => {
    const counting = await countingNow(tx, row.areaCode)
    // While the centre was asked all three may have been turned to how it counts by now.
    const [now] = await tx.select().from(order).where(eq(order.id, row.id)).for('update')
    if (now?.setlId !== row.setlId) return refuse('recon.locked')
    const { centre } = reconDifference
    const [said] = await tx.select({ centre }).from(reconDifference).where(eq(reconDifference.id, difference.id))
    const stated = amountsOf(said?.centre ?? null)
    const counted = shown && recounted(shown, counting)
    const agreed = counted && agrees(counted, stated) ? counted : undefined
    if (!agreed && !stated) return refuse('centre.down')
    const whole = agreed
      ? omit(bookedColumns(now, agreed, deps.clock()).patch, 'settledAt', 'clrOptins', 'clrType', 'insutype')
      : sumsPatch(now, stated!)
    const text = `金额按中心更新：总额 ${yuan(now.total)} → ${yuan(whole.total)}，基金 ${yuan(now.fundTotal)} → ${yuan(whole.fundTotal)}，账户 ${yuan(now.account)} → ${yuan(whole.account)}，现金 ${yuan(now.cash)} → ${yuan(whole.cash)}`
    return { text, before: await patchOrder(tx, now, whole, { at: deps.clock(), by, text }) }
  })
}
