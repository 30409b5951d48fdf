import { yuan } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { refuse } from '../../../call/refuse.ts'
import type { OrderRow } from '../../order/view.ts'
import { bookedColumns } from '../../settlement/book.ts'
import { ask } from '../ask.ts'
import { type Action, orderIn, personIn } from '../repair.ts'
import { patchOrder } from '../restore.ts'
import type { Side } from '../tables.ts'

/** What a statement says, its acct_pay with what the family's account paid of it (order/acct-pay.ts). */
type Amounts = Required<Pick<Side, 'total' | 'fund' | 'account'>> & Pick<Side, 'pool'>

const amountsOf = (side: Side | null, family: number): Amounts | undefined =>
  side?.total === undefined || side.fund === undefined || side.account === undefined
    ? undefined
    : { total: side.total, fund: side.fund, pool: side.pool, account: side.account + family }

/** Only the sums change: whatever fund and account do not bear, the person paid in cash (domain.md 4.2 I3, I4). */
const sumsPatch = (row: OrderRow, { total, fund, pool, account }: Amounts) => {
  const cash = row.cash + (total - row.total) - (fund - row.fundTotal) - (account - row.account)
  const personPart = total - fund
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
  const statedWith = (family: number) => amountsOf(difference.centre, row.familyApart ? family : 0)
  const seen = shown && statedWith(shown.familyAccount)
  const agree =
    shown && (!seen || (shown.total === seen.total && shown.fundTotal === seen.fund && shown.account === seen.account))
  // Only the whole split brings another payment of the family's account.
  const stated = statedWith(row.familyAccount)
  if (!agree && !stated) return refuse('centre.down')
  const { profile } = deps.services.centre.of(storeRow.areaCode)
  const whole = agree
    ? omit(bookedColumns(row, shown, profile, deps.clock()).patch, 'settledAt', 'clrOptins', 'clrType')
    : sumsPatch(row, stated!)
  const text = `金额按中心更新：总额 ${yuan(row.total)} → ${yuan(whole.total)}，基金 ${yuan(row.fundTotal)} → ${yuan(whole.fundTotal)}，账户 ${yuan(row.account)} → ${yuan(whole.account)}，现金 ${yuan(row.cash)} → ${yuan(whole.cash)}`
  return { text, before: await patchOrder(deps.db, row, whole, { at: deps.clock(), by, text }) }
}
