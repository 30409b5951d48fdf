const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: +(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/
const digits = /^(\d{4})(\d{2})(\d{2})$/
const month = /^(\d{4})(?:[-/.年](\d{1,2})月?|(\d{2}))$/

/** How exactly a calendar's input means a time: a month, a day, or a moment of it. */
export type DayUnit = 'month' | 'day' | 'time'

const typedMonth = (plain: string): string | undefined => {
  const [, year, apart, together] = month.exec(plain) ?? []
  const number = (apart ?? together ?? '').padStart(2, '0')
  return year && number >= '01' && number <= '12' ? `${year}-${number}` : undefined
}

/**
 * A day, a month or a moment as people write it: 2026/1/5, 20260105, 2026年1月5日, 2026.1.5 8:30, 2026年1月, 202601.
 * undefined for anything else. The calendar itself reads only what it writes, and must: asked for more it rewrites 2026-1
 * while the next digit is typed.
 */
export const typedDay = (text: string, unit: DayUnit): string | undefined => {
  const plain = text.normalize('NFKC').trim()
  if (unit === 'month') return typedMonth(plain)
  const [, year, ...rest] = written.exec(plain) ?? digits.exec(plain) ?? []
  if (!year) return
  const [month, day, ...clock] = rest.map((one) => (one ?? '0').padStart(2, '0'))
  const real = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(real.getTime()) || real.getUTCDate() !== Number(day)) return
  if (unit === 'day') return `${year}-${month}-${day}`
  const [hour = '00', minute = '00', second = '00'] = clock
  return hour < '24' && minute < '60' && second < '60'
    ? `${year}-${month}-${day} ${hour}:${minute}:${second}`
    : undefined
}
