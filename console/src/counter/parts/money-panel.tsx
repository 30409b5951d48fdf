import { formatAmount } from '@yibao/shared/money.ts'
import { amountsOf } from '../flow/amounts.ts'
import type { Counter } from '../flow/state.ts'
import { cashDue } from './cash-due.ts'
import css from './money-panel.module.css'
import { shownSlots } from './money-slots.ts'
import { useCounter } from './store-context.ts'

type Look = 'none' | 'computing' | 'split' | 'stale' | 'settling' | 'settled' | 'unknown' | 'reversed'

const looks: Partial<Record<Counter['phase'], Look>> = {
  presettling: 'computing',
  settling: 'settling',
  unknown: 'unknown',
  settled: 'settled',
  reversed: 'reversed',
}

const lookOf = ({ phase, priced }: Counter): Look =>
  looks[phase] ?? (priced ? (priced.fresh ? 'split' : 'stale') : 'none')

const titles: Partial<Record<Look, string>> = {
  computing: '计算中',
  stale: '已过期',
  settling: '结算中',
  settled: '已结算',
  unknown: '结果未知',
  reversed: '已撤销',
}

/** Beside the difference that changes hands after a partial return: what the new settlement itself says. */
const keptOf = ({ part, priced }: Counter): string | undefined =>
  part?.at === 'done' && priced ? `保留药品收 ${formatAmount(amountsOf(priced.order).cash)}` : undefined

/** Which of two settlements the amounts are of (ux 1.3). */
const placeOf = ({ second, priced }: Counter): string | undefined =>
  second && priced?.fresh ? (second.at === 'first' ? '第一笔' : '第二笔') : undefined

/** R5: fixed slots, so that no amount ever moves; zero is 0.00 and nothing is -- (ux 2.2). */
export const MoneyPanel = () => {
  const state = useCounter()
  const look = lookOf(state)
  const split = look === 'none' || look === 'computing' ? undefined : state.priced?.order.split
  const reasons = split && look !== 'stale' ? state.priced!.order.reasons : []
  const balance = look === 'reversed' ? state.priced?.order.reversalBalance : split?.balance
  const sign = (text: string) => (look === 'reversed' && text !== '0.00' && !text.startsWith('-') ? `-${text}` : text)
  const value = (text: string | undefined) => (text === undefined ? '--' : sign(text))
  const cash = cashDue(state)
  const title = look === 'settled' ? (keptOf(state) ?? titles.settled) : (titles[look] ?? placeOf(state))
  return (
    <section className={css.panel} data-panel="money" data-look={look} aria-label="金额">
      <dl className={css.slots}>
        {shownSlots(split, state.area?.hiddenFunds).map(({ id, title: name, of, inner }) => (
          <div key={id} className={css.slot} data-inner={inner} data-slot={id}>
            <dt>{name}</dt>
            <dd>{value(split && of(split))}</dd>
          </div>
        ))}
        <div className={css.cash} data-slot="cash">
          <dt>
            {cash.title}
            {/* Always there: its coming and going must not move the word above it (N4). */}
            <small className={css.state} data-shown={title !== undefined || undefined}>
              {title ?? '\u00a0'}
            </small>
          </dt>
          <dd data-long={cash.text.length > 12 ? 'more' : cash.text.length > 9 || undefined}>{cash.text}</dd>
        </div>
        <div className={css.slot} data-slot="balance">
          <dt>{look === 'reversed' ? '撤销后余额' : '结算后余额'}</dt>
          <dd>{balance === undefined ? '--' : formatAmount(balance)}</dd>
        </div>
      </dl>
      <div className={css.why}>
        <h2>为什么</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <ul tabIndex={0} aria-label="金额说明">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <p className="unseen" role="status">
        {split &&
          look !== 'stale' &&
          `费用总额 ${formatAmount(split.total)}，基金 ${formatAmount(split.fundTotal)}，个人账户 ${formatAmount(split.account)}，${cash.title} ${cash.text} 元${title ? `，${title}` : ''}`}
      </p>
    </section>
  )
}
