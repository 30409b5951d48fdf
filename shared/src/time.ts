const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

// Until 1991 Shanghai had summers of its own; since then it is 8 hours ahead, and adding them is ten times as quick.
const fixedSince = Date.UTC(1992, 0, 1)
const ahead = 8 * 3_600_000

/** yyyy-MM-dd HH:mm:ss in Asia/Shanghai, the form of every time on the wire. */
export const formatTime = (date: Date): string => {
  const at = date.getTime()
  if (!(at >= fixedSince)) return shanghai.format(date)
  return new Date(at + ahead).toISOString().slice(0, 19).replace('T', ' ')
}

/** The same of a moment that may not have been yet. */
export const optionalTime = (date: Date | null | undefined): string | undefined => (date ? formatTime(date) : undefined)

/** yyyy-MM-dd in Asia/Shanghai. */
export const formatDay = (date: Date): string => formatTime(date).slice(0, 10)

/** Whether a text of the form yyyy-MM-dd, or one that begins so, names a day of the calendar. */
export const realDay = (value: string) => {
  // A year of three digits is a slip of the hand, and a database knows no year 0.
  if (value < '1000') return false
  // Every month has 28 days: the calendar is asked for the others only.
  if (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])/.test(value)) return true
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The moment of a wire time. */
export const parseTime = (value: string): Date => new Date(`${value.replace(' ', 'T')}+08:00`)

/** The first moment of a yyyy-MM-dd. */
export const startOfDay = (day: string): Date => parseTime(`${day} 00:00:00`)

/** The first moment behind the second that a wire time names: a moment is kept to the millisecond. */
export const secondAfter = (value: string): Date => new Date(parseTime(value).getTime() + 1000)

/** Day `days` after (or, negative, before) a yyyy-MM-dd. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whole days from one yyyy-MM-dd to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** The last days, today being one of them. */
export const lastDays = (days: number, now = new Date()): { from: string; to: string } => {
  const to = formatDay(now)
  return { from: addDays(to, 1 - days), to }
}

/** yyyy-MM of the month `months` after (or, negative, before) a yyyy-MM. */
export const addMonths = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** First and last day of a yyyy-MM. */
export const daysOfMonth = (month: string): { first: string; last: string } => ({
  first: `${month}-01`,
  last: addDays(`${addMonths(month, 1)}-01`, -1),
})

/** The month of a day, up to that day. */
export const monthOf = (today: string): { from: string; to: string } => ({ from: `${today.slice(0, 7)}-01`, to: today })

/** First and last month-day of a quarter 1-4 (SPEC 5). */
export const quarter = (number: 1 | 2 | 3 | 4): { start: string; end: string } =>
  ({
    1: { start: '01-01', end: '03-31' },
    2: { start: '04-01', end: '06-30' },
    3: { start: '07-01', end: '09-30' },
    4: { start: '10-01', end: '12-31' },
  })[number]

/** Relative time of SPEC 9: 刚刚 under 30 s, then minutes, hours, 1天前 up to 2 days, then the date. */
export const relativeTime = (then: Date, now: Date): string => {
  const seconds = (now.getTime() - then.getTime()) / 1000
  if (seconds < 30) return '刚刚'
  if (seconds < 3600) return `${Math.max(1, Math.floor(seconds / 60))}分钟前`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}小时前`
  if (seconds < 172_800) return '1天前'
  return formatTime(then)
}

/** Age of something in one unit: minutes under an hour, hours under a day, else days (SPEC 9). */
export const elapsed = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 60) return `${minutes}分钟`
  if (minutes < 1440) return `${Math.floor(minutes / 60)}小时`
  return `${Math.floor(minutes / 1440)}天`
}

/** Time for people (ux 2.5): 10:31, 昨天 10:31, else 10-24 10:31; of another year its day, 2025-10-24. */
export const shortTime = (value: string, now: Date): string => {
  const clock = value.slice(11, 16)
  const today = formatDay(now)
  if (value.startsWith(today)) return clock
  if (value.startsWith(addDays(today, -1))) return `昨天 ${clock}`
  return value.slice(0, 4) === today.slice(0, 4) ? `${value.slice(5, 10)} ${clock}` : value.slice(0, 10)
}
