const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: +(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/
const digits = /^(\d{4})(\d{2})(\d{2})$/

/**
 * A day, or with `moment` a moment, as people write it: 2026/1/5, 20260105, 2026年1月5日, 2026.1.5 8:30. undefined for
 * anything else. The calendar itself reads only what it writes, and must: asked for more it rewrites 2026-1 while the
 * next digit is typed.
 */
export const typedDay = (text: string, moment: boolean): string | undefined => {
  const plain = text.normalize('NFKC').trim()
  const [, year, ...rest] = written.exec(plain) ?? digits.exec(plain) ?? []
  if (!year) return
  const [month, day, ...clock] = rest.map((one) => (one ?? '0').padStart(2, '0'))
  const real = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(real.getTime()) || real.getUTCDate() !== Number(day)) return
  if (!moment) return `${year}-${month}-${day}`
  const [hour = '00', minute = '00', second = '00'] = clock
  return hour < '24' && minute < '60' && second < '60'
    ? `${year}-${month}-${day} ${hour}:${minute}:${second}`
    : undefined
}
