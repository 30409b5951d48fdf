// The centre's clock is China's (UTC+8, no summer time), whatever the machine's zone is.

const shifted = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString()

/** yyyy-MM-dd HH:mm:ss in China. */
export const dateTimeText = (at: Date): string => shifted(at).slice(0, 19).replace('T', ' ')

/** yyyy-MM-dd in China. */
export const dateText = (at: Date): string => shifted(at).slice(0, 10)

/** yyyyMMddHHmmss in China. */
export const compactText = (at: Date): string => dateTimeText(at).replace(/\D/g, '')
