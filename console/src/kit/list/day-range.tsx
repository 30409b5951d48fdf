import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useRef } from 'react'

type Values = Record<string, unknown>

const day = 'YYYY-MM-DD'

export interface RangeProps {
  /** Of the filters, `from` and `to` among them. */
  values: Values
  /** The call asks for moments: whole days all the same. */
  moments: boolean
  onChange: (change: Values) => void
  id?: string
  autoFocus?: boolean
  defaultOpen?: boolean
}

/** The pair from/to of a call as one range of days. */
export const DayRange = ({ values, moments, onChange, ...rest }: RangeProps) => {
  const open = useRef(rest.defaultOpen ?? false)
  return (
    // Enter in the open calendar confirms one of its two days: sent with the form, the other one would be lost.
    <div
      role="presentation"
      style={{ width: '100%' }}
      onKeyDownCapture={(event) => event.key === 'Enter' && open.current && event.preventDefault()}
    >
      <DatePicker.RangePicker
        {...rest}
        style={{ width: '100%' }}
        allowEmpty={[true, true]}
        onOpenChange={(now) => {
          open.current = now
        }}
        value={[values.from ? dayjs(String(values.from)) : null, values.to ? dayjs(String(values.to)) : null]}
        presets={[
          { label: '今天', value: [dayjs(), dayjs()] },
          { label: '昨天', value: [dayjs().subtract(1, 'day'), dayjs().subtract(1, 'day')] },
          { label: '近 7 天', value: [dayjs().subtract(6, 'day'), dayjs()] },
          { label: '本月', value: [dayjs().startOf('month'), dayjs()] },
        ]}
        onChange={(range) =>
          onChange({
            from: range?.[0]?.format(moments ? `${day} 00:00:00` : day),
            to: range?.[1]?.format(moments ? `${day} 23:59:59` : day),
          })
        }
      />
    </div>
  )
}
