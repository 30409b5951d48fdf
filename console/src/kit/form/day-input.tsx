import { DatePicker } from 'antd'
import dayjs from 'dayjs'

export interface DayProps {
  id?: string
  autoFocus?: boolean
  defaultOpen?: boolean
  style?: { width: string }
  placeholder?: string
  onBlur?: () => void
  /** A moment instead of a day: YYYY-MM-DD HH:mm:ss. */
  moment?: boolean
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The first is shown, each is read: a day is typed as people write it. */
export const dayFormats = ['YYYY-MM-DD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD', 'YYYY年M月D日']
const momentFormats = ['YYYY-MM-DD HH:mm:ss', ...dayFormats.slice(0, 4).map((day) => `${day} H:m`)]

/** A day (YYYY-MM-DD) or a moment as text. */
export const DayInput = ({ moment = false, placeholder, value, onChange, ...rest }: DayProps) => (
  <DatePicker
    {...rest}
    showTime={moment}
    format={moment ? momentFormats : dayFormats}
    placeholder={placeholder ?? (moment ? '选择时间' : '选择日期')}
    value={value ? dayjs(value) : null}
    onChange={(next) => onChange(next?.format(moment ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'))}
  />
)
