import type { FocusEvent, KeyboardEvent } from 'react'
import { type DayUnit, typedDay } from './typed-day.ts'

export interface DayTaking {
  unit?: DayUnit
  value: string | undefined
  onChange: (value: string | undefined) => void
  onBlur?: () => void
  /** Enter behind a day that was typed: a list asks for it, whether or not the calendar is open. */
  onEnter?: () => void
}

/** What an input of a day does with what is typed: it counts when the field is left or Enter is pressed. */
export const takingDays = ({ unit = 'day', value, onChange, onBlur, onEnter }: DayTaking) => {
  const take = ({ target }: FocusEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    // The calendar that is left tells of it here too, and nobody has typed there.
    const typed = target instanceof HTMLInputElement ? typedDay(target.value, unit) : undefined
    if (typed && typed !== value) onChange(typed)
    return typed
  }
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Enter' || !take(event) || !onEnter) return
      event.preventDefault()
      onEnter()
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      take(event)
      onBlur?.()
    },
  }
}
