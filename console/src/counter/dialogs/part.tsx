import { formatAmount, trimZeros } from '@yibao/shared/money.ts'
import { useState } from 'react'
import { returnLines, reversalAbout } from '../../orders/give-back.ts'
import { type Shown, shownInput } from '../../orders/shown.ts'
import { amountsOf, quantityOf } from '../flow/amounts.ts'
import type { Order } from '../flow/model.ts'
import { keptQuantity, netWords } from '../flow/returning/part-return.ts'
import type { PartAmounts } from '../flow/state.ts'
import { useCaption, useCounter, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'
import own from './part.module.css'
import { ReasonField, ShownField, useApproval } from './reason.tsx'

type OrderLine = Order['lines'][number]

const ReturnedLine = ({ line, value, onChange }: { line: OrderLine; value: string; onChange: (v: string) => void }) => {
  const all = trimZeros(line.quantity)
  // Which box of a traced line comes back is not known: such a line goes back whole or stays.
  const whole = line.traceCodes.length > 0
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={value === all}
          onChange={(event) => onChange(event.target.checked ? all : '')}
        />
        <span>
          {line.name} <small>{line.spec}</small>
        </span>
      </label>
      <label>
        <span>退</span>
        <input
          value={value}
          readOnly={whole}
          inputMode="decimal"
          placeholder="0"
          aria-label={`${line.name} 退回数量`}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        <small>
          / {all} {line.unit}
        </small>
      </label>
    </li>
  )
}

/** Which goods come back. Nothing moves here: the kept ones become the basket, and the credential comes first (ux 1.4). */
export const PartChooser = ({ order }: { order: Order }) => {
  const { dispatch } = useStore()
  const close = () => dispatch({ type: 'closeDialog' })
  const [typed, setTyped] = useState<Record<number, string>>({})
  const returned = Object.fromEntries(
    Object.entries(typed).flatMap(([no, text]) => (quantityOf(text) ? [[Number(no), quantityOf(text)!]] : [])),
  )
  const wrong = order.lines.some(({ no, quantity }) => {
    const text = typed[no]
    return text !== undefined && text !== '' && text !== '0' && !(Number(quantityOf(text)) <= Number(quantity))
  })
  const kept = order.lines.filter((line) => keptQuantity(line, returned)).length
  const some = Object.keys(returned).length > 0
  const hint = wrong
    ? '退回数量不能超过购买数量'
    : kept === 0
      ? '全部退回时请用整单撤销'
      : !some
        ? '请勾选退回的药品，或填写退回的数量'
        : `系统先读取凭证，再撤销原单，然后把保留的 ${kept} 种药品重新结算`
  return (
    <Frame
      title={`部分退货 · ${order.maskedName}`}
      wide
      onClose={close}
      buttons={
        <>
          {/* Nothing moves here: the first line has the focus, and whoever comes by the keyboard chooses at once. */}
          <DialogButton onClick={close}>不退货</DialogButton>
          <DialogButton
            primary
            disabled={wrong || !some || kept === 0}
            onClick={() => dispatch({ type: 'partChosen', returned })}
          >
            读取凭证
          </DialogButton>
        </>
      }
    >
      <p>
        <b>医保只能整单撤销。</b>
        {hint}
      </p>
      <ul className={own.returned} aria-label="选择退回的药品">
        {order.lines.map((line) => (
          <ReturnedLine
            key={line.no}
            line={line}
            value={typed[line.no] ?? ''}
            onChange={(value) => setTyped({ ...typed, [line.no]: value })}
          />
        ))}
      </ul>
    </Frame>
  )
}

const Column = ({ title, lines }: { title: string; lines: { title: string; amount: string }[] }) => (
  <section>
    <h3>{title}</h3>
    <dl className={css.amounts}>
      {lines.map((line) => (
        <div key={line.title}>
          <dt>{line.title}</dt>
          <dd>{formatAmount(line.amount)}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const keptLines = ({ account, cash, fund }: PartAmounts) => [
  { title: '个人账户', amount: account },
  { title: '应收现金', amount: cash },
  { title: '基金合计', amount: fund },
]

/** Both amounts side by side, a reason, and the two answers. Nothing is reversed whose amounts were not shown. */
export const PartConfirm = () => {
  const { dispatch } = useStore()
  const { part, priced, lines } = useCounter()
  const { asking, approved } = useApproval()
  const caption = useCaption()
  const [reason, setReason] = useState(part?.given?.reason ?? '')
  const [shows, setShows] = useState<Shown>('')
  const close = () => dispatch({ type: 'closeDialog' })
  if (asking || !part || !priced) return null
  const { old } = part
  const kept = amountsOf(priced.order)
  const confirm = () =>
    approved(
      old.orderId,
      reversalAbout(old),
      (authorizationId) =>
        dispatch({ type: 'confirmPart', reason, authorizationId, medium: shownInput(shows, '')?.medium }),
      { given: part.given?.authorizationId },
    )
  return (
    <Frame
      title={`撤销 ${old.maskedName} 的原单，保留 ${lines.length} 种重新结算？`}
      wide
      onClose={close}
      buttons={
        <>
          <DialogButton first onClick={close}>
            不退货
          </DialogButton>
          <DialogButton danger disabled={!reason} onClick={() => void confirm()}>
            确认撤销并重新结算
          </DialogButton>
        </>
      }
    >
      <div className={own.sides}>
        <Column title="原单退回" lines={returnLines(old, old.fund)} />
        <Column title={`保留 ${lines.length} 种`} lines={keptLines(kept)} />
      </div>
      <p>
        <b>{netWords(old, kept.cash)}</b>
      </p>
      <p className={css.meaning}>
        撤销后账户余额和限额会退回，系统再预结算一次：金额相同则直接结算，有变化时请看新金额后按 {caption('settle')}。
      </p>
      <ReasonField value={reason} onChange={setReason} />
      <ShownField value={shows} onChange={setShows} />
    </Frame>
  )
}
