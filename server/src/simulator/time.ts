/** A clock gives the present moment as epoch milliseconds. */
export type Clock = () => number

const shanghai = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString()

/** yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
export const dateTime = (ms: number): string => shanghai(ms).slice(0, 19).replace('T', ' ')

/** yyyy-MM-dd in Asia/Shanghai. */
export const day = (ms: number): string => shanghai(ms).slice(0, 10)

/** yyyyMMddHHmmssSSS in Asia/Shanghai, 17 characters (refmsg_time, respond_time). */
export const compact = (ms: number): string => shanghai(ms).replace(/\D/g, '').slice(0, 17)

/** Epoch milliseconds of an ISO time; a text without a zone is taken as Asia/Shanghai. NaN when unreadable. */
export const moment = (text: string): number => {
  const iso = text.trim().replace(' ', 'T')
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso.length === 10 ? `${iso}T00:00:00` : iso}+08:00`)
}

/** True for a real calendar day written yyyy-MM-dd. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** True for a real moment written yyyy-MM-dd HH:mm:ss. */
export const isDateTime = (text: string): boolean =>
  isDay(text.slice(0, 10)) && /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text.slice(10))

/** Age in years with one decimal at a moment, as text (1101 age N4,1). */
export const age = (brdy: string, ms: number): string => {
  const [birthYear, birthMonth] = brdy.split('-').map(Number) as [number, number]
  const [year, month] = day(ms).split('-').map(Number) as [number, number]
  const months = Math.max(0, (year - birthYear) * 12 + month - birthMonth)
  return `${Math.floor(months / 12)}.${Math.floor(((months % 12) * 10) / 12)}`
}
