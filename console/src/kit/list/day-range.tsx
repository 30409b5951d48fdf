import { DatePicker } from 'antd'
import dayjs from 'dayjs'
// The calendar's months and days of the week are dayjs's words.
import 'dayjs/locale/zh-cn.js'
import { useRef } from 'react'
import { useLeaveFirst } from '../form/leave-first.ts'
import type { DayUnit } from '../form/typed-day.ts'
import { presetsOf } from './range-presets.ts'

type Values = Record<string, unknown>

const day = 'YYYY-MM-DD'
/** What the ends of a range are sent as. */
const formats: Record<DayUnit, readonly [string, string]> = {
  month: ['YYYY-MM', 'YYYY-MM'],
  day: [day, day],
  time: [`${day} 00:00:00`, `${day} 23:59:59`],
}

/**
 * What may be typed: as it is written, and the same digits as people write them. Nothing of another length, for the
 * calendar would take a beginning of it (typed-day.ts).
 */
const typed = { month: ['YYYY-MM', 'YYYYMM', 'YYYY/MM'], day: [day, 'YYYYMMDD', 'YYYY/MM/DD'] }

const presets = (unit: DayUnit) =>
  presetsOf(unit, new Date()).map(([label, from, to]) => ({
    label,
    value: [dayjs(from), dayjs(to)] satisfies [dayjs.Dayjs, dayjs.Dayjs],
  }))

export interface RangeProps {
  /** Of the filters, both ends among them. */
  values: Values
  /** What the ends are called. */
  ends?: readonly [from: string, to: string]
  /** What the call asks for; moments are whole days all the same. */
  unit: DayUnit
  onChange: (change: Values) => void
  id?: string
  /** What the two days are of, where no label or group around them says it. */
  name?: string
  autoFocus?: boolean
  defaultOpen?: boolean
}

const usual = ['from', 'to'] as const

/** The pair from/to of a call as one range of days or months. */
export const DayRange = ({ values, ends: [from, to] = usual, unit, onChange, name, ...rest }: RangeProps) => {
  const open = useRef(rest.defaultOpen ?? false)
  useLeaveFirst()
  return (
    // Enter in the open calendar confirms one of its two days: sent with the form, the other one would be lost. On 清除,
    // which stands between them, it presses that.
    <div
      {...(name === undefined ? { role: 'presentation' } : { role: 'group', 'aria-label': name })}
      style={{ width: '100%' }}
      onKeyDownCapture={(event) =>
        event.key === 'Enter' && open.current && !(event.target instanceof HTMLButtonElement) && event.preventDefault()
      }
    >
      <DatePicker.RangePicker
        {...rest}
        style={{ width: '100%' }}
        allowEmpty={[true, true]}
        // Enter leads from the first day to the second one: what is typed there takes its place, as behind Tab.
        onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
        onOpenChange={(now) => {
          open.current = now
        }}
        value={[values[from] ? dayjs(String(values[from])) : null, values[to] ? dayjs(String(values[to])) : null]}
        format={typed[unit === 'month' ? 'month' : 'day']}
        picker={unit === 'month' ? 'month' : 'date'}
        presets={presets(unit)}
        onChange={(range) =>
          onChange({
            [from]: range?.[0]?.format(formats[unit][0]),
            [to]: range?.[1]?.format(formats[unit][1]),
          })
        }
      />
    </div>
  )
}
