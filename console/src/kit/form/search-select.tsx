import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { clear } from '../clear.tsx'
import { optionsRead } from '../options-read.tsx'
import texts from '../values.module.css'
import type { InputProps } from './input-props.ts'
import styles from './search-select.module.css'

interface Offered {
  value: string
  label: string
  /** What else tells it from others of its name: below it, and below the field once it is chosen. */
  about?: string | undefined
}

interface Props<C extends Call, O extends Offered> extends Omit<InputProps, 'onChange'> {
  'aria-label'?: string
  call: C
  /**
   * What is asked for the words, which rest and are trimmed; null asks nothing. `entered` = somebody has been in the field:
   * what it can offer without a word is not worth a question before.
   */
  ask: (words: string, entered: boolean) => InputOf<C> | null
  offer: (answer: ResultOf<C>) => O[]
  /** What is said where nothing is found. */
  none: string
  placeholder: string
  /** What is chosen, where that is known without asking. */
  known?: readonly O[] | undefined
  /** Several may be chosen, this many at most. */
  atMost?: number
  /** Options that are longer than the field are read whole. */
  wide?: boolean
  /** What it stands for where one is chosen; of several their values only. */
  onChange?: ((value: unknown, chosen: O | undefined) => void) | undefined
}

/** ms without a key before the words are looked for. */
const pause = 250

/**
 * One of what the server finds by words, or several. Nothing is offered but what is found by the words as they stand: an
 * Enter that comes before their answer chooses nothing. Taken by its path: in the kit's index every page would have it.
 */
export const SearchSelect = <C extends Call, O extends Offered>(props: Props<C, O>) => {
  const { call, ask, offer, none, known = [], atMost, wide, value, onChange, ...rest } = props
  const [typed, type] = useState('')
  const [words, search] = useState('')
  const [entered, enter] = useState(false)
  const [seen] = useState(() => new Map<string, O>())
  const now = typed.trim()
  useEffect(() => {
    const timer = setTimeout(search, now ? pause : 0, now)
    return () => clearTimeout(timer)
  }, [now])
  const question = ask(words, entered)
  const answer = useCall(call, question)
  const rests = words === now
  const data = rests ? answer.data : undefined
  const loading = !rests || answer.fetching
  const read = optionsRead({ ...answer, data, error: rests ? answer.error : null, loading }, none)
  const found = data ? offer(data) : []
  for (const one of [...known, ...found]) seen.set(one.value, one)
  const chosen = [(value as string | string[] | undefined) ?? []].flat()
  // The field itself remembers what they are called while others are looked for.
  const others = now ? [] : chosen.filter((one) => !found.some((other) => other.value === one))
  const kept = others.map((one) => seen.get(one) ?? { value: one, label: one })
  // Of several an Enter takes the first back that is chosen already: those stand behind what was found.
  const options: Offered[] = atMost === undefined ? [...kept, ...found] : [...found, ...kept]
  const about = atMost === undefined && chosen[0] !== undefined && seen.get(chosen[0])?.about
  return (
    <>
      <div
        role="none"
        onKeyDownCapture={(event) => {
          // With nothing to choose yet it would close the list, and the words were gone; left to the browser it would send
          // the form around it.
          if (event.key !== 'Enter' || !loading || !now) return
          event.stopPropagation()
          event.preventDefault()
        }}
      >
        <Select<string | string[], Offered>
          {...rest}
          {...read}
          mode={atMost === undefined ? undefined : 'multiple'}
          maxCount={atMost}
          allowClear={clear}
          style={{ width: '100%' }}
          popupMatchSelectWidth={!wide}
          showSearch={{ filterOption: false, searchValue: typed, onSearch: type }}
          notFoundContent={question || !rests ? read.notFoundContent : null}
          value={atMost === undefined ? chosen[0] : chosen}
          options={options}
          optionRender={({ data: { label, about } }) =>
            about ? (
              <span className={styles.offered}>
                {label}
                <span className={texts.grey}>{about}</span>
              </span>
            ) : (
              label
            )
          }
          onFocus={() => enter(true)}
          onBlur={() => type('')}
          onChange={(next) => {
            type('')
            onChange?.(next, typeof next === 'string' ? seen.get(next) : undefined)
          }}
        />
      </div>
      {about && <div className={texts.grey}>{about}</div>}
    </>
  )
}
