// Money is integer fen; prices, quantities and ratios are scaled integers. Nothing here is ever a float.

/** One in ratios and quantities: they carry 4 decimals. */
const ONE = 10_000n

/** A decimal text as an integer scaled by 10^decimals, or undefined when it is no number or has more decimals. */
export const scaled = (text: string, decimals: number): bigint | undefined => {
  const m = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!m) return undefined
  const fraction = (m[3] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return undefined
  const value = BigInt(m[2]! + fraction.padEnd(decimals, '0'))
  return m[1] === '-' ? -value : value
}

/** Integer division rounded half away from zero (HALF_UP, domain 4.3). */
export const halfUp = (numerator: bigint, denominator: bigint): bigint => {
  const doubled = (numerator < 0n ? -numerator : numerator) * 2n + denominator
  const result = doubled / (denominator * 2n)
  return numerator < 0n ? -result : result
}

/** Fen of a decimal text in yuan; 0 for an empty one. Throws a RangeError for what is no amount. */
export const fen = (text: string): number => {
  const value = scaled(text === '' ? '0' : text, 2)
  if (value === undefined) throw new RangeError('not an amount')
  return Number(value)
}

/** A text in yuan with two decimals. */
export const yuan = (value: number): string => {
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** fen × ratio (ten-thousandths), HALF_UP to fen. */
export const share = (value: number, ratio: number): number => Number(halfUp(BigInt(value) * BigInt(ratio), ONE))

/** price (6 decimals) × quantity (4 decimals), HALF_UP to fen. */
export const product = (price: bigint, quantity: bigint): number => Number(halfUp(price * quantity, 100_000_000n))

/** A ratio in ten-thousandths as text with four decimals. */
export const ratioText = (ratio: number): string =>
  `${Math.floor(ratio / 10_000)}.${String(ratio % 10_000).padStart(4, '0')}`
