import { formatPrice, trimZeros } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { useState } from 'react'
import { amountOf, quantityOf, shown } from '../flow/amounts.ts'
import { whyNotEdit } from '../flow/basket.ts'
import { suggestedBatch, whyNotBatch } from '../flow/batch.ts'
import type { Line } from '../flow/model.ts'
import { twoOf } from '../flow/second.ts'
import { ended, locked } from '../flow/step.ts'
import { hintsOf } from '../parts/line-hints.ts'
import { useCounter, useStore } from '../parts/store-context.ts'
import { BatchFields, useBatch } from './batch-fields.tsx'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'
import own from './line.module.css'

const facts = ({ item }: Line): [string, string][] => [
  ['商品编码', item.ownCode],
  ['国家码', item.nationalCode || '未对照'],
  ['规格', item.spec || '--'],
  ['剂型', item.dosageForm || '--'],
  ['厂家', item.producer || '--'],
  ['等级', item.itemClass || '--'],
  ['限价', item.priceCap ? formatPrice(item.priceCap) : '--'],
]

interface Props {
  id: string
  /** Opened for its quantity, by the key: the digits that follow are it (ux 2.3). */
  types?: boolean | undefined
}

/** The rest of a line, with targets for a finger: quantity, price, removal (ux 2.1, 9.2). */
export const LineDialog = ({ id, types }: Props) => {
  const { dispatch } = useStore()
  const state = useCounter()
  const line = state.lines.find((one) => one.id === id)
  const [price, setPrice] = useState(line?.price ?? '')
  const [typed, setTyped] = useState<string>()
  const [now] = useState(Date.now)
  const batch = useBatch(line?.batch, formatDay(new Date(now)))
  const close = () => dispatch({ type: 'closeDialog' })
  if (!line) return null
  const fixed = whyNotEdit(state) !== undefined
  const batchFixed = whyNotBatch(state, line) !== undefined
  const codesFixed = ended(state) || locked(state)
  const fromBill = new Set(state.erp?.lines.flatMap(({ traceCodes = [] }) => traceCodes))
  const quantity = trimZeros(line.quantity)
  const count = (by: number) => {
    const next = Number(quantityOf(typed ?? '') ?? quantity) + by
    setTyped(undefined)
    if (next > 0) dispatch({ type: 'setQuantity', line: id, quantity: String(Number(next.toFixed(4))) })
  }
  const done = () => {
    const read = batchFixed || !batch.changed ? undefined : batch.read()
    if (read === false) return
    if (!batchFixed && batch.changed) dispatch({ type: 'setBatch', line: id, batch: read })
    if (!fixed && typed !== undefined && typed !== quantity)
      dispatch({ type: 'setQuantity', line: id, quantity: typed })
    if (!fixed && price !== line.price) dispatch({ type: 'setPrice', line: id, price })
    close()
  }
  return (
    <Frame
      title={line.item.name}
      onClose={close}
      buttons={
        <>
          <DialogButton first={!types || fixed} primary onClick={done}>
            完成
          </DialogButton>
          {!fixed && (
            <DialogButton danger onClick={() => dispatch({ type: 'removeLine', line: id })}>
              移出购药单
            </DialogButton>
          )}
        </>
      }
    >
      {hintsOf(state, line, twoOf(state)?.second.lines, now).map(({ sign, text }) => (
        <p key={text} className={css.meaning}>
          {sign} {text}
        </p>
      ))}
      <div className={own.stepper}>
        <span>数量</span>
        <button type="button" aria-label="减一" disabled={fixed} onClick={() => count(-1)}>
          −
        </button>
        <input
          aria-label="数量"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? quantity}
          disabled={fixed}
          data-first={types && !fixed ? true : undefined}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && done()}
        />
        <button type="button" aria-label="加一" disabled={fixed} onClick={() => count(1)}>
          +
        </button>
        <strong>{shown(amountOf(line))}</strong>
      </div>
      <label className={css.field}>
        <span>单价</span>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={price}
          disabled={fixed}
          onChange={(event) => setPrice(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && done()}
        />
      </label>
      <BatchFields of={batch} suggested={suggestedBatch(line.item, now)} disabled={batchFixed} onDone={done} />
      <dl className={css.facts}>
        {facts(line).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>追溯码</dt>
          <dd>{line.traceCodes.length === 0 && '--'}</dd>
        </div>
      </dl>
      {line.traceCodes.length > 0 && (
        <ul className={own.codes}>
          {line.traceCodes.map((code) => (
            <li key={code} data-sold={state.sold[code] ? true : undefined}>
              <span>
                …{code.slice(-8)}
                {state.sold[code] && `，已在订单 ${state.sold[code]} 售出`}
              </span>
              {!codesFixed && !fromBill.has(code) && (
                <button
                  type="button"
                  aria-label={`移除追溯码 …${code.slice(-8)}`}
                  onClick={() => dispatch({ type: 'removeCode', line: id, code })}
                >
                  移除
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}
