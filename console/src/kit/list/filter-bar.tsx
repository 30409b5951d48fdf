import { endOf, rangeTitle } from '@yibao/shared/asked.ts'
import type { Call } from '@yibao/shared/call.ts'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useShell } from '../../state/shell.ts'
import { metaAt } from '../fields.ts'
import { FieldInput } from '../form/field-input.tsx'
import type { DayUnit } from '../form/typed-day.ts'
import { DayRange } from '../late/days.ts'
import { same } from '../same.ts'
import styles from './filters.module.css'
import { setFilters } from './state.ts'
import type { Filter } from './types.ts'

type Values = Record<string, unknown>

interface Props {
  call: Call
  filters: Filter<Values>[]
  values: Values
  onSearch: (values: Values) => void
  onReset: () => void
  /** Whether something stands here that was not searched for yet. */
  onDraft?: (pending: boolean) => void
  /** Behind the buttons. */
  children?: ReactNode
}

/** Characters of a hint that an ordinary filter has room for, beside the cross that clears it; of its name before it. */
const short = 6

/** Filters of a list: Enter or 查询 searches, 重置 goes back to the first state. */
export const FilterBar = ({ call, filters, values, onSearch, onReset, onDraft, children }: Props) => {
  const [draft, setDraft] = useState(values)
  const [more, setMore] = useState(false)
  const [known, setKnown] = useState(values)
  // The list's own state is the truth: a reset or a restored tab replaces what was typed.
  if (known !== values) {
    setKnown(values)
    setDraft(values)
  }
  const pending = !same(setFilters(draft), setFilters(values))
  useEffect(() => onDraft?.(pending), [pending, onDraft])
  // On a phone the rows come first: one filter is enough until asked for more.
  const mobile = useShell((state) => state.device === 'mobile')
  const keys = filters.map(({ key }) => key)
  const ends = keys.map(endOf).filter((end) => end !== undefined && keys.includes(end))
  const fields = filters.filter(({ key, shown: may }) => !ends.includes(key) && may?.() !== false)
  const isSet = (key: string) => [key, endOf(key) ?? key].some((one) => values[one] !== undefined)
  // What narrows the list now is always in sight, however it was set: by hand, a link or a report's drill-down.
  const shown = fields.filter((filter, i) => more || isSet(filter.key) || (mobile ? i === 0 : !filter.more))
  // A number is committed by leaving its field, which happens inside the submit itself: state would come too late.
  const latest = useRef(draft)
  latest.current = draft
  const change = (part: Values) => {
    latest.current = { ...latest.current, ...part }
    setDraft(latest.current)
  }
  const submit = () => {
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.role === 'spinbutton') {
      focused.blur()
      focused.focus()
    }
    onSearch(latest.current)
  }

  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {shown.map(({ key, title, placeholder, input: Input }) => {
        const meta = metaAt(call.input.shape, key)
        const end = endOf(key)
        const isRange = end !== undefined && ends.includes(end)
        const ranged = rangeTitle(meta)
        const name = title ?? (isRange ? ranged : meta.title)
        const isLong = Math.max(name.length, placeholder?.length ?? 0) > short
        const id = `${call.path}-${key}`
        return (
          <div
            key={key}
            // Its two days are 开始日期 and 结束日期 for every pair of a page.
            {...(isRange && { role: 'group', 'aria-label': ranged })}
            className={isRange || isLong ? styles.wide : undefined}
          >
            <label htmlFor={id}>{name}</label>
            {isRange ? (
              <DayRange id={id} values={draft} ends={[key, end]} unit={meta.kind as DayUnit} onChange={change} />
            ) : Input ? (
              <Input id={id} value={draft[key]} onChange={(value) => change({ [key]: value })} />
            ) : (
              <FieldInput
                id={id}
                meta={meta}
                value={draft[key]}
                placeholder={placeholder}
                onChange={(value) => change({ [key]: value })}
                onEnter={submit}
              />
            )}
          </div>
        )
      })}
      <div className={styles.filterButtons}>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={onReset}>重置</Button>
        {(more || shown.length < fields.length) && (
          <Button type="link" onClick={() => setMore(!more)}>
            {more ? '收起条件' : '更多条件'}
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}
