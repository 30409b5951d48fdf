import { DatePicker } from 'antd'
import dayjs from 'dayjs'
// The calendar's months and days of the week are dayjs's words.
import 'dayjs/locale/zh-cn.js'
import { useLeaveFirst } from './leave-first.ts'
import { type DayTaking, takingDays } from './taking-days.ts'

export interface DayProps extends DayTaking {
  id?: string
  autoFocus?: boolean
  defaultOpen?: boolean
  style?: { width: string }
  placeholder?: string
}

const looks = {
  month: { format: 'YYYY-MM', hint: '选择月份' },
  day: { format: 'YYYY-MM-DD', hint: '选择日期' },
  time: { format: 'YYYY-MM-DD HH:mm:ss', hint: '选择时间' },
} as const

/** A month, a day or a moment as text. What is typed counts when the field is left or Enter is pressed. */
export const DayInput = ({ unit = 'day', placeholder, value, onChange, onBlur, onEnter, ...rest }: DayProps) => {
  useLeaveFirst()
  return (
    <DatePicker
      {...rest}
      {...takingDays({ unit, value, onChange, onBlur, onEnter })}
      picker={unit === 'month' ? 'month' : 'date'}
      showTime={unit === 'time'}
      placeholder={placeholder ?? looks[unit].hint}
      value={value ? dayjs(value) : null}
      onChange={(next) => onChange(next?.format(looks[unit].format))}
    />
  )
}
