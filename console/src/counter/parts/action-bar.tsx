import { formatAmount } from '@yibao/shared/money.ts'
import { occupied } from '../flow/customer.ts'
import type { CounterEvent } from '../flow/events.ts'
import type { Recent } from '../flow/model.ts'
import { whyNotPark } from '../flow/parking.ts'
import { whyNotPresettle } from '../flow/pricing.ts'
import { printable } from '../flow/printing.ts'
import { whyNotSettle } from '../flow/settling.ts'
import { ended, locked } from '../flow/step.ts'
import { type MessageValues, messageOf } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import { usePorts } from '../ports.ts'
import css from './action-bar.module.css'
import { useCaption, useCounter, useSeconds, useStore } from './store-context.ts'

const marks = { done: '✓', pending: '核实中 △', reversed: '已撤销', none: '未扣款' } as const
/** What a name in 最近 is pressed for. */
const uses = {
  done: '查看、补打或撤销',
  pending: '再查一次结果',
  reversed: '补打退费单',
  none: '没有扣款，不需要处理',
} as const

const pressed = ({ orderId, mark }: Recent, newKey: () => string): CounterEvent =>
  mark === 'done'
    ? { type: 'openReversal', orderId, key: newKey() }
    : mark === 'reversed'
      ? { type: 'reprint', orderId, print: 'reversal' }
      : { type: 'orderChanged', orderId }

/** Why an action does nothing now, in words; undefined where it does. */
const told = (key: MessageKey | undefined, values?: MessageValues) => key && messageOf(key, values).what

interface ActionProps {
  caption: string
  title: string
  /** Reason why it does nothing now; the press itself shows it in R6. */
  why?: string | undefined
  busy?: string | undefined
  primary?: boolean
  /** It says the seconds while it is busy, and keeps their room. */
  counts?: boolean
  value?: string | undefined
  onPress: () => void
}

const Action = ({ caption, title, why, busy, primary, counts, value, onPress }: ActionProps) => (
  <button
    type="button"
    className={css.action}
    data-primary={primary || undefined}
    data-counts={counts || undefined}
    aria-disabled={why !== undefined}
    aria-busy={busy !== undefined}
    title={why}
    onClick={onPress}
  >
    <kbd>{caption}</kbd>
    <span>{busy ?? title}</span>
    {value && !busy && <span className={css.value}>{value}</span>}
  </button>
)

/** R7: actions with their keys. A viewer has no money button in the page at all (T21). */
export const ActionBar = () => {
  const { dispatch } = useStore()
  const { newKey } = usePorts()
  const state = useCounter()
  const caption = useCaption()
  const { phase, may, priced, parked, recent } = state
  const seconds = useSeconds(state.since, phase === 'presettling' || phase === 'settling')
  const counted = (text: string) => (seconds >= 2 ? `${text} ${seconds} 秒` : text)
  const cash = priced?.fresh ? formatAmount(priced.order.split?.cash ?? priced.order.cash) : undefined
  const presettles = whyNotPresettle(state)
  const parks = occupied(state) && !ended(state)
  return (
    <nav className={css.bar} aria-label="操作">
      {may.settle && (
        <>
          <Action
            caption={caption('presettle')}
            title="预结算"
            counts
            why={told(presettles?.key, presettles?.values)}
            busy={phase === 'presettling' ? counted('预结算中') : undefined}
            onPress={() => dispatch({ type: 'presettle' })}
          />
          <Action
            caption={caption('settle')}
            title="结算"
            primary
            value={cash}
            why={told(whyNotSettle(state))}
            busy={
              phase === 'settling'
                ? counted(state.pending?.kind === 'reversal' ? '正在撤销' : '正在结算')
                : phase === 'unknown'
                  ? '核实中'
                  : undefined
            }
            onPress={() => dispatch({ type: 'settle' })}
          />
        </>
      )}
      <Action
        caption={caption('print')}
        title="打印"
        why={printable(state) ? undefined : '没有可以打印的结算单'}
        onPress={() => dispatch({ type: 'print' })}
      />
      {may.settle && (
        <Action
          caption={caption('park')}
          title={parks ? '挂单' : '取单'}
          value={parked ? String(parked) : undefined}
          why={told(whyNotPark(state))}
          onPress={() => dispatch({ type: 'park' })}
        />
      )}
      <Action
        caption={caption('clear')}
        title="清屏"
        // Nobody is cleared away, nor put aside, while his money is being decided (ux 1.10).
        why={told(locked(state) ? 'clear.locked' : undefined)}
        onPress={() => dispatch({ type: 'clear' })}
      />
      <div className={css.recent}>
        <span className={css.label}>最近</span>
        {recent.map((one) => (
          <button
            key={one.orderId}
            type="button"
            className={css.order}
            data-mark={one.mark}
            aria-disabled={one.mark === 'none'}
            title={uses[one.mark]}
            onClick={() => dispatch(pressed(one, newKey))}
          >
            {one.maskedName} {one.cash} {marks[one.mark]}
          </button>
        ))}
        <button type="button" className={css.help} onClick={() => dispatch({ type: 'open', dialog: 'keys' })}>
          <kbd>{caption('help')}</kbd> 按键
        </button>
      </div>
    </nav>
  )
}
