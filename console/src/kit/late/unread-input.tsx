import { ConfigProvider } from 'antd'
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { type DayTaking, takingDays } from '../form/taking-days.ts'
import type { RangeProps } from '../list/day-range.tsx'
import styles from './late.module.css'
import type { Entered } from './late.tsx'

type Field = HTMLInputElement & HTMLTextAreaElement
type Enter = (entered: Entered) => void

/** What an input of antd's and one of the browser's are told by the same names. */
interface Props {
  id?: unknown
  'aria-label'?: string
  autoComplete?: string
  placeholder?: string
  maxLength?: number
  readOnly?: boolean
  disabled?: boolean
  value?: unknown
  onChange?: unknown
  onBlur?: (event: FocusEvent<Field>) => void
  onKeyDown?: (event: KeyboardEvent<Field>) => void
  onPressEnter?: (event: KeyboardEvent<Field>) => void
}

interface StandIn {
  given: Props
  enter: Enter
  /** What was typed and counts only later: it is not lost by who comes back to it, or presses it once more. */
  typed?: string
  type?: 'password'
  /** px of a text of several lines. */
  height?: number
}

/** As high and wide as the input that is being read, under the same label. */
const Unread = ({ given, enter, typed, type, height }: StandIn) => {
  const { componentDisabled } = ConfigProvider.useConfig()
  const { id, autoComplete, placeholder, maxLength, onChange, onBlur, onKeyDown, onPressEnter } = given
  const value = given.value ?? ''
  const common = {
    ...{ type, autoComplete, placeholder, maxLength },
    id: typeof id === 'string' ? id : undefined,
    'aria-label': given['aria-label'],
    'aria-busy': true,
    className: styles.unread,
    value: typeof value === 'object' ? '' : String(value),
    // What keeps its text to itself has nobody who takes it over.
    readOnly: given.readOnly || !('value' in given) || !onChange,
    disabled: given.disabled ?? componentDisabled,
    onChange: onChange as ((event: ChangeEvent<Field>) => void) | undefined,
    onFocus: () => enter({ how: 'focused', typed }),
    // As the button goes down, like the input itself: let go, it may already be that one which is below the mouse.
    onMouseDown: ({ currentTarget }: MouseEvent<Field>) => {
      currentTarget.focus()
      enter({ how: 'pressed', typed })
    },
    onBlur: (event: FocusEvent<Field>) => {
      enter(undefined)
      onBlur?.(event)
    },
    onKeyDown: (event: KeyboardEvent<Field>) => {
      onKeyDown?.(event)
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) onPressEnter?.(event)
    },
  }
  return height ? <textarea {...common} style={{ height }} /> : <input {...common} />
}

/**
 * Stands in the place of an input that is being read, and takes what is typed there as that one would. Whoever is in it
 * is in the input once that has come.
 */
export const unreadInput = {
  show: (given: object, enter: Enter) => <Unread {...{ given, enter }} />,
  arrive: () => ({ autoFocus: true }),
}

/** The same for what is not to be seen. */
export const unreadSecret = {
  ...unreadInput,
  show: (given: object, enter: Enter) => <Unread {...{ given, enter }} type="password" />,
}

/** px of the lines a text has at least in a form of ours, and of what is around them. */
const lines = 2 * 22 + 10

/** The same for a text of several lines, which is higher. */
export const unreadText = {
  ...unreadInput,
  show: (given: object, enter: Enter) => <Unread {...{ given, enter }} height={lines} />,
}

interface NumberProps {
  parser?: (text: string | undefined) => string | number
  onChange?: (value: number | null) => void
}

/** The same for a whole number. */
export const unreadNumber = {
  ...unreadInput,
  show: (given: NumberProps, enter: Enter) => {
    const onChange = ({ target }: ChangeEvent<Field>) => {
      const plain = String(given.parser?.(target.value) ?? target.value)
      if (/^\d*$/.test(plain)) given.onChange?.(plain ? Number(plain) : null)
    }
    return <Unread given={{ ...given, onChange }} enter={enter} />
  },
}

/** The same for an input that opens something below it: pressed before it was there, it comes open. Nothing is typed here. */
export const unreadPicker = {
  show: (given: object, enter: Enter) => <Unread given={{ ...given, value: '', onChange: undefined }} enter={enter} />,
  arrive: ({ how }: NonNullable<Entered>) => ({ autoFocus: true, defaultOpen: how === 'pressed' }),
}

const UnreadDay = ({ given, enter }: { given: DayTaking; enter: Enter }) => {
  const [typed, setTyped] = useState(given.value ?? '')
  const onChange = ({ target }: ChangeEvent<Field>) => {
    setTyped(target.value)
    enter({ how: 'focused', typed: target.value })
  }
  return <Unread {...{ enter, typed }} given={{ ...given, value: typed, onChange, ...takingDays(given) }} />
}

/** The same for a day, which may be typed: it counts when it is left, as in the calendar's own input. */
export const unreadDay = {
  ...unreadPicker,
  show: (given: DayTaking, enter: Enter) => <UnreadDay {...{ given, enter }} />,
}

/** The same for two days, of which the first is typed here: whoever goes on is at the second one once both have come. */
export const unreadRange = {
  ...unreadPicker,
  show: ({ id, name, values, ends: [from] = ['from', 'to'], unit, onChange }: RangeProps, enter: Enter) => {
    const day = values[from] as string | undefined
    const given: DayTaking & Props = {
      ...{ id, 'aria-label': name },
      unit: unit === 'time' ? 'day' : unit,
      value: day?.slice(0, 10),
      onChange: (typed) => onChange({ [from]: unit === 'time' ? `${typed} 00:00:00` : typed }),
    }
    return <UnreadDay {...{ given, enter }} />
  },
}
