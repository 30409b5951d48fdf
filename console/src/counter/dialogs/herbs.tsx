import { herbs as herbsForm } from '@yibao/shared/entities/settlement.ts'
import { type FormEvent, useState } from 'react'
import { herbKinds, herbsToAsk } from '../flow/herbs.ts'
import { useCounter, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'
import own from './herbs.module.css'

const uses = [
  ['1', '复方'],
  ['2', '单方'],
] as const

/**
 * Asks once for all herbs of the basket: the number of doses, and the use where it is not the usual one. `prices`: F8 asked
 * it, and goes on behind the answer.
 */
export const HerbsDialog = ({ prices = false }: { prices?: boolean | undefined }) => {
  const { dispatch } = useStore()
  const state = useCounter()
  const [first] = useState(() => herbsToAsk(state))
  const [use, setUse] = useState(first.use)
  const [doses, setDoses] = useState(String(first.doses ?? ''))
  const [wrong, setWrong] = useState('')
  const close = () => dispatch({ type: 'closeDialog' })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const typed = doses.trim()
    const checked = herbsForm.safeParse({ use, doses: typed ? Number(typed) : undefined })
    if (checked.success) dispatch({ type: 'sayHerbs', ...checked.data })
    else setWrong('剂数填 1 到 999 的整数；不按剂配的留空')
  }
  const kinds = herbKinds(state.lines).length
  return (
    <Frame
      title={`中药饮片 ${kinds} 种`}
      onClose={close}
      buttons={
        <>
          <DialogButton onClick={close}>{prices ? '暂不预结算' : '关闭'}</DialogButton>
          <DialogButton primary onClick={submit}>
            {prices ? '确定并预结算' : '确定'}
          </DialogButton>
        </>
      }
    >
      <form onSubmit={submit}>
        <label className={css.field}>
          <span>剂数</span>
          <input
            data-first
            inputMode="numeric"
            autoComplete="off"
            placeholder="不按剂配的留空"
            value={doses}
            aria-invalid={wrong !== ''}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setDoses(event.target.value)
              setWrong('')
            }}
          />
          <small role="alert">{wrong}</small>
        </label>
        <div className={own.uses} role="radiogroup" aria-label="使用方式">
          <span>使用方式</span>
          {uses.map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="use" value={value} checked={use === value} onChange={() => setUse(value)} />
              {name}
            </label>
          ))}
        </div>
      </form>
      <p className={css.meaning}>几味药配成一张方子是复方，单用一味是单方。医保按使用方式决定能不能支付</p>
    </Frame>
  )
}
