import { DatePicker } from 'antd'
import dayjs from 'dayjs'
// The calendar's months and days of the week are dayjs's words.
import 'dayjs/locale/zh-cn.js'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useLeaveFirst } from './leave-first.ts'
import { type DayUnit, typedDay } from './typed-day.ts'

export interface DayProps {
  id?: string
  autoFocus?: boolean
  defaultOpen?: boolean
  style?: { width: string }
  placeholder?: string
  onBlur?: () => void
  /** Enter behind a day that was typed: a list asks for it, whether or not the calendar is open. */
  onEnter?: () => void
  unit?: DayUnit
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const looks = {
  month: { format: 'YYYY-MM', hint: '选择月份' },
  day: { format: 'YYYY-MM-DD', hint: '选择日期' },
  time: { format: 'YYYY-MM-DD HH:mm:ss', hint: '选择时间' },
} as const

/** A month, a day or a moment as text. What is typed counts when the field is left or Enter is pressed. */
export const DayInput = ({ unit = 'day', placeholder, value, onChange, onBlur, onEnter, ...rest }: DayProps) => {
  useLeaveFirst()
  const take = ({ target }: FocusEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    // The calendar that is left tells of it here too, and nobody has typed there.
    const typed = target instanceof HTMLInputElement ? typedDay(target.value, unit) : undefined
    if (typed && typed !== value) onChange(typed)
    return typed
  }
  return (
    <DatePicker
      {...rest}
      picker={unit === 'month' ? 'month' : 'date'}
      showTime={unit === 'time'}
      placeholder={placeholder ?? looks[unit].hint}
      value={value ? dayjs(value) : null}
      onChange={(next) => onChange(next?.format(looks[unit].format))}
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
