import { daysOfMonth, formatDay } from '@yibao/shared/time.ts'
import { fold } from './scan.ts'

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00+08:00`)
  return !Number.isNaN(at) && formatDay(new Date(at)) === text
}

/**
 * A day as packs print it: 20280831, 280831, 2028-08-31, 2028.8.31, 2028年8月31日, or a month alone, 202808 or 2028.08:
 * made from its first day on, to be used until its last one (`end`). '' of nothing, undefined of what is no day.
 */
export const packDay = (text: string, end: boolean): string | undefined => {
  const plain = fold(text)
    .replace(/[年月./]/g, '-')
    .replace(/[日号]/g, '')
    .replace(/-$/, '')
  if (!plain) return ''
  const short = /^(\d{2})(\d{2})(\d{2})$/.exec(plain)
  // Six digits are a year and a month where they can be: 202808; else 280831 is a day.
  const asMonth = /^(20\d{2})(0[1-9]|1[0-2])$/.test(plain)
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ??
    (asMonth ? /^(\d{4})(\d{2})$/.exec(plain) : undefined) ??
    /^(\d{4})-(\d{1,2})$/.exec(plain) ??
    (short && ['', `20${short[1]}`, short[2]!, short[3]!])
  if (!parts) return undefined
  const [, year, month, day] = parts as [string, string, string, string | undefined]
  const named = `${year}-${month.padStart(2, '0')}`
  if (!day) return isDay(`${named}-01`) ? daysOfMonth(named)[end ? 'last' : 'first'] : undefined
  const written = `${named}-${day.padStart(2, '0')}`
  return isDay(written) ? written : undefined
}
