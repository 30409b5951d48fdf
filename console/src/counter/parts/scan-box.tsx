import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { formatPrice } from '@yibao/shared/money.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Item } from '../flow/model.ts'
import { usePorts } from '../ports.ts'
import { credential, fold, identityNumber, narrow, splitQuantity } from '../scan.ts'
import { handleScan } from '../world/handle-scan.ts'
import css from './scan-box.module.css'
import { useCounter, useStore } from './store-context.ts'

const pause = 200
/** What may become the number of a person is asked of nobody while it is typed: an address would have it (N3). */
const mayIdentify = /^\d{14,}/

/** The scan box: every scan, every search and the quantity before it (ux 1.1, 2.4). */
export const ScanBox = () => {
  const store = useStore()
  const { callServer } = usePorts()
  const state = useCounter()
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ keyword: string; items: Item[] }>()
  const [active, setActive] = useState(0)
  const [tapped, setTapped] = useState(false)
  const asked = useRef('')
  const listId = useId()
  const { quantity, rest } = splitQuantity(narrow(text.trim()))
  const choices = state.choices?.items ?? found?.items

  useEffect(() => {
    asked.current = rest
    if ((rest.length < 2 && !/[一-鿿]/.test(rest)) || mayIdentify.test(fold(rest))) return setFound(undefined)
    const timer = setTimeout(async () => {
      const input = { keyword: rest, limit: 8 }
      const items = await callServer(catalogue.searchItemDirectoryList, input, { silent: true }).catch(() => [])
      // An answer for an earlier text is no longer wanted.
      if (asked.current !== rest) return
      setFound({ keyword: rest, items })
      setActive(0)
    }, pause)
    return () => clearTimeout(timer)
  }, [rest, callServer])

  const type = (value: string) => {
    const folded = fold(value)
    if (credential.test(folded)) {
      setText('')
      return store.dispatch({ type: 'typedCode' })
    }
    store.dispatch({ type: 'dropChoices' })
    // Typed or pasted, the number of a person stands in no field and in no address: it is asked about like a scanned one.
    if (identityNumber(folded)) {
      setText('')
      return handleScan(store, folded)
    }
    const typed = splitQuantity(folded)
    // `3*` alone is kept beside the box: the next scan does not come through it (ux 1.1).
    if (typed.quantity && !typed.rest) store.dispatch({ type: 'nextQuantity', quantity: typed.quantity })
    setText(typed.quantity && !typed.rest ? '' : value)
  }
  const clear = () => {
    setText('')
    setFound(undefined)
    setActive(0)
    store.dispatch({ type: 'dropChoices' })
  }
  const choose = (item: Item) => {
    const { quantity: asked, trace } = state.choices ?? {}
    store.dispatch({ type: 'addItem', item, quantity: quantity ?? asked, trace })
    clear()
  }
  const enter = () => {
    const folded = fold(rest)
    // A list that was found for less than what stands here now is not what was meant.
    const meant = state.choices || found?.keyword === rest ? choices?.[active] : undefined
    if (meant) return choose(meant)
    if (!folded) return store.dispatch({ type: 'takeQuantity' })
    if (quantity) store.dispatch({ type: 'nextQuantity', quantity })
    handleScan(store, folded)
    clear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = (choices?.length ?? 0) - 1
    if (event.key === 'Enter') enter()
    else if (event.key === 'ArrowDown' && last >= 0) setActive((now) => Math.min(last, now + 1))
    else if (event.key === 'ArrowUp' && last >= 0) setActive((now) => Math.max(0, now - 1))
    else if (event.key === 'Escape' && (text || choices)) clear()
    else if ((event.key === 'Escape' || event.key === 'Backspace') && !text && state.quantity)
      store.dispatch({ type: 'nextQuantity', quantity: undefined })
    else return
    event.preventDefault()
  }

  return (
    <div className={css.box}>
      <input
        className={css.input}
        data-scan-box
        role="combobox"
        aria-label="扫码或查找药品"
        aria-expanded={choices !== undefined}
        aria-controls={listId}
        aria-activedescendant={choices?.length ? `${listId}-${active}` : undefined}
        placeholder="扫码 / 编码、名称、首字母"
        lang="en"
        autoComplete="off"
        spellCheck={false}
        // A soft keyboard appears only when the box is tapped, never because the focus came back (ux 9.2).
        inputMode={tapped ? 'search' : 'none'}
        value={text}
        onPointerDown={() => setTapped(true)}
        onBlur={() => setTapped(false)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {state.quantity && <span className={css.quantity}>× {state.quantity}</span>}
      {choices && (
        <div className={css.list} role="listbox" id={listId} aria-label="药品">
          {choices.length === 0 && <p className={css.none}>没有找到“{rest}”，可换名称或首字母</p>}
          {choices.map((item, i) => (
            <button
              key={item.ownCode}
              id={`${listId}-${i}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              className={css.option}
              onClick={() => choose(item)}
            >
              <span className={css.name}>{item.name}</span>
              <span className={css.spec}>
                {item.spec} · {item.producer || '--'}
              </span>
              <span className={css.price}>{formatPrice(item.price)}</span>
              <span className={css.class}>{item.itemClass || '--'}</span>
              {item.prescription && <span className={css.rx}>处方</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
