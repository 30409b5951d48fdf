import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { FocusEvent, KeyboardEvent } from 'react'
import { typedDay } from './typed-day.ts'

export interface DayProps {
  id?: string
  autoFocus?: boolean
  defaultOpen?: boolean
  style?: { width: string }
  placeholder?: string
  onBlur?: () => void
  /** Enter behind a day that was typed: a list asks for it, whether or not the calendar is open. */
  onEnter?: () => void
  /** A moment instead of a day: YYYY-MM-DD HH:mm:ss. */
  moment?: boolean
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A day (YYYY-MM-DD) or a moment as text. What is typed counts when the field is left or Enter is pressed. */
export const DayInput = ({ moment = false, placeholder, value, onChange, onBlur, onEnter, ...rest }: DayProps) => {
  const take = ({ target }: FocusEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    const typed = typedDay((target as HTMLInputElement).value, moment)
    if (typed && typed !== value) onChange(typed)
    return typed
  }
  return (
    <DatePicker
      {...rest}
      showTime={moment}
      placeholder={placeholder ?? (moment ? '选择时间' : '选择日期')}
      value={value ? dayjs(value) : null}
      onChange={(next) => onChange(next?.format(moment ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !take(event) || !onEnter) return
        event.preventDefault()
        onEnter()
      }}
      onBlur={(event) => {
        take(event)
        onBlur?.()
      }}
    />
  )
}
