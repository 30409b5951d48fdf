import { addDays, addMonths, daysOfMonth, formatDay, parseTime } from '../time.ts'

/** When a report is sent, in Shanghai, where no clock is ever set forward or back. */
export interface Rhythm {
  rhythm: 'day' | 'week' | 'month'
  /** 1 Monday to 7 Sunday, of a weekly one. */
  weekday?: Weekday
  /** Of a monthly one. */
  monthDay?: MonthDay
  /** HH:MM. */
  clock: string
}

export const weekdays = { 1: '周一', 2: '周二', 3: '周三', 4: '周四', 5: '周五', 6: '周六', 7: '周日' } as const
type Weekday = `${keyof typeof weekdays}`

/** Every month has 28 days; what is wanted at its end is its last day, whichever that is. */
type Numbered = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | '13' | '14'
type Later = '15' | '16' | '17' | '18' | '19' | '20' | '21' | '22' | '23' | '24' | '25' | '26' | '27' | '28'
type MonthDay = Numbered | Later | 'last'
const numbered = Array.from({ length: 28 }, (_, i) => [String(i + 1), `${i + 1} 日`])
export const monthDays = { ...Object.fromEntries(numbered), last: '最后一天' } as Record<MonthDay, string>

export const rhythmNames = { day: '每天', week: '每周', month: '每月' } as const

/** 1 Monday to 7 Sunday of a yyyy-MM-dd. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const dayInMonth = (month: string, monthDay: MonthDay): string =>
  monthDay === 'last' ? daysOfMonth(month).last : `${month}-${monthDay.padStart(2, '0')}`

/** The days of a rhythm around a day, in their order: one before it and two from it on, at the least. */
const daysAround = ({ rhythm, weekday = '1', monthDay = '1' }: Rhythm, day: string): string[] => {
  if (rhythm === 'day') return [-1, 0, 1].map((days) => addDays(day, days))
  if (rhythm === 'week') {
    const thisWeek = addDays(day, Number(weekday) - weekdayOf(day))
    return [-7, 0, 7, 14].map((days) => addDays(thisWeek, days))
  }
  return [-1, 0, 1, 2].map((months) => dayInMonth(addMonths(day.slice(0, 7), months), monthDay))
}

const dueAround = (rhythm: Rhythm, at: Date): Date[] =>
  daysAround(rhythm, formatDay(at)).map((day) => parseTime(`${day} ${rhythm.clock}:00`))

/** The first time behind a moment. */
export const nextDue = (rhythm: Rhythm, at: Date): Date => dueAround(rhythm, at).find((due) => due > at)!

/** The latest time that a moment has reached. */
export const lastDue = (rhythm: Rhythm, at: Date): Date => dueAround(rhythm, at).findLast((due) => due <= at)!

/** What is reported at a time: the last whole day, week from Monday on, or month before its day. */
export const reportedPeriod = ({ rhythm }: Pick<Rhythm, 'rhythm'>, due: Date): { from: string; to: string } => {
  const day = formatDay(due)
  if (rhythm === 'day') return { from: addDays(day, -1), to: addDays(day, -1) }
  if (rhythm === 'week') {
    const monday = addDays(day, 1 - weekdayOf(day))
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const { first, last } = daysOfMonth(addMonths(day.slice(0, 7), -1))
  return { from: first, to: last }
}

/** 每月最后一天 06:00. */
export const rhythmText = ({ rhythm, weekday = '1', monthDay = '1', clock }: Rhythm): string => {
  const day = { day: '', week: weekdays[weekday].slice(1), month: monthDay === 'last' ? '最后一天' : ` ${monthDay} 日` }
  return `${rhythmNames[rhythm]}${day[rhythm]} ${clock}`
}

/** A period in words: one day, or from one to another. */
export const periodText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? from : `${from} 至 ${to}`
