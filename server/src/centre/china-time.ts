// The centre's clock is China's (UTC+8, no summer time), whatever the machine's zone is.

const shifted = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString()

/** yyyy-MM-dd HH:mm:ss in China. */
export const dateTimeText = (at: Date): string => shifted(at).slice(0, 19).replace('T', ' ')

/** yyyy-MM-dd in China. */
export const dateText = (at: Date): string => shifted(at).slice(0, 10)

const day = String.raw`(\d{4})[-/]?(\d{2})[-/]?(\d{2})`
const clock = String.raw`(\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]?\d{1,6})?`
const written = new RegExp(`^${day}(?:[ T]?${clock})? ?(Z|[+-]\\d{2}:?\\d{2})?$`)

/**
 * A moment that a centre wrote, as yyyy-MM-dd HH:mm:ss in China: with or without separators, seconds, fraction and zone
 * (without one it is China's), a bare day (its midnight), or milliseconds since 1970. '' when it cannot be read.
 */
export const readTime = (text: string): string => {
  if (/^\d{13}$/.test(text)) return dateTimeText(new Date(Number(text)))
  const match = written.exec(text)
  if (!match) return ''
  const [, y, m, d, hour = '00', minute = '00', second = '00', zone] = match
  const at = new Date(
    `${y}-${m}-${d}T${hour}:${minute}:${second}${zone?.replace(/(\d{2})(\d{2})$/, '$1:$2') ?? '+08:00'}`,
  )
  if (Number.isNaN(at.getTime())) return ''
  const read = dateTimeText(at)
  // The engine turns 31 February into 3 March.
  return zone || read.startsWith(`${y}-${m}-${d}`) ? read : ''
}

/** yyyyMMddHHmmss in China. */
export const compactText = (at: Date): string => dateTimeText(at).replace(/\D/g, '')
