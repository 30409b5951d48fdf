import { DatePicker } from 'antd'
import dayjs from 'dayjs'

export interface DayProps {
  id?: string
  autoFocus?: boolean
  defaultOpen?: boolean
  style?: { width: string }
  placeholder?: string
  /** A moment instead of a day: YYYY-MM-DD HH:mm:ss. */
  moment?: boolean
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A day (YYYY-MM-DD) or a moment as text. */
export const DayInput = ({ moment = false, placeholder, value, onChange, ...rest }: DayProps) => (
  <DatePicker
    {...rest}
    showTime={moment}
    placeholder={placeholder ?? (moment ? '选择时间' : '选择日期')}
    value={value ? dayjs(value) : null}
    onChange={(next) => onChange(next?.format(moment ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'))}
  />
)
