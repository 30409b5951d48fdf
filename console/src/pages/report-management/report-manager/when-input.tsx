import { rhythm as shape } from '@yibao/shared/entities/report-schedule.ts'
import { monthDays, type Rhythm, rhythmNames, weekdays } from '@yibao/shared/reporting/rhythm.ts'
import { Input, Select } from 'antd'
import { type InputProps, problemOf } from '../../../kit/index.ts'
import styles from './report-run.module.css'
import { earlyText, nextTimes, typedClock } from './when.ts'

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const days = [...optionsOf(monthDays).filter(({ value }) => value !== 'last'), { value: 'last', label: monthDays.last }]

/** When a report is sent, and what that comes to: its next times in words. */
export const WhenInput = ({ id, value, onChange, autoFocus }: InputProps) => {
  const when = value as Rhythm
  const set = (some: Partial<Rhythm>) => onChange?.({ ...when, ...some })
  const { rhythm, weekday = '1', monthDay = '1', clock } = when
  const times = problemOf(shape, when) ? [] : nextTimes({ ...when, weekday, monthDay }, new Date())
  return (
    <>
      <div className={styles.when}>
        <Select
          id={id}
          aria-label="周期"
          autoFocus={autoFocus}
          value={rhythm}
          options={optionsOf(rhythmNames)}
          onChange={(next) => set({ rhythm: next, weekday, monthDay })}
        />
        {rhythm === 'week' && (
          <Select
            aria-label="星期"
            value={weekday}
            options={optionsOf(weekdays)}
            onChange={(next) => set({ weekday: next })}
          />
        )}
        {rhythm === 'month' && (
          <Select aria-label="日期" value={monthDay} options={days} onChange={(next) => set({ monthDay: next })} />
        )}
        <Input
          aria-label="时间，如 06:00"
          placeholder="06:00"
          maxLength={5}
          value={clock}
          onChange={({ target }) => set({ clock: target.value })}
          onBlur={({ target }) => set({ clock: typedClock(target.value) })}
        />
      </div>
      <ol className={styles.times} aria-label="接下来的发送时间" aria-live="polite">
        {times.map((text, i) => (
          <li key={text}>
            {i === 0 && '下一次：'}
            {text}
          </li>
        ))}
        {times.length > 0 && earlyText(clock) && <li>{earlyText(clock)}</li>}
      </ol>
    </>
  )
}
